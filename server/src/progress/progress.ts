import type { PayloadOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { LanguageCode } from '@parlance/contract/languages';
import {
  type getProgress as getProgressCall,
  type ProgressWeek,
  progressWeeks,
  type Rhythm,
} from '@parlance/contract/progress';
import { localDay } from '#platform/local-time';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { readSnapshot } from '#platform/snapshot-read';
import { zoneOf } from '#schedule/schedule';
import { bookIn, countsIn, messagesIn, practisedDays, talkIn } from './practice.ts';
import { activeMinutesIn, liveSessionsIn, minutesWithin } from './today.ts';
import { type Calendar, daysOfWeek, lastWeeks } from './weeks.ts';

type Wanted = PayloadOf<typeof getProgressCall>;

const monday = 1;
// Nested loops from the member's own rows: other join methods scan the rows of all members.
const byIndex = ['seqscan', 'hashjoin', 'mergejoin'] as const;

/** The caller's calendar: from the device, else from the account. */
async function calendarOf(
  { db }: Platform,
  { userId }: Caller,
  { timeZone, weekStart = monday }: Wanted,
): Promise<Calendar> {
  if (timeZone !== undefined) return { zone: timeZone, weekStart };
  const person = await db
    .selectFrom('users')
    .select(['time_zone', 'local_tz_offset'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new ApiError('SessionInvalid'));
  return { zone: zoneOf(person).id, weekStart };
}

/** The caller's current week. */
export async function getRhythm(platform: Platform, caller: Caller, wanted: Wanted): Promise<Rhythm> {
  const { userId } = caller;
  const calendar = await calendarOf(platform, caller, wanted);
  const now = platform.clock.now();
  const days = daysOfWeek(now, calendar);
  const [week] = lastWeeks(now, 1, calendar);
  const today = localDay(now, calendar.zone);
  const span = days.find(({ startsOn }) => startsOn === today);
  return readSnapshot(platform, byIndex, async ({ read }) => {
    const practised = await read(practisedDays(userId, days));
    const [counts] = await read(countsIn(userId, week ? [week] : []));
    const sessions = span ? await read(liveSessionsIn(userId, span)) : [];
    const active = span ? await read(activeMinutesIn(userId, span)) : [];
    const minutes = active.map(({ minute }) => minute);
    return {
      today,
      ...(span && { minutesToday: minutesWithin(span, { sessions, active: minutes }, now) }),
      days: days.map(({ startsOn }, at) => ({
        day: startsOn,
        isPractised: practised[at]?.isPractised ?? false,
      })),
      sessions: 0,
      phrasesSaved: 0,
      phrasesReviewed: 0,
      ...counts,
    };
  });
}

/** The caller's last weeks, ending with the current one. */
export async function getProgress(
  platform: Platform,
  caller: Caller,
  wanted: Wanted,
): Promise<{ weeks: ProgressWeek[] }> {
  const { userId } = caller;
  const calendar = await calendarOf(platform, caller, wanted);
  const spans = lastWeeks(platform.clock.now(), progressWeeks, calendar);
  return readSnapshot(platform, byIndex, async ({ read }) => {
    const counts = await read(countsIn(userId, spans));
    const book = await read(bookIn(userId, spans));
    const talk = await read(talkIn(userId, spans));
    const messages = await read(messagesIn(userId, spans));
    // The first row has the totals before the spans.
    const sumTo = (at: number, part: 'kept' | 'known') =>
      book.slice(0, at + 2).reduce((sum, row) => sum + row[part], 0);
    const weeks = spans.map(({ startsOn }, at) => ({
      startsOn,
      sessions: 0,
      phrasesSaved: 0,
      phrasesReviewed: 0,
      ...counts[at],
      phrasesKept: sumTo(at, 'kept'),
      phrasesKnown: sumTo(at, 'known'),
      talk: talk
        .filter(({ nth }) => nth === at + 1)
        .map(({ languageCode, ms }) => ({ languageCode: languageCode as LanguageCode, ms })),
      messages: messages
        .filter(({ nth }) => nth === at + 1)
        .map(({ chatMessageId, content }) => ({ chatMessageId, content })),
    }));
    return { weeks };
  });
}
