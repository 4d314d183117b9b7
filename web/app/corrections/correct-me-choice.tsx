import { type CorrectMe, correctMe } from '@parlance/contract/corrections';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { Choice } from '#ui/choice';

const choiceWords = {
  always: word('Always', 'when to be corrected'),
  asked: word('When I ask', 'when to be corrected'),
  never: word('Not now', 'when to be corrected'),
} satisfies Record<CorrectMe, string>;

export interface CorrectMeChoiceProps {
  value: CorrectMe;
  onChange: (value: CorrectMe) => void;
}

export function CorrectMeChoice({ value, onChange }: CorrectMeChoiceProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">{t('Please correct me')}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {correctMe.options.map((each) => (
          <Choice
            key={each}
            type="radio"
            name="correct-me"
            checked={value === each}
            onChange={() => onChange(each)}
          >
            <span className="flex-1">{t(choiceWords[each])}</span>
          </Choice>
        ))}
      </div>
      <p className="text-sm text-ink-soft">
        {t('Your partners see it on your profile, and in the chat unless it is “Always”.')}
      </p>
    </fieldset>
  );
}
