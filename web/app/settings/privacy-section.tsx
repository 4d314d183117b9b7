import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { useSignedIn } from '#session/signed-in';
import { Checkbox } from '#ui/checkbox';
import { optionPlace, optionTexts } from './options/option-texts';
import { type SectionHeading, SettingsSection } from './section/settings-section';
import { useSaving } from './section/use-saving';

const words = {
  success: word('Privacy settings saved'),
  failure: word('The privacy settings could not be saved'),
};

export function PrivacySection({ heading }: { heading: SectionHeading }) {
  const { user, runtime } = useSignedIn();
  const stored = { showsActivity: user.showsActivity ?? true, showsBookings: user.showsBookings ?? true };
  const [chosen, setChosen] = useState<Partial<typeof stored>>({});
  const { saving, save } = useSaving(words);
  const shown = { ...stored, ...chosen };
  const changed =
    shown.showsActivity !== stored.showsActivity || shown.showsBookings !== stored.showsBookings;

  const store = async () => {
    await runtime.calls.updateUser(shown);
    await runtime.session.showSaved(shown);
    // What was chosen while saving stays.
    setChosen((present) => (present === chosen ? {} : present));
  };
  return (
    <SettingsSection heading={heading} save={{ changed, saving, onSave: () => void save(store) }}>
      <div className="grid gap-4">
        <Checkbox
          {...optionPlace('shows-activity')}
          label={t(optionTexts['shows-activity'].label)}
          help={t(optionTexts['shows-activity'].effect)}
          checked={shown.showsActivity}
          onChange={({ target }) => setChosen({ ...chosen, showsActivity: target.checked })}
        />
        <Checkbox
          {...optionPlace('shows-bookings')}
          label={t(optionTexts['shows-bookings'].label)}
          help={t(optionTexts['shows-bookings'].effect)}
          checked={shown.showsBookings}
          onChange={({ target }) => setChosen({ ...chosen, showsBookings: target.checked })}
        />
      </div>
    </SettingsSection>
  );
}
