import { invitationDays, invitationUses, newInvitation } from '@parlance/contract/invitations';
import type { Programme } from '@parlance/contract/programmes';
import { counted, spoken, t } from '@parlance/words/current';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { refusalOf } from '#lib/refusal';
import { Part } from '#programmes/parts/page-frame';
import { invitationsQuery, useAct } from '#programmes/parts/programme-queries';
import { canJoin } from '#programmes/parts/programme-words';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { copyText } from '#ui/copy-text';
import { Field } from '#ui/field';
import { FormDialog } from '#ui/form-dialog';
import { TextInput } from '#ui/text-input';
import { showToast } from '#ui/toast';

const dayMs = 24 * 3_600_000;
const monthDays = 30;

/** Invitation links. The server stores only a hash of the secret, so a link is shown once. */
export function Invitations({ programme }: { programme: Programme }) {
  const { programmeId } = programme;
  const { calls } = useSignedIn().runtime;
  const act = useAct();
  const { data } = useQuery(invitationsQuery(calls, programmeId));
  const [isOpen, setOpen] = useState(false);
  const [uses, setUses] = useState(100);
  const [days, setDays] = useState(monthDays);
  const [domain, setDomain] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const wanted = () => ({
    uses,
    until: new Date(Date.now() + days * dayMs),
    ...(domain.trim() && { domain: domain.trim() }),
  });
  const create = useRef<HTMLButtonElement>(null);
  const revoke = useMutation({
    mutationFn: (invitationId: string) =>
      act(calls.revokeProgrammeInvitation({ programmeId, invitationId }), t('The link no longer works.')),
    // The pressed button disappears with its row. An ended programme has no button for new links.
    onSuccess: () => (create.current ?? document.getElementById('main'))?.focus({ preventScroll: true }),
    onError: (error) =>
      showToast({ title: failureMessage(error, t('It did not work. Please try again.')), tone: 'danger' }),
  });
  // An ended programme has no button for new links, and a heading alone says nothing.
  if (!canJoin(programme) && !data?.invitations.length) return null;
  return (
    <Part
      title={t('Invitations')}
      action={
        canJoin(programme) && (
          <Button ref={create} onClick={() => setOpen(true)}>
            {t('New invitation link')}
          </Button>
        )
      }
    >
      {link && (
        <Banner
          tone="positive"
          action={<Button onClick={() => void copyText(link)}>{t('Copy the link')}</Button>}
          onDismiss={() => setLink(null)}
        >
          {t('Send this link to your students. It is shown only now.')}
          <span dir="ltr" className="mt-1 block break-all">
            {link}
          </span>
        </Banner>
      )}
      <ul className="grid gap-2 empty:hidden">
        {data?.invitations.map(({ invitationId, used, uses: most, until, domain: only }) => (
          <li
            key={invitationId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2"
          >
            <span id={`invitation-${invitationId}`}>
              {counted(
                most,
                '{used} of 1 place used, until {date}',
                '{used} of {count} places used, until {date}',
                {
                  used: spoken().number(used),
                  date: spoken().date(until, 'longDay'),
                },
              )}
              {only && <bdi className="ms-2 text-ink-soft">{only}</bdi>}
            </span>
            <Button
              variant="quiet"
              aria-describedby={`invitation-${invitationId}`}
              busy={revoke.isPending && revoke.variables === invitationId}
              onClick={() => revoke.mutate(invitationId)}
            >
              {t('Revoke')}
            </Button>
          </li>
        ))}
      </ul>
      <FormDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('New invitation link')}
        description={t('Everybody who has the link can join.')}
        submit={t('Create the link')}
        submitting={t('Saving...')}
        check={() => {
          const refusal = refusalOf(newInvitation, { ...wanted(), until: wanted().until.toISOString() });
          setProblem(refusal);
          return refusal === null;
        }}
        act={async () => {
          const { url } = await act(calls.inviteStudents({ programmeId, ...wanted() }));
          setLink(url);
        }}
      >
        <Field label={t('For how many students?')} error={problem}>
          <TextInput
            type="number"
            min={invitationUses.min}
            max={invitationUses.max}
            value={uses}
            onChange={({ target }) => setUses(target.valueAsNumber || 0)}
          />
        </Field>
        <Field label={t('For how many days?')}>
          <TextInput
            type="number"
            min={invitationDays.min}
            max={invitationDays.max}
            value={days}
            onChange={({ target }) => setDays(target.valueAsNumber || invitationDays.min)}
          />
        </Field>
        <Field
          label={t('Only for email addresses of this domain (optional)')}
          help={t('Such as uni.example')}
        >
          <TextInput dir="ltr" value={domain} onChange={({ target }) => setDomain(target.value)} />
        </Field>
      </FormDialog>
    </Part>
  );
}
