import type { ProgrammeState } from '@parlance/contract/programmes';
import { sql } from 'kysely';
import { dayAfter, localDay } from '#platform/local-time';
import { queueMails } from '#platform/mail-queue';
import type { Platform } from '#platform/platform';
import { endsAccounts, tellAccountEnds } from './account-ends.ts';
import { tellCoordinators } from './digest.ts';
import { eraseProgramme } from './erasure.ts';
import { hoursTotals } from './hour-totals.ts';
import type { ProgrammeRow } from './roles.ts';
import { resumeRounds } from './rounds.ts';
import { moveOn } from './settings.ts';

const everySeconds = 60;
const dayMs = 24 * 3_600_000;
const warnDays = 30;
const firstSessionDays = 14;
const roundDays = 30;
const pastYears = 2;

/** Dates pass: states, mails, and the erasure. */
export function programmesJobs(platform: Platform): void {
  platform.jobs.every(everySeconds, 'programmes', async () => {
    const programmes = await platform.db
      .selectFrom('programmes')
      .selectAll()
      .where('erased_at', 'is', null)
      .orderBy('programme_id')
      .execute();
    const failures: unknown[] = [];
    // A programme that fails must not keep another one from its day of erasure.
    for (const programme of programmes)
      await keepDates(platform, programme).catch((error: unknown) => failures.push(error));
    if (programmes.length > 0) await resumeRounds(platform);
    await purge(platform);
    if (failures.length > 0) throw failures[0];
  });
}

/** The state that the date demands, or null. */
function dueState(programme: ProgrammeRow, today: string): ProgrammeState | null {
  const { state, registration_ends_on, term_starts_on, term_ends_on } = programme;
  if (today > term_ends_on && ['matching', 'published', 'running'].includes(state)) return 'closed';
  if (state === 'registration' && today > registration_ends_on) return 'matching';
  if (state === 'published' && today >= term_starts_on) return 'running';
  return null;
}

async function keepDates(platform: Platform, programme: ProgrammeRow): Promise<void> {
  const today = localDay(platform.clock.now(), programme.time_zone);
  if (programme.state === 'erased' || today >= programme.erase_on) return eraseProgramme(platform, programme);
  const due = dueState(programme, today);
  const moved = due && (await moveOn(platform.db, programme, due));
  if (moved?.state === 'closed') await tellFinished(platform, moved);
  const now = moved || programme;
  if (now.state === 'running' && today >= dayAfter(now.term_starts_on, firstSessionDays))
    await tellWithoutSession(platform, now);
  const half = dayAfter(
    now.term_starts_on,
    Math.round(daysBetween(now.term_starts_on, now.term_ends_on) / 2),
  );
  if (now.state === 'running' && today >= half)
    await tellOnce(platform, now, 'half_told_at', 'programme-half');
  if (now.state !== 'draft' && today >= dayAfter(now.erase_on, -warnDays)) {
    if (endsAccounts(platform, now)) await tellAccountEnds(platform, now);
    else await tellOnce(platform, now, 'erase_told_at', 'programme-erasure');
  }
  if (!['draft', 'closed'].includes(now.state)) await tellCoordinators(platform, now);
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

/** Queues a mail to all students once: the guarded UPDATE decides between nodes. */
async function tellOnce(
  platform: Platform,
  { programme_id }: ProgrammeRow,
  column: 'half_told_at' | 'erase_told_at',
  kind: string,
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const told = await tx
      .updateTable('programmes')
      .set({ [column]: platform.clock.now() })
      .where('programme_id', '=', programme_id)
      .where(column, 'is', null)
      .returning('programme_id')
      .executeTakeFirst();
    if (!told) return;
    const students = await tx
      .selectFrom('programme_places')
      .select('user_id')
      .where('programme_id', '=', programme_id)
      .execute();
    const mails = students.map(({ user_id }) => ({ kind, userId: user_id, subjectId: programme_id }));
    await queueMails(tx, platform.clock, mails);
  });
}

/** Two weeks into the term, those with a partner and no session, once each. */
async function tellWithoutSession(platform: Platform, { programme_id }: ProgrammeRow): Promise<void> {
  const { clock, db } = platform;
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ user_id: string }>`
      UPDATE programme_places AS place SET first_session_told_at = ${clock.now()}
      WHERE programme_id = ${programme_id} AND first_session_told_at IS NULL
        AND NOT EXISTS (SELECT FROM programme_hours AS hours
          WHERE hours.programme_id = place.programme_id AND hours.user_id = place.user_id)
        AND EXISTS (SELECT FROM programme_pairs AS pair WHERE pair.programme_id = place.programme_id
          AND pair.ended_at IS NULL AND place.user_id IN (pair.user_id, pair.partner_user_id))
      RETURNING user_id`.execute(tx);
    const mails = rows.map(({ user_id }) => ({
      kind: 'programme-first-session',
      userId: user_id,
      subjectId: programme_id,
    }));
    await queueMails(tx, clock, mails);
  });
}

/** At the end of the term, those who have all hours. */
async function tellFinished(platform: Platform, programme: ProgrammeRow): Promise<void> {
  const { db, clock } = platform;
  const hours = await hoursTotals(db, programme);
  const students = await db
    .selectFrom('programme_places')
    .select('user_id')
    .where('programme_id', '=', programme.programme_id)
    .execute();
  const finished = students.filter(({ user_id }) => {
    const { countedMinutes, neededMinutes } = hours(user_id).total;
    return countedMinutes >= neededMinutes;
  });
  const mails = finished.map(({ user_id }) => ({
    kind: 'programme-certificate',
    userId: user_id,
    subjectId: programme.programme_id,
  }));
  await db.transaction().execute((tx) => queueMails(tx, clock, mails));
}

/** Rounds after a month, former partners after two years, certificates after their day. */
async function purge({ db, clock }: Platform): Promise<void> {
  const now = clock.now();
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  await db.deleteFrom('programme_rounds').where('made_at', '<', before(roundDays)).execute();
  await db
    .deleteFrom('programme_past_partners')
    .where('created_at', '<', before(pastYears * 365))
    .execute();
  await db.deleteFrom('certificates').where('keep_until', '<', now.toISOString().slice(0, 10)).execute();
}
