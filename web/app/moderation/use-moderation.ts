import type { removableParts } from '@parlance/contract/moderation';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage } from '#lib/failure-message';
import { readAgain } from '#lib/read-again';
import { peopleKey } from '#people/people-queries';
import type { Reason } from '#reports/reason-select';
import { useSignedIn } from '#session/signed-in';
import { showToast } from '#ui/toast';
import { moderationKey } from './moderation-queries';

type Removable = (typeof removableParts)[number];

const removedWords = {
  thanks: word('The thanks were removed.'),
  picture: word('The picture was removed.'),
  words: word('The words were removed.'),
} satisfies Record<Removable | 'thanks', string>;

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
    mutationFn: (removal: { reportId: string; what?: Removable }) => calls.removeReported(removal),
    onSuccess: (_answer, { what }) => done(t(removedWords[what ?? 'thanks'])),
    onError: failed,
  });
  const unban = useMutation({
    mutationFn: (userId: string) => calls.unbanUser({ userId }),
    onSuccess: () => done(t('The ban was lifted.')),
    onError: failed,
  });
  const clear = useMutation({
    mutationFn: (caseId: string) => calls.clearCase({ caseId }),
    onSuccess: () => done(t('The hold has ended.')),
    onError: failed,
  });
  return {
    dismiss,
    clear,
    remove,
    unban,
    warn: async (reportId: string, text: string) => {
      await calls.warnReported({ reportId, text });
      await done(t('The warning is being sent.'));
    },
    restrict: async (caseId: string, days: number) => {
      await calls.restrictCase({ caseId, days });
      await done(t('The restriction has begun.'));
    },
    warnHeld: async (caseId: string, text: string) => {
      await calls.warnHeld({ caseId, text });
      await done(t('The warning is being sent.'));
    },
    ban: async (userId: string, ban: { reason: string; warns?: Reason }) => {
      await calls.banUser({ userId, ...ban });
      await done(t('The person is banned.'));
    },
  };
}
