import type { ProgrammeStudent, StudentRisk } from '@parlance/contract/programme-students';
import { dayAfter, localDay, startOfDay } from '#platform/local-time';
import type { ProgrammeRow } from './roles.ts';

const dayMs = 24 * 3_600_000;
const quietDays = 14;
const missedMax = 2;

type Judged = Pick<ProgrammeStudent, 'lastSessionAt' | 'hours' | 'sessions' | 'help'>;

/** Why a coordinator should contact a student; only while the programme runs. */
export function risksOf(
  { lastSessionAt, hours, sessions, help }: Judged,
  programme: ProgrammeRow,
  now: Date,
): StudentRisk[] {
  if (programme.state !== 'running') return [];
  const { term_starts_on, term_ends_on, time_zone } = programme;
  const startsAt = startOfDay(term_starts_on, time_zone).getTime();
  const endsAt = startOfDay(dayAfter(term_ends_on, 1), time_zone).getTime();
  const elapsed = Math.min(1, Math.max(0, (now.getTime() - startsAt) / (endsAt - startsAt)));
  const quietSince = new Date(now.getTime() - quietDays * dayMs);
  const hasBegun = localDay(now, time_zone) >= dayAfter(term_starts_on, quietDays);
  // No further session is needed once all hours are counted.
  const isDone = hours.countedMinutes >= hours.neededMinutes;
  return [
    ...(!isDone && lastSessionAt === null && hasBegun ? (['no-session'] as const) : []),
    ...(!isDone && lastSessionAt !== null && lastSessionAt <= quietSince ? (['quiet'] as const) : []),
    ...(elapsed >= 0.5 && hours.countedMinutes < (hours.neededMinutes * elapsed) / 2
      ? (['behind'] as const)
      : []),
    ...(sessions.missed >= missedMax ? (['missed'] as const) : []),
    ...(help.some(({ askedAt }) => askedAt > quietSince) ? (['help'] as const) : []),
  ];
}
