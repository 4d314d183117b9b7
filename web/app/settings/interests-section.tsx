import { interestsDefault, interestsMin } from '@parlance/contract/account-care';
import { counted, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { InterestPicker } from '#account/interest-picker';
import { areSameInterests } from '#account/same-interests';
import { useSignedIn } from '#session/signed-in';
import { optionPlace, optionTexts } from './options/option-texts';
import { type SectionHeading, SettingsSection } from './section/settings-section';
import { useSaving } from './section/use-saving';

const words = {
  success: word('Interests saved'),
  failure: word('Failed to update interests'),
};

export function InterestsSection({ heading }: { heading: SectionHeading }) {
  const { user, runtime } = useSignedIn();
  const [chosen, setChosen] = useState<string[] | null>(null);
  const { saving, save } = useSaving(words);
  const shownAtFirst = user.interests.length > 0 ? user.interests : interestsDefault;
  const selected = chosen ?? shownAtFirst;
  const isTooFew = selected.length < interestsMin;

  const store = async () => {
    await runtime.calls.updateUser({ interests: selected });
    await runtime.session.showSaved({ interests: selected });
    // What was chosen while saving stays.
    setChosen((present) => (present === chosen ? null : present));
  };
  return (
    <SettingsSection
      heading={heading}
      description={t(optionTexts['interest-list'].effect)}
      hint={
        isTooFew &&
        counted(
          interestsMin,
          'Please select at least 1 interest ({chosen}/{count})',
          'Please select at least {count} interests ({chosen}/{count})',
          { chosen: selected.length },
        )
      }
      save={{
        changed: !areSameInterests(selected, user.interests),
        saving,
        disabled: isTooFew,
        onSave: () => void save(store),
      }}
    >
      <div {...optionPlace('interest-list')}>
        <InterestPicker selected={selected} onChange={setChosen} />
      </div>
    </SettingsSection>
  );
}
