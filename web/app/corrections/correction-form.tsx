import {
  type CorrectionKind,
  correctionKinds,
  correctionMaxLength,
  correctionNoteMaxLength,
} from '@parlance/contract/corrections';
import type { FullProfile } from '@parlance/contract/people';
import { codePoints } from '@parlance/contract/text';
import { counted, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useDeferredValue, useEffect, useState } from 'react';
import { Button } from '#ui/button';
import { Choice } from '#ui/choice';
import { Field } from '#ui/field';
import { Spinner } from '#ui/spinner';
import { Textarea } from '#ui/textarea';
import { CorrectMeNote } from './correct-me-note';
import { isUnchanged } from './difference';
import { DifferenceWords } from './difference-words';

export interface CorrectionDraft {
  text: string;
  kind: CorrectionKind;
  note: string;
}

export interface CorrectionFormProps {
  original: string;
  partner: FullProfile | undefined;
  /** Reads the stored draft. */
  readDraft: () => Promise<CorrectionDraft | null>;
  /** Stores every change; null clears the draft. */
  onDraft: (draft: CorrectionDraft | null) => void;
  onSend: (correction: CorrectionDraft) => Promise<void>;
}

const kindWords = {
  mistake: word('A mistake'),
  natural: word('More natural'),
} satisfies Record<CorrectionKind, string>;

/** Edits a correction of a partner's message, starting from a stored draft. */
export function CorrectionForm({ readDraft, ...props }: CorrectionFormProps) {
  const [begun, setBegun] = useState<CorrectionDraft | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is read once
  useEffect(() => {
    const fresh: CorrectionDraft = { text: props.original, kind: 'mistake', note: '' };
    void readDraft().then(
      (kept) => setBegun(kept ?? fresh),
      () => setBegun(fresh),
    );
  }, []);
  return begun ? <Editor {...props} begun={begun} /> : <Spinner label={t('Loading...')} />;
}

interface EditorProps extends Omit<CorrectionFormProps, 'readDraft'> {
  begun: CorrectionDraft;
}

function Editor({ original, partner, begun, onDraft, onSend }: EditorProps) {
  const [draft, setDraft] = useState(begun);
  const { text, kind, note } = draft;
  const shown = useDeferredValue(text);
  const content = text.trim();
  const looksRight = isUnchanged(original, content);
  const tooMany = codePoints(content) - correctionMaxLength;
  const tooManyInNote = codePoints(note.trim()) - correctionNoteMaxLength;
  const change = (part: Partial<CorrectionDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    onDraft(next.text === original && next.note === '' ? null : next);
  };
  const tooLong = (excess: number) =>
    excess > 0 && counted(excess, '1 character too long.', '{count} characters too long.');
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void onSend({ text: content, kind, note: note.trim() });
      }}
    >
      <CorrectMeNote partner={partner} />
      <Field label={t('How you would say it')} error={tooLong(tooMany)}>
        <Textarea value={text} rows={3} onChange={({ target }) => change({ text: target.value })} />
      </Field>
      {!looksRight && shown.trim() !== '' && (
        <section aria-label={t('What you change')} className="rounded-md bg-sunken px-3 py-2">
          <DifferenceWords original={original} corrected={shown.trim()} />
        </section>
      )}
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="mb-1.5 font-medium">{t('What was it?')}</legend>
        {correctionKinds.map((each) => (
          <Choice
            key={each}
            type="radio"
            name="correction-kind"
            checked={kind === each}
            onChange={() => change({ kind: each })}
          >
            <span className="flex-1">{t(kindWords[each])}</span>
          </Choice>
        ))}
      </fieldset>
      <Field label={t('A note')} help={t('Optional')} error={tooLong(tooManyInNote)}>
        <Textarea
          value={note}
          rows={2}
          className="min-h-18!"
          onChange={({ target }) => change({ note: target.value })}
        />
      </Field>
      <Button type="submit" variant="primary" disabled={content === '' || tooMany > 0 || tooManyInNote > 0}>
        {looksRight ? t('Looks right') : t('Send correction')}
      </Button>
    </form>
  );
}
