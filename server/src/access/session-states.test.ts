import type { QueryConfig } from 'pg';
import { expect, test } from 'vitest';
import type { Platform } from '#platform/platform';
import { type Community, startCommunity } from '#test/personas';
import { forgetSessions, type SessionState, sessionState } from './session-states.ts';

interface Scene {
  app: Community;
  platform: Platform;
  /** The sessions of four members. */
  ids: string[];
  /** The number of sessions in each lookup. */
  looks: number[];
  /** Delays the result of a lookup. */
  gate: { open: Promise<unknown> };
  ask(): Promise<(SessionState | null)[]>;
}

/** Starts a node with an empty cache and recorded lookups. Its clock stands still, so nothing expires. */
async function setScene(): Promise<Scene> {
  const app = await startCommunity();
  const people = await Promise.all([1, 2, 3, 4].map((nth) => app.signUp(`person${nth}@example.org`)));
  const ids = people.map(({ userSessionId }) => userSessionId);
  const looks: number[] = [];
  const gate: Scene['gate'] = { open: Promise.resolve() };
  const pool = Object.create(app.platform.pool) as Platform['pool'];
  pool.query = (async (question: { values: [string[]] }) => {
    const { open } = gate;
    looks.push(question.values[0].length);
    const answer = await app.platform.pool.query(question as unknown as QueryConfig);
    await open;
    return answer;
  }) as unknown as Platform['pool']['query'];
  const platform = { ...app.platform, pool };
  const ask = () => Promise.all(ids.map((userSessionId) => sessionState(platform, userSessionId)));
  return { app, platform, ids, looks, gate, ask };
}

/** Longer than several renewals. */
const patience = { timeout: 10_000 };

const end = ({ app }: Scene, userSessionId: string | undefined) =>
  app.platform.pool.query('UPDATE user_sessions SET ended_at = now() WHERE user_session_id = $1', [
    userSessionId,
  ]);

test('reads the sessions in use in one batch and sees changes of other nodes', async () => {
  const scene = await setScene();
  const { ask, looks, ids } = scene;
  expect(await ask()).toEqual(ids.map(() => expect.objectContaining({ endedAt: null })));
  expect(looks).toEqual([4]);
  await end(scene, ids[2]);
  await expect
    .poll(async () => (await ask()).map((state) => state?.endedAt != null), patience)
    .toEqual([false, false, true, false]);
  expect(new Set(looks.slice(1))).toEqual(new Set([4]));
});

test('evicts a session that is not in use', async () => {
  const { platform, ids, looks, ask } = await setScene();
  await ask();
  await expect
    .poll(async () => {
      await sessionState(platform, ids[0] ?? '');
      return looks.slice(1, 3);
    }, patience)
    .toEqual([1, 1]);
});

test('an entry evicted during a read stays evicted', async () => {
  const scene = await setScene();
  const { platform, ids, looks, gate, ask } = scene;
  await ask();
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.open = promise;
  await expect
    .poll(async () => {
      await ask();
      return looks.length;
    }, patience)
    .toBe(2);
  gate.open = Promise.resolve();
  await end(scene, ids[0]);
  forgetSessions(platform, ids.slice(0, 1));
  const isEnded = async () => (await sessionState(platform, ids[0] ?? ''))?.endedAt != null;
  expect(await isEnded()).toBe(true);
  resolve();
  await promise;
  await new Promise((settled) => setImmediate(settled));
  expect(await isEnded()).toBe(true);
});

test('a failed read is not retried until the next request', async () => {
  const { looks, gate, ask } = await setScene();
  await ask();
  await ask();
  const refused = Promise.reject(new Error('the database is gone'));
  refused.catch(() => {});
  gate.open = refused;
  await expect.poll(() => looks, patience).toEqual([4, 4]);
  gate.open = Promise.resolve();
  await expect
    .poll(async () => {
      await ask();
      return looks;
    }, patience)
    .toEqual([4, 4, 4]);
});

test('a read sees a change made after it was requested', async () => {
  const scene = await setScene();
  const { platform, ids } = scene;
  const [first = '', second = ''] = ids;
  const early = sessionState(platform, first);
  forgetSessions(platform, [first]);
  const later = [sessionState(platform, first), sessionState(platform, second)];
  const [asked, askedAgain, other] = await Promise.all([early, ...later]);
  expect(askedAgain).toEqual(asked);
  expect(other?.userId).not.toBe(asked?.userId);
  expect(scene.looks).toEqual([2]);
});

test('a lookup that failed is made again for the next request', async () => {
  const { gate, ask } = await setScene();
  const refused = Promise.reject(new Error('the database is gone'));
  refused.catch(() => {});
  gate.open = refused;
  await expect(ask()).rejects.toThrow('the database is gone');
  gate.open = Promise.resolve();
  expect((await ask()).map((state) => state?.endedAt)).toEqual([null, null, null, null]);
});

test('a clock that is set back does not make a state last longer', async () => {
  const scene = await setScene();
  await scene.ask();
  await end(scene, scene.ids[0]);
  scene.app.clock.advance({ hours: -1 });
  expect((await scene.ask())[0]?.endedAt).toEqual(expect.any(Date));
});
