import { beforeEach, describe, expect, test } from 'vitest';
import { createAuthenticate, touchLastActive } from '#access/access';
import { type Community, type Persona, startCommunity } from '#test/personas';

let app: Community;
let people: Persona[];

beforeEach(async () => {
  app = await startCommunity();
  people = [];
  for (const name of ['aiko', 'ben', 'cleo']) people.push(await app.signUp(`${name}@example.org`));
  // The first search update is done, so that only the timestamp is written from here.
  for (const { calls } of people) await calls.getUser();
  app.clock.advance({ minutes: 5 });
});

/** Runs a statement and holds its locks until released. */
async function holding(statement: string, values: string[] = []): Promise<() => Promise<void>> {
  const client = await app.platform.pool.connect();
  await client.query('BEGIN');
  await client.query(statement, values);
  return async () => {
    await client.query('COMMIT');
    client.release();
  };
}

async function noted(): Promise<{ isNow: boolean; writer: string }[]> {
  const { rows } = await app.platform.pool.query<{ last_active_at: Date; writer: string }>(
    'SELECT last_active_at, xmin::text AS writer FROM users ORDER BY email',
  );
  const now = app.clock.now().getTime();
  return rows.map(({ last_active_at, writer }) => ({ isNow: last_active_at.getTime() === now, writer }));
}

const waiters = async (): Promise<number> =>
  (await app.platform.pool.query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)).rows.length;

describe('the activity of a member', () => {
  test('is recorded without delaying the event', async () => {
    const [aiko] = people;
    const { authenticate, recheck } = createAuthenticate(app.platform);
    const caller = await authenticate(aiko?.tokens.accessToken ?? '');
    app.clock.advance({ minutes: 5 });
    const release = await holding('LOCK TABLE users IN SHARE MODE');
    await recheck(caller, { isActivity: true });
    await expect.poll(waiters).toBe(1);
    expect((await noted())[0]?.isNow).toBe(false);
    await release();
    await expect.poll(async () => (await noted())[0]?.isNow).toBe(true);
  });

  test('is written in one batch for members who arrive during a write', async () => {
    const release = await holding('LOCK TABLE users IN SHARE MODE');
    const [first, ...others] = people.map(({ userId }) => userId);
    const touches = [touchLastActive(app.platform, first ?? '')];
    await expect.poll(waiters).toBe(1);
    for (const userId of others) touches.push(touchLastActive(app.platform, userId));
    // Recorded less than a minute ago, but not written yet.
    expect(touchLastActive(app.platform, first ?? '')).toBeUndefined();
    await release();
    await Promise.all(touches);
    const [aiko, ben, cleo] = await noted();
    expect([aiko, ben, cleo].map((one) => one?.isNow)).toEqual([true, true, true]);
    expect(ben?.writer).toBe(cleo?.writer);
    expect(aiko?.writer).not.toBe(ben?.writer);
  });

  test('is skipped while another transaction locks the row, without waiting', async () => {
    const [aiko] = people;
    const release = await holding('SELECT FROM users WHERE user_id = $1 FOR UPDATE', [aiko?.userId ?? '']);
    await Promise.all(people.map(({ userId }) => touchLastActive(app.platform, userId)));
    expect((await noted()).map(({ isNow }) => isNow)).toEqual([false, true, true]);
    await release();
  });
});
