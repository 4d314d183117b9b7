import {
  type LanguageCode,
  levelOfProficiency,
  type ProficiencyLevel,
  proficiencyLevels,
} from '@parlance/contract/languages';
import { t } from '@parlance/words/current';
import { useId } from 'react';
import { Choice } from '#ui/choice';
import { languageName } from './language-name';
import { levelNames } from './level-names';

export interface LevelPickerProps {
  code: LanguageCode;
  proficiency: number;
  onChange: (level: ProficiencyLevel) => void;
}

export function LevelPicker({ code, proficiency, onChange }: LevelPickerProps) {
  const name = useId();
  const chosen = levelOfProficiency(proficiency);
  return (
    <fieldset>
      <legend className="sr-only">{t('Your level in {language}', { language: languageName(code) })}</legend>
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
            {t(levelNames[level])}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}
