import { t } from '@parlance/words/current';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/failure-message';
import { readAgain } from '#lib/read-again';
import { useSignedIn } from '#session/signed-in';
import { showToast } from '#ui/toast';
import { profileQuery } from './people-queries';
import { nameOf } from './person-name';

interface Person {
  userId: string;
  name: string;
}

/** Blocks and unblocks a member, with a toast that offers undo. */
export function useBlocking(person: Person) {
  const { runtime, user } = useSignedIn();
  const { calls } = runtime;
  const cache = useQueryClient();
  const { userId } = person;
  const name = nameOf(person);

  const { mutate, isPending } = useMutation({
    mutationFn: (block: boolean) => (block ? calls.blockUser({ userId }) : calls.unblockUser({ userId })),
    onSuccess: (_answer, block) => {
      const { queryKey } = profileQuery(calls, user.userId, userId, cache);
      cache.setQueryData(queryKey, (profile) => profile && { ...profile, isBlockedByUser: block });
      // A block affects search, availability, bookings and conversations, so all queries are invalidated.
      void readAgain(cache, []);
      showToast({
        title: block ? t('You blocked {name}.', { name }) : t('You unblocked {name}.', { name }),
        action: { label: t('Undo'), onSelect: () => mutate(!block) },
      });
    },
    onError: (error, block) =>
      showToast({
        title: failureMessage(
          error,
          block ? t('{name} could not be blocked.', { name }) : t('{name} could not be unblocked.', { name }),
        ),
        tone: 'danger',
      }),
  });
  return { setBlocked: mutate, isPending };
}
