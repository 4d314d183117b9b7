import type { RoundLeft } from '@parlance/contract/programme-rounds';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQuery } from '@tanstack/react-query';
import Lock from 'lucide-react/icons/lock';
import { useId, useState } from 'react';
import { sentence } from '#lib/sentence';
import { useDebounced } from '#lib/use-debounced';
import { studentsQuery } from '#programmes/parts/programme-queries';
import { reasonText } from '#programmes/parts/programme-words';
import { useSignedIn } from '#session/signed-in';
import { Badge } from '#ui/badge';
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
  const [picked, setPicked] = useState<Picked | null>(null);
  const [isMissing, setMissing] = useState(false);
  const nameId = useId();
  const chosen = changes.chosenFor(student.userId);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-3">
      <div className="grid min-w-0 flex-1 basis-72 gap-1">
        <p id={nameId} dir="auto" className="text-page-start font-semibold wrap-anywhere">
          {student.name}
        </p>
        <p className="max-w-reading text-sm text-ink-soft">{reasonText(reason)}</p>
        {chosen && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <Badge icon={<Lock aria-hidden="true" className="size-4" />}>{t('Locked')}</Badge>
            <span className="wrap-anywhere">
              {sentence('{first} and {second}', {
                first: <bdi>{student.name}</bdi>,
                second: <bdi>{chosen.partnerName}</bdi>,
              })}
            </span>
          </p>
        )}
      </div>
      {canChange && (
        <>
          {/* One button, which gets the focus back when the dialog closes. */}
          <Button
            aria-describedby={nameId}
            onClick={() => (chosen ? onChange(changes.with(chosen.two, null)) : setOpen(true))}
          >
            {chosen ? t(word('Unlock', 'a pair')) : t('Choose a partner')}
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
              setMissing(picked === null);
              return picked !== null;
            }}
            act={async () => {
              if (!picked) return;
              const two = { userId: student.userId, partnerUserId: picked.userId };
              onChange(changes.with(two, 'lock', picked.name));
            }}
          >
            <StudentChoice
              programmeId={programmeId}
              without={student.userId}
              picked={picked}
              onPick={(next) => {
                setPicked(next);
                setMissing(false);
              }}
            />
            <div aria-live="polite" className="empty:sr-only">
              {isMissing && <p className="text-danger">{t('Please choose a partner.')}</p>}
            </div>
          </FormDialog>
        </>
      )}
    </li>
  );
}

interface Picked {
  userId: string;
  name: string;
}

interface StudentChoiceProps {
  programmeId: string;
  without: string;
  picked: Picked | null;
  onPick: (picked: Picked | null) => void;
}

const shown = 8;
const typingPauseMs = 250;

function StudentChoice({ programmeId, without, picked, onPick }: StudentChoiceProps) {
  const { calls } = useSignedIn().runtime;
  const group = useId();
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim(), typingPauseMs);
  const { data } = useQuery(studentsQuery(calls, { programmeId, limit: shown, ...(query && { query }) }));
  const others = data?.students.filter(({ userId }) => userId !== without) ?? [];
  return (
    <div className="grid grid-cols-1 gap-3">
      <Field label={t('Name or student number')}>
        <TextInput
          type="search"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            // A choice that is no longer in the list would be locked unseen.
            onPick(null);
          }}
        />
      </Field>
      <fieldset className="grid min-w-0 grid-cols-1 gap-2">
        <legend className="sr-only">{t('Choose a partner')}</legend>
        {others.map(({ userId, name, offers, seeks }) => (
          <Choice
            key={userId}
            type="radio"
            name={group}
            checked={userId === picked?.userId}
            onChange={() => onPick({ userId, name })}
          >
            <span className="grid min-w-0 flex-1">
              <bdi className="font-medium text-page-start wrap-anywhere">{name}</bdi>
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
        {data &&
          others.length === 0 &&
          (query ? t('No student fits this filter.') : t('There is no other student yet.'))}
      </p>
    </div>
  );
}
