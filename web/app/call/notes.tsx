import type { CallNote } from '@parlance/contract/call';
import { callNotes } from '@parlance/contract/call-events';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { type FormEvent, useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { Button } from '#ui/button';
import { Choice } from '#ui/choice';
import { Field } from '#ui/field';
import { TextInput } from '#ui/text-input';
import type { Room } from './room/room';
import { SaveNote } from './save-note';

export interface NoteCardsProps {
  notes: CallNote[];
  userId: string;
  partnerName: string;
}

export function NoteCards({ notes, userId, partnerName }: NoteCardsProps) {
  return (
    <ul className="grid gap-2">
      {notes.toReversed().map((note) => (
        <li
          key={note.noteId}
          className="flex items-start gap-3 rounded-md border border-line bg-paper px-3 py-2 leading-snug"
        >
          <div className="grid min-w-0 flex-1 gap-0.5">
            {note.better === null ? (
              <p dir="auto" className="font-semibold wrap-anywhere">
                {note.text}
              </p>
            ) : (
              <>
                <p dir="auto" className="text-ink-soft wrap-anywhere">
                  <span className="sr-only">{t('Said:')} </span>
                  {note.text}
                </p>
                <p dir="auto" className="flex items-start gap-1.5 font-semibold wrap-anywhere">
                  <ArrowRight aria-hidden="true" className="mt-0.5 size-4 shrink-0 rtl:-scale-x-100" />
                  <span className="sr-only">{t('Better:')} </span>
                  {note.better}
                </p>
              </>
            )}
            <p className="text-sm text-ink-faint">
              {note.userId === userId ? t('Written by you') : t('Written by {name}', { name: partnerName })}
            </p>
          </div>
          <SaveNote note={note} />
        </li>
      ))}
    </ul>
  );
}

const kinds = {
  word: word('Word', 'a kind of note'),
  correction: word('Correction', 'a kind of note'),
};

/** Form for words and corrections during a call; keeps the text until the server has stored it. */
export function NoteForm({ room }: { room: Room }) {
  const [kind, setKind] = useState<keyof typeof kinds>('word');
  const [text, setText] = useState('');
  const [better, setBetter] = useState('');
  const [noteId, setNoteId] = useState(() => crypto.randomUUID());
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isCorrection = kind === 'correction';

  const keep = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      // The id stays the same until the note is stored, so pressing twice creates one note.
      await room.note({ noteId, kind, text, better: isCorrection ? better : null });
      setText('');
      setBetter('');
      setNoteId(crypto.randomUUID());
    } catch (error) {
      setFailure(failureMessage(error, t('The note could not be kept. Please try again.')));
    }
    setBusy(false);
  };

  return (
    <form onSubmit={(event) => void keep(event)} className="grid gap-3">
      <fieldset className="flex gap-2">
        <legend className="sr-only">{t('Kind of note')}</legend>
        {(['word', 'correction'] as const).map((value) => (
          <Choice
            key={value}
            type="radio"
            round
            name="note-kind"
            checked={kind === value}
            onChange={() => setKind(value)}
          >
            {t(kinds[value])}
          </Choice>
        ))}
      </fieldset>
      <div className="flex flex-wrap items-end gap-2">
        <Field
          label={isCorrection ? t('What was said') : t('Word or phrase')}
          className="min-w-40 flex-1"
          error={failure}
        >
          <TextInput
            dir="auto"
            required
            value={text}
            maxLength={callNotes.textMaxLength}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        {isCorrection && (
          <Field label={t('How to say it better')} className="min-w-40 flex-1">
            <TextInput
              dir="auto"
              required
              value={better}
              maxLength={callNotes.textMaxLength}
              onChange={({ target }) => setBetter(target.value)}
            />
          </Field>
        )}
        <Button type="submit" busy={isBusy}>
          {t(word('Add', 'a note'))}
        </Button>
      </div>
    </form>
  );
}
