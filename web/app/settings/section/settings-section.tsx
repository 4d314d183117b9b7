import { t } from '@parlance/words/current';
import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '#ui/button';

/** Props that every section passes to its SettingsSection. */
export interface SectionHeading {
  /** The anchor (docs/specification/account.md#settings). */
  id: string;
  title: string;
  /** Hidden while another section is shown; input is kept. */
  isHidden?: boolean | undefined;
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
  const cannotSave = !save?.changed || save.saving || save.disabled;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!cannotSave) save.onSave();
  };
  return (
    <section
      id={heading.id}
      hidden={heading.isHidden}
      aria-labelledby={titleId}
      className="grid gap-6 border-line pb-10 [[hidden]]:hidden"
    >
      <header className="grid max-w-reading gap-2">
        <h2 id={titleId} className="text-2xl">
          {t(heading.title)}
        </h2>
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
