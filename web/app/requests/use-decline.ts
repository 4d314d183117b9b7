import { ApiError } from '@parlance/contract/errors';
import type { BaseProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { useMutation } from '@tanstack/react-query';
import { chatKey } from '#chat/engine/chat-queries';
import { failureMessage } from '#lib/failure-message';
import { nameOf } from '#people/person-name';
import { useSignedIn } from '#session/signed-in';
import { showToast } from '#ui/toast';
import { useRemoval } from './use-removal';

/** Declines a request; the sender is not told. */
export function useDecline(profile: BaseProfile) {
  const { runtime, user } = useSignedIn();
  const remove = useRemoval();
  const name = nameOf(profile);
  const leave = () => void remove(profile.userId, chatKey(user.userId));
  const { mutate, isPending } = useMutation({
    mutationFn: () => runtime.calls.declineRequest({ userId: profile.userId }),
    onSuccess: () => {
      showToast({ title: t('Declined. {name} is not told.', { name }) });
      leave();
    },
    onError: (error) => {
      // Answered in another tab, or the sender has left.
      if (error instanceof ApiError && error.is('ResourceNotFound')) return leave();
      showToast({ title: failureMessage(error, t('This could not be declined.')), tone: 'danger' });
    },
  });
  return { decline: () => mutate(), isDeclining: isPending };
}
