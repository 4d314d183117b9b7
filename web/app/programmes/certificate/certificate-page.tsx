import type { Certificate } from '@parlance/contract/certificates';
import { ApiError } from '@parlance/contract/errors';
import { spoken, t } from '@parlance/words/current';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { languageTitle } from '#languages/language-name';
import { pageTitle } from '#lib/brand';
import { failureMessage } from '#lib/failure-message';
import { queryClient } from '#lib/query-client';
import { dayText, hoursText } from '#programmes/parts/programme-words';
import { useSession } from '#session/session-context';
import type { SessionRuntime } from '#session/session-runtime';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { LoneWords } from '#ui/lone-page';
import { Spinner } from '#ui/spinner';
import stylesheet from './certificate.css?url';
import { CertificateCode } from './certificate-code';

/** Public page of a certificate, for its owner to print and for others to check. It is outside the layout of the app. */
export default function CertificatePage({ code }: { code: string }) {
  const { runtime } = useSession();
  return (
    <QueryClientProvider client={queryClient}>
      <title>{pageTitle(t('Certificate'))}</title>
      <meta name="robots" content="noindex" />
      {/* The build brings no styles along with what is loaded on use. */}
      <link rel="stylesheet" href={stylesheet} precedence="default" />
      <div className="certificate-page mx-auto grid w-full max-w-3xl gap-6 px-4 py-8 sm:px-6 sm:py-12">
        {runtime ? <CheckedCertificate runtime={runtime} code={code} /> : <Spinner />}
      </div>
    </QueryClientProvider>
  );
}

const isUnknown = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.statusCode);

function CheckedCertificate({ runtime: { calls }, code }: { runtime: SessionRuntime; code: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['certificate', code],
    queryFn: ({ signal }) => calls.getCertificate({ code }, { signal }),
  });
  if (isUnknown(error))
    return (
      <LoneWords title={t('There is no such certificate')}>
        {t('Part of the address may be missing. Its owner may also have deleted it.')}
      </LoneWords>
    );
  if (error)
    return (
      <Banner tone="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
        {failureMessage(error, t('The certificate could not be checked. Please try again.'))}
      </Banner>
    );
  if (!data) return <Spinner label={t('Checking the certificate...')} />;
  const isValid = data.status === 'valid';
  return (
    <>
      {isValid ? (
        <div className="certificate-action">
          <Banner
            tone="positive"
            action={
              <Button onClick={() => window.print()}>
                <Printer aria-hidden="true" className="size-5" />
                {t('Print or save as PDF')}
              </Button>
            }
          >
            {t('This certificate is valid.')}
          </Banner>
        </div>
      ) : (
        <Banner tone="danger">
          {data.withdrawnAt
            ? t('This certificate was withdrawn on {date}.', {
                date: spoken().date(data.withdrawnAt, 'longDay'),
              })
            : t('This certificate was withdrawn.')}
        </Banner>
      )}
      <Sheet certificate={data} address={`${location.origin}/certificate/${code}`} />
    </>
  );
}

function Sheet({ certificate, address }: { certificate: Certificate; address: string }) {
  const { name, programme, office, languages, minutes, termStartsOn, termEndsOn, issuedOn } = certificate;
  const [from, until] = [termStartsOn, termEndsOn].map((day) => new Date(`${day}T00:00:00Z`));
  return (
    <article className="certificate-sheet rounded-lg border border-line bg-surface p-6 sm:p-10">
      <header className="grid gap-1">
        <p dir="auto" className="text-page-start text-ink-soft">
          {office}
        </p>
        <p className="text-lg font-medium">{t('Certificate of a language tandem')}</p>
      </header>
      <div className="grid gap-3">
        <h1 dir="auto" className="text-page-start text-title wrap-anywhere">
          {name}
        </h1>
        <p dir="auto" className="text-page-start text-xl wrap-anywhere">
          {programme}
        </p>
        {from && until && (
          <p className="text-ink-soft">{spoken().dateRange(from, until, 'longDay', 'UTC')}</p>
        )}
      </div>
      <table className="w-full max-w-md">
        <caption className="sr-only">{t('Hours by language')}</caption>
        <tbody>
          {languages.map(({ languageCode, minutes: spent }) => (
            <tr key={languageCode} className="border-b border-line">
              <th scope="row" className="py-2 text-start font-normal">
                {languageTitle(languageCode)}
              </th>
              <td className="py-2 text-end tabular-nums">{hoursText(spent)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" className="py-2 text-start">
              {t('Total')}
            </th>
            <td className="py-2 text-end font-semibold tabular-nums">{hoursText(minutes)}</td>
          </tr>
        </tbody>
      </table>
      <footer className="mt-auto flex flex-wrap items-end justify-between gap-6">
        <div className="grid gap-1 text-sm">
          <p>{t('Issued on {date}', { date: dayText(issuedOn) })}</p>
          <p className="text-ink-soft">{t('Anyone can check it at this address:')}</p>
          <p dir="ltr" className="break-all">
            {address}
          </p>
        </div>
        <CertificateCode address={address} />
      </footer>
    </article>
  );
}
