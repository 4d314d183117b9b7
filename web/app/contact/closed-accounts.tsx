import type { ContactWarning } from '@parlance/contract/contact';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { failureMessage } from '#lib/failure-message';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';

/** Reasons inside a sentence. */
const reasonWords = {
  spam: word('spam or advertising'),
  harassment: word('harassment or threats'),
  sexual: word('unwanted sexual content'),
  scam: word('a scam or a request for money'),
} satisfies Record<Exclude<ContactWarning['reason'], 'other'>, string>;

/** Above the chats: accounts that had written to the member and were closed. Each is shown until it is dismissed. */
export function ClosedAccounts() {
  const { runtime, user } = useSignedIn();
  const { calls } = runtime;
  const cache = useQueryClient();
  const queryKey = ['contact-warnings', user.userId];
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => calls.listWarnings(undefined, { signal }) });
  const { mutate } = useMutation({
    mutationFn: (warningId: string) => calls.markWarningSeen({ warningId }),
    onMutate: (warningId) => {
      cache.setQueryData<typeof data>(queryKey, (known) => ({
        warnings: (known?.warnings ?? []).filter((warning) => warning.warningId !== warningId),
      }));
    },
    onError: (error) =>
      showToast({ title: failureMessage(error, t('It did not work. Please try again.')), tone: 'danger' }),
    // The next ones, or the one that could not be marked.
    onSettled: () => cache.invalidateQueries({ queryKey }),
  });
  const place = useRef<HTMLUListElement>(null);
  const pressed = useRef<number | null>(null);
  // The pressed button disappears with its row: the focus moves to the next one, or to the heading of the chats.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is lost when the number of rows changes
  useLayoutEffect(() => {
    const index = pressed.current;
    pressed.current = null;
    if (index === null || document.activeElement !== document.body) return;
    const buttons = place.current?.querySelectorAll<HTMLElement>('button') ?? [];
    (buttons[Math.min(index, buttons.length - 1)] ?? document.getElementById('messages'))?.focus();
  }, [data?.warnings.length]);
  if (!data || data.warnings.length === 0) return null;
  return (
    <ul ref={place} className="grid grid-cols-1 gap-3 border-b border-line p-4 sm:px-6 lg:px-5">
      {data.warnings.map((warning, index) => (
        <li key={warning.warningId}>
          <Banner
            action={
              <Button
                onClick={() => {
                  pressed.current = index;
                  mutate(warning.warningId);
                }}
              >
                {t(word('Understood', 'a warning'))}
              </Button>
            }
          >
            <span className="wrap-anywhere">
              {closedText(warning)} {t('If you went on elsewhere, send no money and block them there.')}
            </span>
          </Banner>
        </li>
      ))}
    </ul>
  );
}

function closedText({ name, reason }: ContactWarning): ReactNode {
  const shown = <bdi className="font-medium">{nameOf({ name })}</bdi>;
  return reason === 'other'
    ? sentence('An account that wrote to you, {name}, was closed.', { name: shown })
    : // words: {reason} is "spam or advertising", "harassment or threats", "a scam or a request for money"
      sentence('An account that wrote to you, {name}, was closed for {reason}.', {
        name: shown,
        reason: t(reasonWords[reason]),
      });
}
