import { ApiError } from '@parlance/contract/errors';
import type { PageData } from '@parlance/contract/page-renderer';
import { t } from '@parlance/words/current';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { pageTitle } from '#lib/brand';
import { pageContext } from '#lib/page-context';
import type { ScreenHandle } from '#lib/screen-handle';
import { RenderedAt } from '#lib/use-now';
import { profileQuery } from '#people/people-queries';
import { nameOf } from '#people/person-name';
import { useReadySession } from '#session/signed-in';
import { ProfilePage } from './profile-page';
import { ProfileFailed, ProfileNotFound } from './profile-problems';
import { ProfileSkeleton } from './profile-skeleton';

export const loader = ({ context }: LoaderFunctionArgs) => context.get(pageContext).data;

/** In the browser the screen calls the API itself. */
export const clientLoader = () => null;

// The title contains the name, which is loaded later.
export const meta = () => [];

export const handle: ScreenHandle = { isForVisitors: true };

// A malformed id (400) is shown like an unknown one.
const isNobody = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.statusCode);

export default function Profile() {
  const { userId = '' } = useParams();
  const { runtime, user, loading } = useReadySession();
  const cache = useQueryClient();
  const loaded = useLoaderData<PageData | null>();
  // A member may see profiles that are hidden from visitors, so the API is still called.
  const isMissing = loaded?.profile === null && user === null;
  const { data, error, refetch } = useQuery({
    ...profileQuery(runtime.calls, user?.userId ?? null, userId, cache, loaded?.profile ?? undefined),
    enabled: !loading && !isMissing,
  });
  return (
    <RenderedAt value={loaded?.renderedAt ?? null}>
      <title>{pageTitle(data ? nameOf(data) : t('Profile'))}</title>
      {data ? (
        <ProfilePage key={userId} profile={data} />
      ) : isMissing || isNobody(error) ? (
        <ProfileNotFound />
      ) : error ? (
        <ProfileFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <ProfileSkeleton />
      )}
    </RenderedAt>
  );
}
