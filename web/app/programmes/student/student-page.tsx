import type { ProgrammeView } from '@parlance/contract/programme-place';
import { t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import { pageTitle } from '#lib/brand';
import { sentence } from '#lib/sentence';
import { Loaded, Part } from '#programmes/parts/page-frame';
import { programmeQuery } from '#programmes/parts/programme-queries';
import { dayText, placeSentence } from '#programmes/parts/programme-words';
import { useSignedIn } from '#session/signed-in';
import { LinkButton } from '#ui/link-button';
import { AccountEnd } from './account-end';
import { Answers } from './answers';
import { AskCoordinator, LeaveProgramme } from './asking';
import { CertificatePart } from './certificate-part';
import { HoursPart } from './hours-part';
import { HoursToConfirm } from './hours-to-confirm';
import { OfferTimes } from './offer-times';
import { PartnerCard } from './partner-card';

/** A programme as a student sees it. Coordinators and guests are sent to their own screen. */
export default function StudentPage({ programmeId }: { programmeId: string }) {
  const [search] = useSearchParams();
  const { calls } = useSignedIn().runtime;
  const query = useQuery(programmeQuery(calls, programmeId, search.get('invitation') ?? undefined));
  return (
    <Loaded query={query}>
      {(view) =>
        view.role === 'student' ? (
          <Place view={view} />
        ) : (
          <Navigate
            to={{
              pathname: `/programmes/${programmeId}/${view.role === 'guest' ? 'join' : 'coordinate'}`,
              search: search.toString(),
            }}
            replace
          />
        )
      }
    </Loaded>
  );
}

function Place({ view }: { view: ProgrammeView }) {
  const { programme, place, partners, toConfirm, hours, accountEnd } = view;
  const { programmeId, name, office, state, eraseOn } = programme;
  const isOver = state === 'closed' || state === 'erased';
  return (
    <div className="grid grid-cols-1 gap-10">
      <title>{pageTitle(name)}</title>
      <header className="grid gap-2">
        <p dir="auto" className="text-page-start text-ink-soft">
          {office}
        </p>
        <h1 dir="auto" className="text-page-start text-title wrap-anywhere">
          {name}
        </h1>
        <p role="status" className="max-w-reading text-lg">
          {placeSentence(view)}
        </p>
      </header>
      {partners.length > 0 && (
        <ul className="grid grid-cols-1 gap-4">
          {partners.map((partner) => (
            <PartnerCard key={partner.pairId} programme={programme} partner={partner} />
          ))}
        </ul>
      )}
      {place && partners.length > 0 && !isOver && <OfferTimes place={place} />}
      {toConfirm.length > 0 && <HoursToConfirm programmeId={programmeId} entries={toConfirm} />}
      {hours && (state === 'running' || state === 'closed') && <HoursPart view={view} hours={hours} />}
      <CertificatePart view={view} />
      {accountEnd && <AccountEnd programmeId={programmeId} {...accountEnd} />}
      <Part title={t('Your place')}>
        <p className="max-w-reading text-ink-soft">
          {sentence(
            '{office} sees when and how long you meet, never what you write or say. All of it is deleted on {date}.',
            { office: <bdi>{office}</bdi>, date: dayText(eraseOn) },
          )}
        </p>
        {place && !isOver && <Answers place={place} />}
        <div className="flex flex-wrap gap-3">
          {!isOver && (
            <>
              <AskCoordinator programmeId={programmeId} />
              <LinkButton to={`/programmes/${programmeId}/join`}>
                {t('Change languages and times')}
              </LinkButton>
            </>
          )}
          <LeaveProgramme programmeId={programmeId} name={name} hasPartner={partners.length > 0} />
        </div>
      </Part>
    </div>
  );
}
