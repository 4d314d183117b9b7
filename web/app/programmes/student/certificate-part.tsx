import { certificateName } from '@parlance/contract/certificates';
import { programmeMax } from '@parlance/contract/programme-limits';
import type { ProgrammeView } from '@parlance/contract/programme-place';
import { spoken, t } from '@parlance/words/current';
import { useState } from 'react';
import { refusalOf } from '#lib/refusal';
import { Part } from '#programmes/parts/page-frame';
import { useAct } from '#programmes/parts/programme-queries';
import { dayText } from '#programmes/parts/programme-words';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Checkbox } from '#ui/checkbox';
import { copyText } from '#ui/copy-text';
import { Field } from '#ui/field';
import { FormDialog } from '#ui/form-dialog';
import { LinkButton } from '#ui/link-button';
import { TextInput } from '#ui/text-input';

/** The longest time that a certificate can be kept: the last day before it is over. */
function lastDay(): string {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() + programmeMax.keepYears);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

/** Issues the certificate. The server stores only a hash of its code, so the link is shown once. */
export function CertificatePart({ view }: { view: ProgrammeView }) {
  const { programme, certificate, canHaveCertificate } = view;
  const { runtime, user } = useSignedIn();
  const act = useAct();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState(user.name);
  const [problem, setProblem] = useState<string | null>(null);
  const [keeps, setKeeps] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const until = lastDay();
  if (!canHaveCertificate && !certificate) return null;
  return (
    <Part title={t('Certificate')}>
      {link ? (
        <Banner
          tone="positive"
          action={
            <>
              <LinkButton to={new URL(link, location.href).pathname} target="_blank" rel="noreferrer">
                {t('Open the certificate')}
              </LinkButton>
              <Button onClick={() => void copyText(link)}>{t('Copy the link')}</Button>
            </>
          }
        >
          {t('Your certificate is ready. Keep this link: it is shown only now.')}
          <span dir="ltr" className="mt-1 block break-all">
            {link}
          </span>
        </Banner>
      ) : (
        certificate && (
          <p className="text-ink-soft">
            {certificate.withdrawnAt
              ? t('Your certificate was withdrawn on {date}.', {
                  date: spoken().date(certificate.withdrawnAt, 'longDay'),
                })
              : t('Issued on {date}', { date: spoken().date(certificate.issuedAt, 'longDay') })}
          </p>
        )
      )}
      {canHaveCertificate && (
        <div>
          <Button variant={certificate ? 'secondary' : 'primary'} onClick={() => setOpen(true)}>
            {certificate ? t('Get a new certificate') : t('Get my certificate')}
          </Button>
        </div>
      )}
      <FormDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('Get my certificate')}
        description={
          certificate
            ? t('The link of the certificate before stops working.')
            : t('Only people with its link can see it.')
        }
        submit={t('Get my certificate')}
        submitting={t('Saving...')}
        check={() => {
          const refusal = refusalOf(certificateName, name);
          setProblem(refusal);
          return refusal === null;
        }}
        act={async () => {
          const { programmeId } = programme;
          const keepUntil = keeps ? until : undefined;
          const { url } = await act(runtime.calls.issueCertificate({ programmeId, name, keepUntil }));
          setLink(url);
        }}
      >
        <Field label={t('Name on the certificate')} error={problem}>
          <TextInput
            dir="auto"
            autoComplete="name"
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              setProblem(null);
            }}
          />
        </Field>
        <Checkbox
          label={t('Keep it checkable until {date}', { date: dayText(until) })}
          help={t('Otherwise it is deleted together with your account.')}
          checked={keeps}
          onChange={({ target }) => setKeeps(target.checked)}
        />
      </FormDialog>
    </Part>
  );
}
