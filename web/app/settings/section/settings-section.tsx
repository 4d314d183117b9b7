import { t } from '@parlance/words/current';
import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '#ui/button';

/** Props that every section passes to its SettingsSection. */
export interface SectionHeading {
  /** The anchor (docs/specification/settings.md#groups); a group has its own. */
  id?: string | undefined;
  title: string;
  /** 3 inside a group of several sections, which has the heading of level 2. */
  level?: 2 | 3 | undefined;
}

export interface SectionSave {
  /** Whether the input differs from the stored values. */
  changed: boolean;
  saving: boolean;
  disabled?: boolean | undefined;
  onSave: () => void;
}

export interface SettingsSectionProps {
  heading: SectionHeading;
  description?: ReactNode;
  /** Absent for sections with separate actions instead of one form. */
  save?: SectionSave | undefined;
  /** Shown beside the button while input is missing. */
  hint?: ReactNode;
  /** Separate actions below the form. */
  after?: ReactNode;
  children: ReactNode;
}

/** One section of the settings: a title, its controls and 'Save Changes'. Enter saves, too. */
export function SettingsSection({ heading, description, save, hint, after, children }: SettingsSectionProps) {
  const titleId = useId();
  const Heading = heading.level === 3 ? 'h3' : 'h2';
  const cannotSave = !save?.changed || save.saving || save.disabled;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!cannotSave) save.onSave();
  };
  return (
    <section id={heading.id} aria-labelledby={titleId} className="grid gap-6 pb-10">
      <header className="grid max-w-reading gap-2">
        <Heading id={titleId} className={heading.level === 3 ? 'text-xl' : 'text-2xl'}>
          {t(heading.title)}
        </Heading>
        {description && <p className="text-ink-soft">{description}</p>}
      </header>
      {save ? (
        <form noValidate onSubmit={submit} className="grid gap-6">
          {children}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="submit" variant="primary" busy={save.saving} disabled={cannotSave}>
              {save.saving ? t('Saving...') : t('Save Changes')}
            </Button>
            {hint && <p className="text-sm text-ink-soft">{hint}</p>}
          </div>
        </form>
      ) : (
        children
      )}
      {after}
    </section>
  );
}
