import type { ProgrammeHours } from '@parlance/contract/programmes';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { failureMessage } from '#lib/failure-message';
import { Part } from '#programmes/parts/page-frame';
import { useAct } from '#programmes/parts/programme-queries';
import { dayText } from '#programmes/parts/programme-words';
import { useSignedIn } from '#session/signed-in';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';
import { entryText } from './hours-part';

/** Hours that the partner declared; the student says whether they were held. */
export function HoursToConfirm({ programmeId, entries }: { programmeId: string; entries: ProgrammeHours[] }) {
  const { calls } = useSignedIn().runtime;
  const act = useAct();
  const list = useRef<HTMLUListElement>(null);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ hoursId, confirmed }: { hoursId: string; confirmed: boolean }) => {
      // The answered row disappears with the pressed button: the focus moves to the next row, or to the page.
      const next = list.current?.querySelector<HTMLElement>(`li:not([data-hours="${hoursId}"]) button`);
      (next ?? document.getElementById('main'))?.focus({ preventScroll: true });
      await act(
        calls.answerHours({ programmeId, hoursId, confirmed }),
        confirmed ? t('The hours count now.') : t('The hours were rejected.'),
      );
    },
    onError: (error) =>
      showToast({ title: failureMessage(error, t('It did not work. Please try again.')), tone: 'danger' }),
  });
  return (
    <Part title={t('Did you meet?')}>
      <p className="max-w-reading text-ink-soft">
        {t('Your partner added these hours. They count for both of you once you confirm them.')}
      </p>
      <ul ref={list} className="grid gap-3">
        {entries.map((entry) => {
          const answer = (confirmed: boolean) => mutate({ hoursId: entry.hoursId, confirmed });
          const isBusy = isPending && variables.hoursId === entry.hoursId;
          return (
            <li
              key={entry.hoursId}
              data-hours={entry.hoursId}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface p-4"
            >
              <p className="min-w-0 flex-1 basis-56">
                <span className="font-medium">{dayText(entry.day)}</span> · {entryText(entry)}
              </p>
              <div className="flex flex-wrap gap-3">
                <Button variant="primary" busy={isBusy} onClick={() => answer(true)}>
                  {t(word('Confirm', 'hours of a partner'))}
                </Button>
                <Button busy={isBusy} onClick={() => answer(false)}>
                  {t(word('Reject', 'hours of a partner'))}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}
