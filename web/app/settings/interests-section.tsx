import { interestsDefault, interestsMin } from '@parlance/contract/account';
import { useState } from 'react';
import { InterestPicker } from '#account/interest-picker';
import { areSameInterests } from '#account/same-interests';
import { useSignedIn } from '#session/signed-in';
import { type SectionHeading, SettingsSection } from './settings-section';
import { useSaving } from './use-saving';

const words = { success: 'Interests updated successfully', failure: 'Failed to update interests' };

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
    setChosen(null);
  };
  return (
    <SettingsSection
      heading={heading}
      description="Others see only how many you share."
      hint={
        isTooFew && `Please select at least ${interestsMin} interests (${selected.length}/${interestsMin})`
      }
      save={{
        changed: !areSameInterests(selected, user.interests),
        saving,
        disabled: isTooFew,
        onSave: () => void save(store),
      }}
    >
      <InterestPicker selected={selected} onChange={setChosen} />
    </SettingsSection>
  );
}
