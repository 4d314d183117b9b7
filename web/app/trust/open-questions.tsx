import type { Appointment } from '@parlance/contract/schedule';
import { counted, t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';
import { SessionTimes } from '#schedule/session-times';
import { dayHeading } from '#schedule/time-text';
import { viewerZone } from '#schedule/viewer-zone';
import { dayAt } from '#schedule/zoned-time';
import { useSignedIn } from '#session/signed-in';
import { Avatar } from '#ui/avatar';
import { AfterSession } from './after-session';
import { askedSessions } from './asked-sessions';
import { endedSessionsQuery } from './trust-queries';

/** Unanswered sessions of the last weeks, without those that the screen shows anyway. */
export function OpenQuestions({ shown }: { shown: Appointment[] }) {
  const { runtime, user } = useSignedIn();
  const { data = [] } = useQuery(endedSessionsQuery(runtime.calls, user.userId));
  const [answered, setAnswered] = useState<string[]>([]);
  const shownIds = shown.map(({ scheduleSlotId }) => scheduleSlotId);
  const asked = askedSessions(data, shownIds, answered);
  if (asked.length === 0) return null;
  const firstOpen = asked.find(({ outcome }) => outcome?.answer === null);
  const isOpen = ({ outcome, scheduleSlotId }: Appointment) =>
    outcome?.answer === null && !shownIds.includes(scheduleSlotId);
  const more = data.filter(isOpen).length - asked.filter(isOpen).length;
  return (
    <section aria-labelledby="open-questions" className="grid gap-3">
      <h2 id="open-questions" className="text-xl">
        {t('How was it?')}
      </h2>
      <ul className="grid gap-3">
        {asked.map((session) => {
          const partner = session.userId === user.userId ? session.bookedByUser : session.user;
          const { scheduleSlotId, startsAt } = session;
          return (
            partner && (
              <li
                key={scheduleSlotId}
                className="grid grid-cols-1 gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5"
              >
                <div className="flex items-start gap-4">
                  <Avatar name={nameOf(partner)} src={partner.profileImageUrl} size="md" />
                  <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
                    <p className="font-semibold wrap-anywhere">
                      {sentence('Session with {name}', { name: <bdi>{nameOf(partner)}</bdi> })}
                    </p>
                    <p className="text-ink-soft">
                      {dayHeading(dayAt(viewerZone(), startsAt.getTime()))}
                      <br />
                      <SessionTimes slot={session} />
                    </p>
                  </div>
                </div>
                <AfterSession
                  session={session}
                  partner={partner}
                  isExplained={firstOpen === undefined || session === firstOpen}
                  onAnswered={() => setAnswered((ids) => [...ids, scheduleSlotId])}
                />
              </li>
            )
          );
        })}
      </ul>
      {more > 0 && (
        <Link to="/appointments?show=past" className="min-h-11 content-center justify-self-start underline">
          {counted(more, '1 more question is under “Past”', '{count} more questions are under “Past”')}
        </Link>
      )}
    </section>
  );
}
