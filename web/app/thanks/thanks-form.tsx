import {
  type GivenThanks,
  type ThanksWord,
  thanksDraft,
  thanksTextMaxLength,
  thanksWords,
  thanksWordsMax,
} from '@parlance/contract/thanks';
import { counted, t } from '@parlance/words/current';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { readAgain } from '#lib/read-again';
import { refusalOf } from '#lib/refusal';
import { peopleKey } from '#people/people-queries';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Choice } from '#ui/choice';
import { Field } from '#ui/field';
import { Textarea } from '#ui/textarea';
import { sessionThanksQuery } from './thanks-queries';
import { thanksLabels } from './thanks-words';

export interface ThanksFormProps {
  scheduleSlotId: string;
  /** Earlier thanks that can still be changed. */
  given: GivenThanks | null;
  help: ReactNode;
  onDone: () => void;
}

/** A choice of words and a text; a failure keeps the input. */
export function ThanksForm({ scheduleSlotId, given, help, onDone }: ThanksFormProps) {
  const { runtime, user } = useSignedIn();
  const cache = useQueryClient();
  const helpId = useId();
  const place = useRef<HTMLFormElement>(null);
  const [words, setWords] = useState<ThanksWord[]>(given?.words ?? []);
  const [text, setText] = useState(given?.text ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  // The pressed button is removed, so the focus moves to the form.
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  const give = useMutation({
    mutationFn: () => runtime.calls.giveThanks({ scheduleSlotId, words, text: text.trim() }),
    onSuccess: async (said) => {
      cache.setQueryData(sessionThanksQuery(runtime.calls, user.userId, scheduleSlotId).queryKey, said);
      onDone();
      await readAgain(cache, peopleKey);
    },
  });
  const toggle = (word: ThanksWord) => {
    setWords(words.includes(word) ? words.filter((other) => other !== word) : [...words, word]);
    setProblem(null);
  };
  return (
    <form
      ref={place}
      aria-describedby={helpId}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const refusal = refusalOf(thanksDraft, { words, text });
        setProblem(refusal);
        if (refusal === null) give.mutate();
      }}
    >
      <fieldset className="grid gap-2">
        <legend className="pb-1.5 font-medium">
          {counted(thanksWordsMax, 'What for? Choose one.', 'What for? Choose up to {count}.')}
        </legend>
        <div className="flex flex-wrap gap-2">
          {thanksWords.map((word) => (
            <Choice
              key={word}
              type="checkbox"
              value={word}
              checked={words.includes(word)}
              disabled={words.length >= thanksWordsMax && !words.includes(word)}
              onChange={() => toggle(word)}
              className="has-disabled:text-ink-faint"
              round
            >
              {t(thanksLabels[word])}
            </Choice>
          ))}
        </div>
      </fieldset>
      <Field label={t('In your own words')} help={t('Optional')} error={problem}>
        <Textarea
          value={text}
          rows={2}
          maxLength={thanksTextMaxLength}
          onChange={({ target }) => {
            setText(target.value);
            setProblem(null);
          }}
        />
      </Field>
      <p id={helpId} className="max-w-reading text-sm text-ink-soft">
        {help}
      </p>
      {give.isError && (
        <Banner tone="danger">{failureMessage(give.error, t('It did not work. Please try again.'))}</Banner>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={give.isPending}>
          {give.isPending ? t('Saving...') : t('Save thanks')}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
