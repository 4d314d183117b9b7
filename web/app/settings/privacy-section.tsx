import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { useSignedIn } from '#session/signed-in';
import { Checkbox } from '#ui/checkbox';
import { type SectionHeading, SettingsSection } from './section/settings-section';
import { useSaving } from './section/use-saving';

const words = {
  success: word('Privacy updated successfully'),
  failure: word('Failed to update privacy'),
};

/** What others are told of one's comings and goings. */
export function PrivacySection({ heading }: { heading: SectionHeading }) {
  const { user, runtime } = useSignedIn();
  const stored = user.showsActivity ?? true;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { saving, save } = useSaving(words);
  const showsActivity = chosen ?? stored;

  const store = async () => {
    await runtime.calls.updateUser({ showsActivity });
    await runtime.session.showSaved({ showsActivity });
    setChosen(null);
  };
  return (
    <SettingsSection
      heading={heading}
      save={{ changed: showsActivity !== stored, saving, onSave: () => void save(store) }}
    >
      <Checkbox
        label={t('Show others when I am active')}
        help={t('Also how soon you usually answer. You are found in search either way.')}
        checked={showsActivity}
        onChange={({ target }) => setChosen(target.checked)}
      />
    </SettingsSection>
  );
}
