import type { DailyGoal } from '@parlance/contract/account';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { GoalPicker } from '#account/goal-picker';
import { useSignedIn } from '#session/signed-in';
import { optionPlace, optionTexts } from './options/option-texts';
import { type SectionHeading, SettingsSection } from './section/settings-section';
import { useSaving } from './section/use-saving';

const words = {
  success: word('Daily learning goal saved'),
  failure: word('Failed to update daily learning goal'),
};

export function GoalSection({ heading }: { heading: SectionHeading }) {
  const { user, runtime } = useSignedIn();
  const [chosen, setChosen] = useState<DailyGoal | null>(null);
  const { saving, save } = useSaving(words);
  const goal = chosen ?? user.dailyGoal;

  const store = async () => {
    await runtime.calls.updateUser({ dailyGoal: goal });
    await runtime.session.showSaved({ dailyGoal: goal });
    // What was chosen while saving stays.
    setChosen((present) => (present === chosen ? null : present));
  };
  return (
    <SettingsSection
      heading={heading}
      description={t(optionTexts['daily-goal'].effect)}
      save={{ changed: goal !== user.dailyGoal, saving, onSave: () => void save(store) }}
    >
      <div {...optionPlace('daily-goal')} className="max-w-2xl">
        <GoalPicker value={goal} onChange={setChosen} />
      </div>
    </SettingsSection>
  );
}
