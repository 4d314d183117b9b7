import type { Locale } from '@parlance/contract/account';
import { spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { languageChoices } from '#lib/language-choices';
import { useSignedIn } from '#session/signed-in';
import { Select } from '#ui/select';
import { optionPlace, optionTexts } from './options/option-texts';
import { type SectionHeading, SettingsSection } from './section/settings-section';
import { useSaving } from './section/use-saving';

const words = {
  success: word('Language of the interface saved'),
  failure: word('The language of the interface could not be saved'),
};

/** Reloads the page in the new language after the session is updated. */
export function InterfaceLanguageSection({ heading }: { heading: SectionHeading }) {
  const { runtime } = useSignedIn();
  const current = spoken().locale;
  const [chosen, setChosen] = useState<string>(current);
  const { saving, save } = useSaving(words);

  const store = async () => {
    const locale = chosen as Locale;
    await runtime.calls.updateUser({ locale });
    await runtime.session.showSaved({ locale });
  };
  return (
    <SettingsSection
      heading={heading}
      description={t(optionTexts.locale.effect)}
      save={{ changed: chosen !== current, saving, onSave: () => void save(store) }}
    >
      <Select
        {...optionPlace('locale')}
        className="max-w-sm"
        aria-label={t(optionTexts.locale.label)}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      >
        {languageChoices().map(([locale, name]) => (
          <option key={locale} value={locale} lang={locale}>
            {name}
          </option>
        ))}
      </Select>
    </SettingsSection>
  );
}
