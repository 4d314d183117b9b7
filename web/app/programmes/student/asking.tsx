import { programmeMax } from '@parlance/contract/programme-limits';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { sentence } from '#lib/sentence';
import { useAct } from '#programmes/parts/programme-queries';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { FormDialog } from '#ui/form-dialog';
import { Select } from '#ui/select';
import { Textarea } from '#ui/textarea';

/** A question to the coordinators. */
export function AskCoordinator({ programmeId }: { programmeId: string }) {
  const { calls } = useSignedIn().runtime;
  const act = useAct();
  const [isOpen, setOpen] = useState(false);
  const [kind, setKind] = useState<'hours' | 'other'>('other');
  const [text, setText] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('Ask the coordinator')}</Button>
      <FormDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('Ask the coordinator')}
        description={t('Only the coordinators read this.')}
        submit={t('Send')}
        submitting={t('Sending...')}
        check={() => {
          setEmpty(text.trim() === '');
          return text.trim() !== '';
        }}
        act={async () => {
          await act(calls.askForHelp({ programmeId, kind, text }), t('The coordinator is told.'));
          setText('');
        }}
      >
        <Field label={t(word('What is it about?', 'a question to the coordinator'))}>
          <Select value={kind} onChange={({ target }) => setKind(target.value as 'hours' | 'other')}>
            <option value="other">{t(word('Something else', 'the subject of a question'))}</option>
            <option value="hours">{t('My hours')}</option>
          </Select>
        </Field>
        <Field label={t('Your question')} error={isEmpty ? t('Please write a question.') : null}>
          <Textarea
            maxLength={programmeMax.help}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setEmpty(false);
            }}
          />
        </Field>
      </FormDialog>
    </>
  );
}

interface LeaveProgrammeProps {
  programmeId: string;
  name: string;
  hasPartner: boolean;
}

export function LeaveProgramme({ programmeId, name, hasPartner }: LeaveProgrammeProps) {
  const { calls, session } = useSignedIn().runtime;
  const act = useAct();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {t('Leave the programme')}
      </Button>
      <FormDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={sentence('Leave {programme}', { programme: <bdi>{name}</bdi> })}
        description={
          hasPartner
            ? t('Your place, your hours and the pair are deleted. Your partner is told that you left.')
            : t('Your place, your answers and your hours are deleted.')
        }
        submit={t('Leave the programme')}
        submitting={t('Leaving...')}
        isDangerous
        act={async () => {
          await calls.leaveProgramme({ programmeId });
          // First away from the page: its query would report the programme as missing.
          await navigate('/programmes', { replace: true });
          void session.showSaved({});
          await act(Promise.resolve(), t('You left the programme.'));
        }}
      />
    </>
  );
}
