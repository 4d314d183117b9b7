import { t } from '@parlance/words/current';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/failure-message';
import { readAgain } from '#lib/read-again';
import { peopleKey } from '#people/people-queries';
import { useSignedIn } from '#session/signed-in';
import { showToast } from '#ui/toast';
import { moderationKey } from './moderation-queries';

/** Admin actions. Each one invalidates all queries of these screens. */
export function useModeration() {
  const { calls } = useSignedIn().runtime;
  const cache = useQueryClient();
  const refresh = async () => {
    await Promise.all([readAgain(cache, moderationKey), readAgain(cache, peopleKey)]);
  };
  const done = async (title: string) => {
    showToast({ title, tone: 'positive' });
    await refresh();
  };
  const failed = (error: unknown) =>
    showToast({ title: failureMessage(error, t('It did not work. Please try again.')), tone: 'danger' });

  const dismiss = useMutation({
    mutationFn: (reportId: string) => calls.dismissReport({ reportId }),
    onSuccess: () => done(t('The report was dismissed.')),
    onError: failed,
  });
  const remove = useMutation({
    mutationFn: (reportId: string) => calls.removeReported({ reportId }),
    onSuccess: () => done(t('The thanks were removed.')),
    onError: failed,
  });
  const unban = useMutation({
    mutationFn: (userId: string) => calls.unbanUser({ userId }),
    onSuccess: () => done(t('The ban was lifted.')),
    onError: failed,
  });
  return {
    dismiss,
    remove,
    unban,
    warn: async (reportId: string, text: string) => {
      await calls.warnReported({ reportId, text });
      await done(t('The warning is being sent.'));
    },
    ban: async (userId: string, reason: string) => {
      await calls.banUser({ userId, reason });
      await done(t('The person is banned.'));
    },
  };
}
