import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link, useParams } from 'react-router';
import { nameOf } from '#people/person-name';
import { useSignedIn } from '#session/signed-in';
import { pageTitle } from '#shell/brand';
import { BanActions } from './ban-actions';
import { ListSkeleton, LoadFailed } from './loading-states';
import { personQuery } from './moderation-queries';
import { PersonHistory } from './person-history';
import { PersonSummary } from './person-summary';

// The title holds the name, which the page knows later.
export const meta = () => [];

/** A person as moderation knows them. */
export default function PersonPage() {
  const { userId = '' } = useParams();
  const { calls } = useSignedIn().runtime;
  const { data: person, error, refetch } = useQuery(personQuery(calls, userId));
  return (
    <div className="grid grid-cols-1 gap-6">
      <title>{pageTitle(person ? nameOf(person.profile) : 'Person')}</title>
      <Link
        to="/admin"
        className="-ml-1 flex min-h-11 w-fit items-center gap-2 rounded-md px-1 text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        All reports
      </Link>
      {!person && !error && <ListSkeleton label="Loading the person..." />}
      {!person && error && <LoadFailed error={error} what="The person" onRetry={() => void refetch()} />}
      {person && (
        <>
          <h1 dir="auto" className="text-title [overflow-wrap:anywhere]">
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
    </div>
  );
}
