import { expect, test } from 'vitest';
import { banUser, unbanUser } from '#moderation/moderation';
import { getProfileOf } from '#people/people';
import { transact } from '#platform/effects';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { startTestApp } from '#test/app';
import { refusalOf } from '#test/appointments';
import { insertPeople, seededRandom } from '#test/booking-proof';
import type { TestClock } from '#test/clock';
import { exportThanks } from './thanks.export.ts';
import { getSessionThanks, giveThanks, listThanks, removeThanks, updateThanks } from './thanks.ts';

const hourMs = 3_600_000;
const twoWeeksMs = 14 * 24 * hourMs;

interface Session {
  id: string;
  pair: [string, string];
  endsAt: number;
}

/** One accepted text. */
interface Written {
  session: Session;
  by: string;
  to: string;
  text: string;
  at: number;
}

/** The recorded history. */
interface Story {
  sessions: Session[];
  written: Written[];
  /** Blocker and blocked. */
  blocks: Set<string>;
  banned: Set<string>;
  gone: Set<string>;
  /** Session and author of hidden and of removed thanks. */
  hidden: Set<string>;
  removed: Set<string>;
}

const keyOf = ({ id }: Session, by: string) => `${id} ${by}`;
const callerOf = (userId: string) => ({ userId, userSessionId: userId, isAdmin: false });
const otherOf = ({ pair }: Session, person: string) => (pair[0] === person ? pair[1] : pair[0]);

const areBlocked = (one: string, other: string, { blocks }: Story) =>
  blocks.has(`${one} ${other}`) || blocks.has(`${other} ${one}`);

/** When the thanks of a session open: once both have written, or after two weeks. */
function opensAt(session: Session, { written }: Story): number {
  const firsts = session.pair.map(
    (person) => written.find((each) => each.session === session && each.by === person)?.at,
  );
  const [one, other] = firsts;
  return one === undefined || other === undefined ? session.endsAt + twoWeeksMs : Math.max(one, other);
}

interface Shown {
  session: string;
  from: string;
  text: string;
  shownAt: number;
}

/** A reference implementation: what a viewer can read on a member's page, newest first. */
function naiveView(receiver: string, viewer: string, now: number, story: Story): Shown[] {
  const shown: Shown[] = [];
  for (const session of story.sessions) {
    if (!session.pair.includes(receiver)) continue;
    const from = otherOf(session, receiver);
    const last = story.written.filter((each) => each.session === session && each.by === from).at(-1);
    const shownAt = opensAt(session, story);
    if (!last || shownAt > now || story.removed.has(keyOf(session, from))) continue;
    if (story.gone.has(from) || story.gone.has(receiver) || story.banned.has(from)) continue;
    if (areBlocked(from, receiver, story) || areBlocked(viewer, receiver, story)) continue;
    if (areBlocked(viewer, from, story)) continue;
    if (story.hidden.has(keyOf(session, from)) && viewer !== receiver && viewer !== from) continue;
    shown.push({ session: session.id, from, text: last.text, shownAt });
  }
  return shown.toSorted((a, b) => b.shownAt - a.shownAt);
}

const codeOf = async (call: Promise<unknown>) => ((await refusalOf(call)) as { code?: number }).code;

const findThanks = ({ db }: Platform, session: Session, by: string) =>
  db
    .selectFrom('session_thanks')
    .select('thanks_id')
    .where('schedule_slot_id', '=', session.id)
    .where('user_id', '=', by)
    .executeTakeFirst();

/** The possible acts on a session, each with its record in the story. */
const acts = {
  async write(platform: Platform, story: Story, session: Session, by: string): Promise<void> {
    const now = platform.clock.now().getTime();
    const to = otherOf(session, by);
    const text = `${story.written.length} by ${by}`;
    const code = await codeOf(
      giveThanks(platform, callerOf(by), { scheduleSlotId: session.id, words: [], text }),
    );
    const hasWritten = story.written.some((each) => each.session === session && each.by === by);
    const isLate = now >= session.endsAt + twoWeeksMs || (hasWritten && now >= opensAt(session, story));
    expect(code).toBe(areBlocked(by, to, story) ? 3002 : isLate ? 3000 : undefined);
    if (code === undefined) story.written.push({ session, by, to, text, at: now });
  },
  async block(platform: Platform, { blocks }: Story, session: Session, by: string): Promise<void> {
    const to = otherOf(session, by);
    await platform.db
      .insertInto('user_blocks')
      .values({ user_id: by, blocked_user_id: to, created_at: platform.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    blocks.add(`${by} ${to}`);
  },
  async unblock(platform: Platform, { blocks }: Story, session: Session, by: string): Promise<void> {
    const to = otherOf(session, by);
    await platform.db
      .deleteFrom('user_blocks')
      .where('user_id', '=', by)
      .where('blocked_user_id', '=', to)
      .execute();
    blocks.delete(`${by} ${to}`);
  },
  async ban(platform: Platform, { banned }: Story, _session: Session, by: string): Promise<void> {
    await banUser(platform, null, by, 'spam');
    banned.add(by);
  },
  async unban(platform: Platform, { banned }: Story, _session: Session, by: string): Promise<void> {
    await unbanUser(platform, null, by);
    banned.delete(by);
  },
  /** Hides the partner's thanks, or shows them again. */
  async turn(platform: Platform, story: Story, session: Session, by: string): Promise<void> {
    const from = otherOf(session, by);
    const row = await findThanks(platform, session, from);
    const key = keyOf(session, from);
    const isHidden = !story.hidden.has(key);
    const change = { thanksId: row?.thanks_id ?? session.id, isHidden };
    const canRead = naiveView(by, by, platform.clock.now().getTime(), story).some(
      (each) => each.session === session.id,
    );
    expect(await codeOf(updateThanks(platform, callerOf(by), change))).toBe(canRead ? undefined : 4001);
    if (canRead) story.hidden[isHidden ? 'add' : 'delete'](key);
  },
  /** An admin removes reported thanks, which are readable ones. */
  async remove(platform: Platform, story: Story, session: Session, by: string): Promise<void> {
    const row = await findThanks(platform, session, by);
    if (!row || opensAt(session, story) > platform.clock.now().getTime()) return;
    await platform.db.transaction().execute((tx) => removeThanks(platform, tx, row.thanks_id));
    story.removed.add(keyOf(session, by));
  },
  async leave(platform: Platform, { gone }: Story, _session: Session, by: string): Promise<void> {
    gone.add(by);
    await transact(platform, async (tx) => {
      const after = await platform.effects.run(platform, tx, 'userDeleted', { userId: by });
      await tx.deleteFrom('users').where('user_id', '=', by).execute();
      return after;
    });
  },
};

/** Compares everything readable with the reference; returns the number of items. */
async function compare(platform: Platform, people: string[], story: Story, when: string): Promise<number> {
  const now = platform.clock.now().getTime();
  const here = people.filter((each) => !story.gone.has(each));
  let count = 0;
  for (const [place, receiver] of here.entries()) {
    for (const viewer of here) {
      const asked = listThanks(platform, callerOf(viewer), { userId: receiver });
      if (story.banned.has(receiver)) {
        expect(await codeOf(asked), when).toBe(4002);
        continue;
      }
      const expected = naiveView(receiver, viewer, now, story);
      const known = await asked;
      const seen = known.thanks.map(({ from, text, shownAt }) => ({
        from: from.userId,
        text,
        shownAt: shownAt.getTime(),
      }));
      expect(known.count, when).toBe(expected.length);
      expect(seen, when).toEqual(inOrder(expected, seen));
      count += expected.length;
      // Profiles are expensive to read, so each round reads another one.
      if (viewer !== here[(place + now) % here.length]) continue;
      const profile = await getProfileOf(platform, callerOf(viewer), receiver);
      expect(profile.thanks, when).toBe(expected.length);
    }
    const exported = (await exportThanks(platform, receiver)) as {
      thanks: { given: { text: string }[]; received: { text: string }[] };
    };
    const texts = (of: { text: string }[]) => of.map(({ text }) => text).toSorted();
    expect(texts(exported.thanks.received), when).toEqual(texts(naiveView(receiver, receiver, now, story)));
  }
  return count;
}

/** Thanks shown at the same moment can be in either order. */
function inOrder(expected: Shown[], seen: { text: string }[]) {
  const placeOf = (text: string) => seen.findIndex((each) => each.text === text);
  return expected
    .toSorted((a, b) => b.shownAt - a.shownAt || placeOf(a.text) - placeOf(b.text))
    .map(({ from, text, shownAt }) => ({ from, text, shownAt }));
}

/** What each of the two reads about their session. */
async function compareSession(platform: Platform, session: Session, story: Story, when: string) {
  const now = platform.clock.now().getTime();
  for (const person of session.pair) {
    const own = story.written.filter((each) => each.session === session && each.by === person).at(-1);
    const received = naiveView(person, person, now, story).find((each) => each.session === session.id);
    const isShown = own !== undefined && now >= opensAt(session, story);
    const asked = getSessionThanks(platform, callerOf(person), session.id);
    if (areBlocked(...session.pair, story)) {
      expect(await codeOf(asked), when).toBe(3002);
      continue;
    }
    const told = await asked;
    const isRemoved = story.removed.has(keyOf(session, person));
    expect([told.isOpen, told.given?.text, told.given?.isShown, told.received?.text], when).toEqual([
      now < session.endsAt + twoWeeksMs && !isShown,
      isRemoved ? undefined : own?.text,
      isRemoved || !own ? undefined : isShown,
      received?.text,
    ]);
  }
}

/** Sessions of one hour, the last of which ended some hours ago. */
async function hold(
  { db }: Platform,
  clock: TestClock,
  pairs: [string, string][],
  hoursAgo = 2,
): Promise<Session[]> {
  const now = Math.ceil(clock.now().getTime() / hourMs) * hourMs;
  const sessions = pairs.map(
    (pair, nth): Session => ({ id: newId(clock), pair, endsAt: now - (hoursAgo + nth * 2) * hourMs }),
  );
  const rows = sessions.map(({ id, pair: [owner, booker], endsAt }) => ({
    schedule_slot_id: id,
    user_id: owner,
    booked_by_user_id: booker,
    starts_at: new Date(endsAt - hourMs),
    ends_at: new Date(endsAt),
    duration: 60,
    created_at: new Date(endsAt - 24 * hourMs),
    updated_at: new Date(endsAt - 24 * hourMs),
  }));
  await db.insertInto('schedule_slots').values(rows).execute();
  return sessions;
}

const newStory = (sessions: Session[]): Story => ({
  sessions,
  written: [],
  blocks: new Set(),
  banned: new Set(),
  gone: new Set(),
  hidden: new Set(),
  removed: new Set(),
});

test('every viewer reads what a reference model predicts, after every operation', {
  timeout: 240_000,
}, async () => {
  const { platform, clock } = await startTestApp({ env: { RATE_LIMITS: 'off' } });
  const random = seededRandom(20);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const names: (keyof typeof acts)[] = [
    ...Array<'write'>(14).fill('write'),
    ...Array<'turn'>(4).fill('turn'),
    ...(['block', 'unblock', 'unblock', 'ban', 'unban', 'unban', 'remove'] as const),
  ];
  let read = 0;
  for (let round = 0; round < 4; round += 1) {
    const people = (await insertPeople(platform, 4)).map(({ userId }) => userId);
    const [a = '', b = '', c = ''] = people;
    const sessions = await hold(platform, clock, [
      [a, b],
      [b, c],
      [c, a],
      [a, b],
      [b, a],
    ]);
    const story = newStory(sessions);
    for (let act = 0; act < 34; act += 1) {
      const session = pick(sessions);
      // Also a moment before and after a one-sided text opens.
      const opens = session.endsAt + twoWeeksMs + pick([-1, 0]);
      if (act % 8 === 7 && opens > clock.now().getTime()) clock.set(new Date(opens));
      else clock.advance({ ms: pick([0, 0, 1, hourMs]) });
      const name = act === 30 ? 'leave' : pick(names);
      const [by, other] = pick([session.pair, session.pair.toReversed() as [string, string]]);
      if (story.gone.has(by) || story.gone.has(other)) continue;
      await acts[name](platform, story, session, by);
      read += await compare(platform, people, story, `${round}.${act} ${name}`);
      if (name !== 'leave') await compareSession(platform, session, story, `${round}.${act} ${name}`);
    }
  }
  expect(read).toBeGreaterThan(300);
});

test('every order of writing at every boundary is published when a reference model predicts', {
  timeout: 120_000,
}, async () => {
  const { platform, clock } = await startTestApp({ env: { RATE_LIMITS: 'off' } });
  const people = (await insertPeople(platform, 3)).map(({ userId }) => userId);
  const [one = '', other = ''] = people;
  const moments = [0, hourMs, twoWeeksMs - 1, twoWeeksMs, null];
  for (const first of moments) {
    for (const second of moments) {
      const [session] = await hold(platform, clock, [[one, other]], 0);
      if (!session) throw new Error('no session');
      const story = newStory([session]);
      await platform.db.deleteFrom('session_thanks').execute();
      const writes = [
        { by: one, after: first },
        { by: other, after: second },
      ].filter((write): write is { by: string; after: number } => write.after !== null);
      for (const at of [0, 1, hourMs, twoWeeksMs - 1, twoWeeksMs, twoWeeksMs + 1]) {
        clock.set(new Date(session.endsAt + at));
        for (const { by, after } of writes) if (after === at) await acts.write(platform, story, session, by);
        await compare(platform, people, story, `${first}, ${second} at ${at}`);
        await compareSession(platform, session, story, `${first}, ${second} at ${at}`);
      }
    }
  }
});
