import { useId } from 'react';
import { Choice } from '#ui/choice';
import { type OptionId, optionPlace } from './options/option-texts';

export interface ChoiceListProps<Value extends string> {
  option: OptionId;
  legend: string;
  choices: { value: Value; label: string; effect: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Radio buttons, each with one line about its effect. */
export function ChoiceList<Value extends string>({
  option,
  legend,
  choices,
  value,
  onChange,
}: ChoiceListProps<Value>) {
  const name = useId();
  return (
    <fieldset {...optionPlace(option)} className="max-w-2xl">
      <legend className="pb-3 text-lg font-medium">{legend}</legend>
      <div className="grid gap-3">
        {choices.map((choice) => (
          <Choice
            key={choice.value}
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            aria-describedby={`${name}-${choice.value}`}
            onChange={() => onChange(choice.value)}
          >
            <span className="grid flex-1 gap-0.5">
              <span className="font-medium">{choice.label}</span>
              <span id={`${name}-${choice.value}`} className="text-sm text-ink-soft">
                {choice.effect}
              </span>
            </span>
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}
