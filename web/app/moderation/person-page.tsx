import { t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { nameOf } from '#people/person-name';
import { useSignedIn } from '#session/signed-in';
import { BanActions } from './ban-actions';
import { DetailPage } from './detail-page';
import { personQuery } from './moderation-queries';
import { PersonHistory } from './person-history';
import { PersonSummary } from './person-summary';

export default function PersonPage() {
  const { userId = '' } = useParams();
  const { calls } = useSignedIn().runtime;
  const query = useQuery(personQuery(calls, userId));
  return (
    <DetailPage
      title={query.data ? nameOf(query.data.profile) : t('Person')}
      loading={t('Loading the person...')}
      failed={t('The person could not be loaded.')}
      query={query}
    >
      {(person) => (
        <>
          <h1 dir="auto" className="text-page-start text-title [overflow-wrap:anywhere]">
            {nameOf(person.profile)}
          </h1>
          <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
            <div className="grid min-w-0 gap-5">
              <PersonSummary person={person} />
              {person.profile.description && (
                <p
                  dir="auto"
                  className="max-w-reading [overflow-wrap:anywhere] whitespace-pre-wrap text-ink-soft"
                >
                  {person.profile.description}
                </p>
              )}
              <div className="flex flex-wrap gap-3">
                <BanActions person={person} />
              </div>
            </div>
            <PersonHistory person={person} />
          </div>
        </>
      )}
    </DetailPage>
  );
}
