import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { useSignedIn } from '#session/signed-in';
import { Checkbox } from '#ui/checkbox';
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
          label={t('Show others when I am active')}
          help={t('Also how soon you usually answer. You are found in search either way.')}
          checked={shown.showsActivity}
          onChange={({ target }) => setChosen({ ...chosen, showsActivity: target.checked })}
        />
        <Checkbox
          label={t('Show others my name on times that I book')}
          help={t('Otherwise they see “Booked”. The person you meet sees your name either way.')}
          checked={shown.showsBookings}
          onChange={({ target }) => setChosen({ ...chosen, showsBookings: target.checked })}
        />
      </div>
    </SettingsSection>
  );
}
