import { levelOfProficiency, type ProficiencyLevel, proficiencyLevels } from '@parlance/contract/languages';
import { useId } from 'react';
import { Choice } from '#ui/choice';
import { levelNames } from './level-names';

export interface LevelPickerProps {
  languageName: string;
  proficiency: number;
  onChange: (level: ProficiencyLevel) => void;
}

/** How well somebody knows a language that they learn. */
export function LevelPicker({ languageName, proficiency, onChange }: LevelPickerProps) {
  const name = useId();
  const chosen = levelOfProficiency(proficiency);
  return (
    <fieldset>
      <legend className="sr-only">Your level in {languageName}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {proficiencyLevels.map((level) => (
          <Choice
            key={level}
            type="radio"
            name={name}
            value={level}
            checked={level === chosen}
            onChange={() => onChange(level)}
            className="justify-center text-sm has-checked:font-semibold"
            chosenClass="has-checked:border-learn has-checked:bg-learn-soft has-checked:text-learn"
          >
            {levelNames[level]}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}
