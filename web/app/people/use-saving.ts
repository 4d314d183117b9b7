import type { ResultOf } from '@parlance/contract/endpoint';
import type { FullProfile, searchUsers } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/failure-message';
import { useSignedIn } from '#session/signed-in';
import { showToast } from '#ui/toast';
import { peopleKey } from './people-queries';
import { nameOf } from './person-name';

/** Saves or removes a person: shown at once, and taken back if the call fails. */
export function useSaving(person: { userId: string; name: string }): (saved: boolean) => void {
  const { runtime, user } = useSignedIn();
  const cache = useQueryClient();
  const { userId } = person;
  const name = nameOf(person);
  const { mutate } = useMutation({
    // One after the other: the last press decides.
    scope: { id: `save ${userId}` },
    mutationFn: (saved: boolean) =>
      saved ? runtime.calls.saveUser({ userId }) : runtime.calls.unsaveUser({ userId }),
    async onMutate(saved) {
      // An answer from before the press would show the former state again. A first load goes on.
      await cache.cancelQueries({
        queryKey: [...peopleKey, user.userId],
        predicate: ({ state }) => state.data !== undefined,
      });
      showSaved(cache, user.userId, userId, saved);
    },
    onSuccess: () =>
      // Only marked as stale: a card that vanished at once could not be saved again.
      cache.invalidateQueries({
        queryKey: [...peopleKey, user.userId],
        refetchType: 'none',
        predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('"saved":true'),
      }),
    onError: (error, saved) => {
      showSaved(cache, user.userId, userId, !saved);
      showToast({
        title: failureMessage(
          error,
          saved ? t('{name} could not be saved.', { name }) : t('{name} could not be removed.', { name }),
        ),
        tone: 'danger',
      });
    },
  });
  return mutate;
}

type Cached = ResultOf<typeof searchUsers> | FullProfile;

/** Changes the person in every search page and profile of the viewer. */
export function showSaved(cache: QueryClient, viewerId: string, userId: string, isSaved: boolean): void {
  cache.setQueriesData<Cached>({ queryKey: [...peopleKey, viewerId] }, (cached) => {
    if (!cached) return cached;
    if ('users' in cached) {
      return {
        ...cached,
        users: cached.users.map((each) => (each.userId === userId ? { ...each, isSaved } : each)),
      };
    }
    return cached.userId === userId ? { ...cached, isSaved } : cached;
  });
}
