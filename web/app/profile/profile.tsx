import { ApiError } from '@parlance/contract/errors';
import { t } from '@parlance/words/current';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { pageTitle } from '#lib/brand';
import type { ScreenHandle } from '#lib/screen-handle';
import { profileQuery } from '#people/people-queries';
import { nameOf } from '#people/person-name';
import { useReadySession } from '#session/signed-in';
import { ProfilePage } from './profile-page';
import { ProfileFailed, ProfileNotFound } from './profile-problems';
import { ProfileSkeleton } from './profile-skeleton';

// The title holds the person's name, which the page knows later.
export const meta = () => [];

export const handle: ScreenHandle = { Opening: ProfileSkeleton, isForMembers: true };

// A malformed id is refused as such; for the reader it is nobody's, too.
const isNobody = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.statusCode);

export default function Profile() {
  const { userId = '' } = useParams();
  const { runtime, user } = useReadySession();
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(profileQuery(runtime.calls, user?.userId ?? null, userId, cache));
  return (
    <>
      <title>{pageTitle(data ? nameOf(data) : t('Profile'))}</title>
      {data ? (
        <ProfilePage key={userId} profile={data} />
      ) : isNobody(error) ? (
        <ProfileNotFound />
      ) : error ? (
        <ProfileFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <ProfileSkeleton />
      )}
    </>
  );
}
