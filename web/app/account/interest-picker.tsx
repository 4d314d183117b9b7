import { interests } from '@parlance/contract/interest-catalogue';
import { t } from '@parlance/words/current';
import { Choice } from '#ui/choice';

export interface InterestPickerProps {
  selected: string[];
  onChange: (selected: string[]) => void;
}

export function InterestPicker({ selected, onChange }: InterestPickerProps) {
  const toggle = (name: string) =>
    onChange(selected.includes(name) ? selected.filter((other) => other !== name) : [...selected, name]);
  return (
    <fieldset>
      <legend className="sr-only">{t('Interests')}</legend>
      <div className="flex flex-wrap gap-2">
        {interests.map(({ name, emoji }) => (
          <Choice
            key={name}
            type="checkbox"
            value={name}
            checked={selected.includes(name)}
            onChange={() => toggle(name)}
            round
          >
            <span aria-hidden="true">{emoji}</span>
            {t(name)}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}
