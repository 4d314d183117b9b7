import { programmeMax } from '@parlance/contract/programme-limits';
import type { ProgrammeStudent } from '@parlance/contract/programme-students';
import type { Programme } from '@parlance/contract/programmes';
import { t } from '@parlance/words/current';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { sentence } from '#lib/sentence';
import { useAct } from '#programmes/parts/programme-queries';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { FormDialog } from '#ui/form-dialog';
import { TextInput } from '#ui/text-input';

interface StudentActsProps {
  programme: Programme;
  student: ProgrammeStudent;
}

/** Ends a pair, withdraws the certificate or removes the student; each one is confirmed first. */
export function StudentActs({ programme: { programmeId }, student }: StudentActsProps) {
  const { userId, name, partners, certificate } = student;
  const { calls } = useSignedIn().runtime;
  const act = useAct();
  const navigate = useNavigate();
  const [open, setOpen] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap gap-3">
      {partners.map(({ pairId, name: partner }) => (
        <div key={pairId}>
          <Button onClick={() => setOpen(pairId)}>
            {/* One element: the button puts a gap between several. */}
            <span>{sentence('End the pair with {name}', { name: <bdi>{partner}</bdi> })}</span>
          </Button>
          <FormDialog
            open={open === pairId}
            onClose={close}
            title={sentence('End the pair with {name}', { name: <bdi>{partner}</bdi> })}
            description={t('Both are told, keep their hours, and come first in the next round.')}
            submit={t('End the pair')}
            submitting={t('Saving...')}
            isDangerous
            act={() => act(calls.endPair({ programmeId, pairId }), t('The pair has ended.'))}
          />
        </div>
      ))}
      {certificate && !certificate.withdrawnAt && (
        <Button onClick={() => setOpen('certificate')}>{t('Withdraw the certificate')}</Button>
      )}
      <Button variant="danger" onClick={() => setOpen('remove')}>
        {t('Remove from the programme')}
      </Button>
      <FormDialog
        open={open === 'certificate'}
        onClose={close}
        title={t('Withdraw the certificate')}
        description={t('Its page then says that it was withdrawn.')}
        submit={t('Withdraw the certificate')}
        submitting={t('Saving...')}
        isDangerous
        check={() => {
          setProblem(reason.trim() === '' ? t('Give a reason') : null);
          return reason.trim() !== '';
        }}
        act={() =>
          act(calls.withdrawCertificate({ programmeId, userId, reason }), t('The certificate is withdrawn.'))
        }
      >
        <Field
          label={t('Reason')}
          help={t('It is kept in the audit trail until the programme is erased.')}
          error={problem}
        >
          <TextInput
            dir="auto"
            maxLength={programmeMax.withdrawReason}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value);
              setProblem(null);
            }}
          />
        </Field>
      </FormDialog>
      <FormDialog
        open={open === 'remove'}
        onClose={close}
        title={sentence('Remove {name}', { name: <bdi>{name}</bdi> })}
        description={t(
          'Their place, hours and pair are deleted. The account stays. They can join again only with a new invitation.',
        )}
        submit={t('Remove from the programme')}
        submitting={t('Removing...')}
        isDangerous
        act={async () => {
          await calls.removeStudent({ programmeId, userId });
          await navigate(`/programmes/${programmeId}/coordinate/students`, { replace: true });
          await act(Promise.resolve(), t('The student is removed.'));
        }}
      />
    </div>
  );
}
