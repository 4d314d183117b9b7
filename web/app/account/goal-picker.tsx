import type { DailyGoal } from '@parlance/contract/account';
import { dailyGoals } from '@parlance/contract/account-care';
import { counted, t } from '@parlance/words/current';
import { useId } from 'react';
import { Choice } from '#ui/choice';

export interface GoalPickerProps {
  value: DailyGoal;
  onChange: (goal: DailyGoal) => void;
}

export function GoalPicker({ value, onChange }: GoalPickerProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{t('Daily goal')}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {dailyGoals.map((goal) => (
          <Choice
            key={goal.value}
            type="radio"
            name={name}
            value={goal.value}
            checked={goal.value === value}
            onChange={() => onChange(goal.value)}
            className="min-h-16"
          >
            <span className="flex-1 font-semibold">{t(goal.name)}</span>
            <span className="text-ink-soft tabular-nums">
              {counted(goal.minutes, '1 min a day', '{count} min a day')}
            </span>
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}
