import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useId } from 'react';
import { bookers, writers } from '#settings/options/choice-words';
import { optionTexts } from '#settings/options/option-texts';
import { Badge } from '#ui/badge';
import { Button } from '#ui/button';
import { changesTo, type PresetName, type PrivacyChoices, presets } from './preset-values';

const effects = {
  strict: word('New people ask first, and others do not see when you are active.'),
  open: word('New people reach you at once, and others see when you are active.'),
};
const options = {
  writesToMe: 'writes-to-me',
  booksMe: 'books-me',
  showsActivity: 'shows-activity',
  showsBookings: 'shows-bookings',
} as const;

const valueWord = (name: keyof PrivacyChoices, choices: Partial<PrivacyChoices>): string => {
  if (name === 'writesToMe') return t(writers[choices.writesToMe ?? 'everybody'][0]);
  if (name === 'booksMe') return t(bookers[choices.booksMe ?? 'everybody'][0]);
  return choices[name] ? t('Yes') : t('No');
};

export interface PresetCardProps {
  preset: PresetName;
  title: string;
  present: PrivacyChoices;
  busy: boolean;
  disabled: boolean;
  onApply: () => void;
}

/** One preset: its effect, what it would change now, and the button that applies it. */
export function PresetCard({ preset, title, present, busy, disabled, onApply }: PresetCardProps) {
  const titleId = useId();
  const changes = changesTo(present, presets[preset]);
  const names = Object.keys(changes) as (keyof PrivacyChoices)[];
  return (
    <section
      aria-labelledby={titleId}
      className="grid grid-rows-[auto_1fr_auto] content-start gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <div className="grid gap-1">
        <h4 id={titleId} className="text-lg font-semibold">
          {title}
        </h4>
        <p className="text-ink-soft">{t(effects[preset])}</p>
      </div>
      <dl className="grid content-start gap-2 text-sm">
        {names.map((name) => (
          <div key={name}>
            <dt className="text-ink-soft">{t(optionTexts[options[name]].label)}</dt>
            <dd className="font-medium">
              {t('{before} → {after}', {
                before: valueWord(name, present),
                after: valueWord(name, changes),
              })}
            </dd>
          </div>
        ))}
      </dl>
      {names.length === 0 ? (
        <div>
          <Badge tone="positive">{t(word('In use', 'a preset'))}</Badge>
        </div>
      ) : (
        <Button busy={busy} disabled={disabled} onClick={onApply} aria-describedby={titleId}>
          {busy ? t('Saving...') : t('Apply “{preset}”', { preset: title })}
        </Button>
      )}
    </section>
  );
}
