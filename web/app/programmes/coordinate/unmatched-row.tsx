import type { RoundLeft } from '@parlance/contract/programme-rounds';
import { t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { sentence } from '#lib/sentence';
import { useDebounced } from '#lib/use-debounced';
import { studentsQuery } from '#programmes/parts/programme-queries';
import { reasonText } from '#programmes/parts/programme-words';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { Choice } from '#ui/choice';
import { Field } from '#ui/field';
import { FormDialog } from '#ui/form-dialog';
import { TextInput } from '#ui/text-input';
import type { RoundChanges } from './round-changes';
import { languagesText } from './student-words';

interface UnmatchedRowProps {
  programmeId: string;
  unmatched: RoundLeft;
  canChange: boolean;
  changes: RoundChanges;
  onChange: (changes: RoundChanges) => void;
}

/** A student without a partner, with the reason; a coordinator can choose a partner by hand. */
export function UnmatchedRow({ programmeId, unmatched, canChange, changes, onChange }: UnmatchedRowProps) {
  const { student, reason } = unmatched;
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const nameId = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-3">
      <div className="grid min-w-0 flex-1 basis-72 gap-1">
        <p id={nameId} dir="auto" className="text-page-start font-semibold wrap-anywhere">
          {student.name}
        </p>
        <p className="max-w-reading text-sm text-ink-soft">{reasonText(reason)}</p>
      </div>
      {canChange && (
        <>
          <Button aria-describedby={nameId} onClick={() => setOpen(true)}>
            {t('Choose a partner')}
          </Button>
          <FormDialog
            open={isOpen}
            onClose={() => setOpen(false)}
            title={sentence('A partner for {name}', { name: <bdi>{student.name}</bdi> })}
            description={t(
              'The pair is locked: the next round makes it, also where hours or languages do not fit.',
            )}
            submit={t('Lock the pair')}
            submitting={t('Saving...')}
            check={() => {
              setMissing(chosen === null);
              return chosen !== null;
            }}
            act={async () => {
              if (chosen) onChange(changes.with({ userId: student.userId, partnerUserId: chosen }, 'lock'));
            }}
          >
            <StudentChoice
              programmeId={programmeId}
              without={student.userId}
              chosen={chosen}
              onChoose={setChosen}
            />
            <div aria-live="polite" className="empty:sr-only">
              {isMissing && chosen === null && <p className="text-danger">{t('Please choose a partner.')}</p>}
            </div>
          </FormDialog>
        </>
      )}
    </li>
  );
}

interface StudentChoiceProps {
  programmeId: string;
  without: string;
  chosen: string | null;
  onChoose: (userId: string) => void;
}

const shown = 8;
const typingPauseMs = 250;

function StudentChoice({ programmeId, without, chosen, onChoose }: StudentChoiceProps) {
  const { calls } = useSignedIn().runtime;
  const name = useId();
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim(), typingPauseMs);
  const { data } = useQuery(studentsQuery(calls, { programmeId, limit: shown, ...(query && { query }) }));
  const others = data?.students.filter(({ userId }) => userId !== without) ?? [];
  return (
    <div className="grid gap-3">
      <Field label={t('Name or student number')}>
        <TextInput type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t('Choose a partner')}</legend>
        {others.map(({ userId, name: label, offers, seeks }) => (
          <Choice
            key={userId}
            type="radio"
            name={name}
            checked={userId === chosen}
            onChange={() => onChoose(userId)}
          >
            <span className="grid flex-1">
              <bdi className="font-medium">{label}</bdi>
              <span className="text-sm text-ink-soft">
                {t('Speaks {offers}; learns {seeks}', {
                  offers: languagesText(offers),
                  seeks: languagesText(seeks),
                })}
              </span>
            </span>
          </Choice>
        ))}
      </fieldset>
      <p role="status" className="text-ink-soft empty:sr-only">
        {data && others.length === 0 && t('No student fits this filter.')}
      </p>
    </div>
  );
}
