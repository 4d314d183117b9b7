import type { SessionAnswer } from '@parlance/contract/reliability';
import { expect, test } from 'vitest';
import { transact } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { startTestApp } from '#test/app';
import { refusalOf } from '#test/appointments';
import { insertPeople, seededRandom } from '#test/booking-proof';
import type { TestClock } from '#test/clock';
import { readRecord } from './record.ts';
import { decideDue } from './trust.jobs.ts';
import { answerOutcome } from './trust.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

type Pick = <T>(from: readonly T[]) => T;

interface Session {
  id: string;
  pair: [string, string];
  endsAt: number;
}

/** One accepted answer. */
interface Said {
  session: Session;
  by: string;
  of: string;
  answer: SessionAnswer;
  at: number;
}

interface Story {
  said: Said[];
  sessions: Session[];
  blocked: Set<string>;
  gone: Set<string>;
}

const pairOf = (one: string, other: string) => [one, other].sort().join();

/** A reference implementation over the whole history of answers. */
function naiveRecord(person: string, now: number, story: Story): { kept: number; total: number } | null {
  const partners = new Set<string>();
  let [kept, total] = [0, 0];
  for (const session of story.sessions) {
    const ofSession = story.said.filter((each) => each.session === session);
    const theirs = ofSession.filter(({ of }) => of === person);
    const own = ofSession.filter(({ by }) => by === person);
    const last = theirs.at(-1);
    if (!last || session.endsAt <= now - 180 * dayMs) continue;
    if (story.blocked.has(pairOf(person, last.by)) || story.gone.has(last.by)) continue;
    if (last.answer === 'kept') {
      if (own.length > 0 && own.at(-1)?.answer !== 'kept') continue;
      kept += 1;
    } else if (last.answer === 'missed') {
      // A repeated answer keeps its first time; from then on the other member has three days to answer.
      let stands = theirs.length - 1;
      while (stands > 0 && theirs[stands - 1]?.answer === 'missed') stands -= 1;
      const counts = (theirs[stands]?.at ?? 0) + 72 * hourMs;
      if (now < counts || own.some(({ at }) => at < counts)) continue;
    } else continue;
    total += 1;
    partners.add(last.by);
  }
  return partners.size < 3 ? null : { kept, total };
}

/** Past sessions of one hour between two members each, none overlapping. */
async function insertSessions(platform: Platform, people: string[], pick: Pick): Promise<Session[]> {
  const { clock } = platform;
  const lastHour = Math.floor(clock.now().getTime() / hourMs) * hourMs;
  const sessions = Array.from({ length: 18 }, (_, index): Session => {
    const owner = pick(people);
    const booker = pick(people.filter((each) => each !== owner));
    return { id: newId(clock), pair: [owner, booker], endsAt: lastHour - index * 5 * hourMs };
  });
  await insertRows(platform, sessions);
  return sessions;
}

async function insertRows({ db }: Platform, sessions: Session[]): Promise<void> {
  const rows = sessions.map(({ id, pair: [owner, booker], endsAt }) => ({
    schedule_slot_id: id,
    user_id: owner,
    booked_by_user_id: booker,
    starts_at: new Date(endsAt - hourMs),
    ends_at: new Date(endsAt),
    duration: 60,
    created_at: new Date(endsAt - dayMs),
    updated_at: new Date(endsAt - dayMs),
  }));
  await db.insertInto('schedule_slots').values(rows).execute();
}

/** Runs one act and records its result. */
async function play(platform: Platform, story: Story, session: Session, pick: Pick): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const [by, of] = pick([session.pair, session.pair.toReversed() as [string, string]]);
  if (story.gone.has(by) || story.gone.has(of)) return;
  const pair = pairOf(by, of);
  const act = pick([...Array<string>(17).fill('answer'), 'block', 'unblock', 'leave']);
  if (act === 'answer') {
    const answer = pick(['kept', 'kept', 'kept', 'kept', 'missed', 'missed', 'moved'] as const);
    const caller = { userId: by, userSessionId: by, isAdmin: false };
    const refusal = await refusalOf(answerOutcome(platform, caller, { scheduleSlotId: session.id, answer }));
    const isLate = now.getTime() >= session.endsAt + 14 * dayMs;
    const code = story.blocked.has(pair) ? 3002 : isLate ? 3000 : undefined;
    expect((refusal as { code?: number }).code).toBe(code);
    if (code === undefined) story.said.push({ session, by, of, answer, at: now.getTime() });
  } else if (act === 'block') {
    story.blocked.add(pair);
    await db
      .insertInto('user_blocks')
      .values({ user_id: by, blocked_user_id: of, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await transact(platform, (tx) =>
      platform.effects.run(platform, tx, 'userBlocked', { userId: by, blockedUserId: of }),
    );
  } else if (act === 'unblock') {
    story.blocked.delete(pair);
    await db
      .deleteFrom('user_blocks')
      .where('user_id', 'in', [by, of])
      .where('blocked_user_id', 'in', [by, of])
      .execute();
    await transact(platform, (tx) =>
      platform.effects.run(platform, tx, 'userUnblocked', { userId: by, blockedUserId: of }),
    );
  } else if (pick([true, false, false, false])) {
    story.gone.add(by);
    await transact(platform, async (tx) => {
      const after = await platform.effects.run(platform, tx, 'userDeleted', { userId: by });
      await tx.deleteFrom('users').where('user_id', '=', by).execute();
      return after;
    });
  }
}

const cardOf = async ({ db }: Platform, userId: string) =>
  (
    await db
      .selectFrom('users')
      .select('comes_reliably')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).comes_reliably;

test('record and card equal a reference model after every operation, also late, blocked and deleted', {
  timeout: 120_000,
}, async () => {
  const { platform, clock } = await startTestApp({ env: { RATE_LIMITS: 'off' } });
  const random = seededRandom(15);
  const pick: Pick = (from) => from[Math.floor(random() * from.length)] as never;
  const seen = { numbers: 0, reliable: 0, none: 0 };
  for (let round = 0; round < 6; round += 1) {
    const people = (await insertPeople(platform, 5)).map(({ userId }) => userId);
    const sessions = await insertSessions(platform, people, pick);
    const story: Story = { said: [], sessions, blocked: new Set(), gone: new Set() };
    for (let act = 0; act < 40; act += 1) {
      // Around three days, the threshold of the rule.
      clock.advance({ hours: pick([0, 0, 0, 1, 5, 72]), ms: pick([-1, 0, 1]) + (act === 0 ? 1 : 0) });
      if (act === 39) clock.advance({ days: pick([100, 150, 165, 179]) });
      for (const session of [pick(sessions), pick(sessions)]) await play(platform, story, session, pick);
      await decideDue(platform);
      for (const person of people.filter((each) => !story.gone.has(each))) {
        const expected = naiveRecord(person, clock.now().getTime(), story);
        const isReliable = expected !== null && expected.kept / expected.total >= 0.9;
        const { sessions: known } = await readRecord(platform.db, person, clock.now());
        expect([known, await cardOf(platform, person)], `${round}.${act}`).toEqual([expected, isReliable]);
        seen[expected === null ? 'none' : isReliable ? 'reliable' : 'numbers'] += 1;
      }
    }
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(40);
});

/** Creates sessions that have just ended, and answers for them. */
function tellers(platform: Platform, clock: TestClock, story: Story) {
  const hold = async (pair: [string, string]) => {
    clock.set(new Date(Math.ceil(clock.now().getTime() / hourMs + 1) * hourMs));
    const session: Session = { id: newId(clock), pair, endsAt: clock.now().getTime() };
    await insertRows(platform, [session]);
    story.sessions.push(session);
    return session;
  };
  const say = async (session: Session, by: string, answer: SessionAnswer) => {
    const of = session.pair.find((each) => each !== by) ?? '';
    const caller = { userId: by, userSessionId: by, isAdmin: false };
    await answerOutcome(platform, caller, { scheduleSlotId: session.id, answer });
    story.said.push({ session, by, of, answer, at: clock.now().getTime() });
  };
  return { hold, say };
}

test('every pair of answers in either order, around the 72-hour limit, counts as in a reference model', {
  timeout: 120_000,
}, async () => {
  const { platform, clock } = await startTestApp({ env: { RATE_LIMITS: 'off' } });
  const [one = '', other = '', ...partners] = (await insertPeople(platform, 5)).map(({ userId }) => userId);
  const story: Story = { said: [], sessions: [], blocked: new Set(), gone: new Set() };
  const { hold, say } = tellers(platform, clock, story);
  for (const partner of partners) {
    for (const person of [one, other]) await say(await hold([person, partner]), partner, 'kept');
  }
  const answers = ['kept', 'missed', 'moved', null] as const;
  const counted = new Set<string>();
  for (const first of answers) {
    for (const second of answers) {
      for (const gapMs of [72 * hourMs - 1, 72 * hourMs]) {
        const session = await hold([one, other]);
        if (first) await say(session, one, first);
        clock.advance({ ms: gapMs });
        if (second) await say(session, other, second);
        const compare = async (when: string) => {
          const now = clock.now();
          for (const person of [one, other]) {
            const expected = naiveRecord(person, now.getTime(), story);
            const { sessions } = await readRecord(platform.db, person, now);
            expect(sessions, `${first}, ${second} after ${gapMs}, ${when}`).toEqual(expected);
            counted.add(JSON.stringify(expected));
          }
        };
        for (const waitMs of [0, 72 * hourMs - 1, 1]) {
          clock.advance({ ms: waitMs });
          await compare(`then ${waitMs}`);
        }
        // A changed answer keeps its first time.
        if (second) await say(session, other, second === 'kept' ? 'moved' : 'kept');
        await compare('changed');
      }
    }
  }
  expect(counted.size).toBeGreaterThan(8);
});

test('the card counts each of several misses at its own time, without another answer', async () => {
  const { platform, clock } = await startTestApp({ env: { RATE_LIMITS: 'off' } });
  const [one = '', ...partners] = (await insertPeople(platform, 4)).map(({ userId }) => userId);
  const [first = '', second = ''] = partners;
  const story: Story = { said: [], sessions: [], blocked: new Set(), gone: new Set() };
  const { hold, say } = tellers(platform, clock, story);
  for (const partner of partners) await say(await hold([one, partner]), partner, 'kept');
  for (let nth = 0; nth < 6; nth += 1) await say(await hold([one, first]), first, 'kept');
  await say(await hold([one, first]), first, 'missed');
  const missed = await hold([one, second]);
  await say(missed, second, 'missed');
  const saidAt = clock.now().getTime();
  await say(await hold([one, second]), second, 'missed');
  // A repeated answer keeps its first time.
  await say(missed, second, 'missed');
  const cardAfter = async (ms: number) => {
    clock.set(new Date(saidAt + ms));
    await decideDue(platform);
    return cardOf(platform, one);
  };
  // Nine of ten, then nine of eleven.
  expect(await cardAfter(71 * hourMs)).toBe(true);
  expect(await cardAfter(72 * hourMs - 1)).toBe(true);
  expect(await cardAfter(72 * hourMs)).toBe(false);
});
