import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState, useSyncExternalStore } from 'react';
import { type Appearance, onAppearanceChange, readAppearance, storeAppearance } from '#lib/appearance';
import { Choice } from '#ui/choice';
import { optionPlace, optionTexts } from './options/option-texts';
import { type SectionHeading, SettingsSection } from './section/settings-section';

const choices: [Appearance, string][] = [
  // words: the colour scheme of the app is that of the device
  ['system', word('System')],
  // words: a light colour scheme
  ['light', word('Light')],
  // words: a dark colour scheme
  ['dark', word('Dark')],
];

/** Applies at once and is stored on this device only. */
export function AppearanceSection({ heading }: { heading: SectionHeading }) {
  const stored = useSyncExternalStore(onAppearanceChange, readAppearance);
  const [isRefused, setIsRefused] = useState(false);
  return (
    <SettingsSection heading={heading} description={t(optionTexts['colour-scheme'].effect)}>
      <fieldset {...optionPlace('colour-scheme')} className="flex flex-wrap gap-3">
        <legend className="sr-only">{t(heading.title)}</legend>
        {choices.map(([appearance, label]) => (
          <Choice
            key={appearance}
            type="radio"
            name="appearance"
            value={appearance}
            checked={stored === appearance}
            onChange={() => setIsRefused(!storeAppearance(appearance))}
          >
            {t(label)}
          </Choice>
        ))}
      </fieldset>
      {isRefused && (
        <p role="alert" className="text-danger">
          {t('Your browser does not allow this page to store the choice.')}
        </p>
      )}
    </SettingsSection>
  );
}
