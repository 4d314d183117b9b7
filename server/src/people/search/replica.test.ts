import { expect, test, vi } from 'vitest';
import { openDatabase } from '#platform/database';
import { afterTest } from '#test/after-test';
import { workerDatabase } from '#test/database';
import { newFolder } from '#test/folder';
import { createTestLog } from '#test/log';
import { startCommunity } from '#test/personas';
import { startReplica } from '#test/replica';

/** A community with two nodes whose searches may go to a streaming replica. */
async function startWithReplica() {
  const databaseUrl = (await workerDatabase()).databaseUrl ?? '';
  const replica = await startReplica(databaseUrl, await newFolder());
  afterTest(async () => void (await replica.stop()));
  const url = replica.urlOf(databaseUrl);
  const community = await startCommunity({ env: { DATABASE_READ_URL: url } });
  const aiko = await community.signUp('aiko@example.org', {
    name: 'Aiko',
    description: 'Hello',
    speaks: ['ja'],
  });
  const ben = await community.signUp('ben@example.org', { name: 'Ben', description: 'Hi', speaks: ['en'] });
  const direct = await openDatabase({ databaseUrl: url, dataDir: '', log: createTestLog().log });
  afterTest(async () => void (await direct.close().catch(() => {})));
  const ask = async <Row extends object>(text: string) => (await direct.pool.query<Row>(text)).rows;
  const find = async (by = aiko) => (await by.calls.searchUsers({})).users.map(({ userId }) => userId);
  return { ...community, replica, aiko, ben, ask, find, direct };
}

// Longer than a replica rests that was late or failed.
const patient = { timeout: 20_000, interval: 200 };

/** Statements of searches that a connection to the replica ran last. */
const searches = `SELECT query FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%FROM listing%'`;

test('a search is read from the replica, and a member sees their own writes on every node', async () => {
  const { aiko, ben, find, ask, startNode, on } = await startWithReplica();
  const far = on(await startNode(), aiko);
  await vi.waitFor(async () => {
    expect(await find()).toContain(ben.userId);
    expect(await ask(searches)).not.toEqual([]);
  }, patient);
  for (let nth = 0; nth < 30; nth++) {
    await aiko.calls.blockUser({ userId: ben.userId });
    expect(await find(far)).not.toContain(ben.userId);
    await far.calls.unblockUser({ userId: ben.userId });
    expect(await find()).toContain(ben.userId);
  }
});

test('a replica that is late leaves the search to the primary and serves again when it has caught up', async () => {
  const { aiko, ben, find, ask } = await startWithReplica();
  await ask('SELECT pg_wal_replay_pause()');
  await aiko.calls.blockUser({ userId: ben.userId });
  expect(await find()).not.toContain(ben.userId);
  await ask('SELECT pg_wal_replay_resume()');
  await vi.waitFor(async () => {
    expect(await find()).not.toContain(ben.userId);
    expect(await ask(searches)).not.toEqual([]);
  }, patient);
});

test('a replica that is gone leaves the search to the primary', async () => {
  const { ben, find, replica, direct, log } = await startWithReplica();
  await vi.waitFor(async () => expect(await find()).toContain(ben.userId));
  await direct.close();
  await replica.stop();
  const failures = () => log.lines.filter(({ msg }) => msg === 'the read replica fails: the primary answers');
  // A replica that was late just before rests, and is not asked meanwhile.
  await vi.waitFor(async () => {
    expect(await find()).toContain(ben.userId);
    expect(failures()).toHaveLength(1);
  }, patient);
  expect(await find()).toContain(ben.userId);
  expect(failures()).toHaveLength(1);
});
