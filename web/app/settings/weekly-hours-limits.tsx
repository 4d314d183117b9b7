import { type WeeklyHours, weeklyHoursMax } from '@parlance/contract/weekly-hours';
import { counted, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { type OptionId, optionPlace, optionTexts } from '#settings/options/option-texts';
import { Field } from '#ui/field';
import { Select } from '#ui/select';

const options = {
  minNoticeHours: 'minimum-notice',
  bufferMinutes: 'buffer',
  weeksAhead: 'weeks-ahead',
} satisfies Record<string, OptionId>;
const choices = {
  minNoticeHours: [0, 1, 2, 4, 8, 12, 24, 48, weeklyHoursMax.minNoticeHours],
  bufferMinutes: [0, 5, 10, 15, 30, 45, weeklyHoursMax.bufferMinutes],
  weeksAhead: Array.from({ length: weeklyHoursMax.weeksAhead }, (_, index) => index + 1),
};

interface WeeklyHoursLimitsProps {
  hours: WeeklyHours;
  onChange: (changed: Partial<WeeklyHours>) => void;
}

/** How closely and how far ahead others can book. */
export function WeeklyHoursLimits({ hours, onChange }: WeeklyHoursLimitsProps) {
  const field = (name: keyof typeof choices, textOf: (value: number) => string) => (
    <Field label={t(optionTexts[options[name]].label)} help={t(optionTexts[options[name]].effect)}>
      <Select
        {...optionPlace(options[name])}
        value={hours[name]}
        onChange={(event) => onChange({ [name]: Number(event.target.value) })}
      >
        {/* Another client can have stored any number. */}
        {[...new Set([...choices[name], hours[name]])]
          .toSorted((a, b) => a - b)
          .map((value) => (
            <option key={value} value={value}>
              {textOf(value)}
            </option>
          ))}
      </Select>
    </Field>
  );
  return (
    <div className="grid gap-4 border-t border-line pt-4 sm:grid-cols-3">
      {field('minNoticeHours', (value) =>
        value === 0 ? t(word('None', 'minimum notice')) : counted(value, '1 hour', '{count} hours'),
      )}
      {field('bufferMinutes', (value) =>
        value === 0
          ? t(word('None', 'free time around sessions'))
          : counted(value, '1 minute', '{count} minutes'),
      )}
      {field('weeksAhead', (value) => counted(value, '1 week', '{count} weeks'))}
    </div>
  );
}
