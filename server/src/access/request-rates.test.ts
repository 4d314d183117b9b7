import { apiPrefix } from '@parlance/contract/endpoint';
import { expect, test } from 'vitest';
import { routesFor } from '#slices';
import { type Persona, startCommunity, type Visitor } from '#test/personas';

const codeOf = async (call: Promise<unknown>): Promise<number | null> =>
  call.then(
    () => null,
    (error: { code: number }) => error.code,
  );

/** Counts the successful ones of concurrent calls. */
async function answered(count: number, call: () => Promise<unknown>): Promise<number> {
  const codes = await Promise.all(Array.from({ length: count }, () => codeOf(call())));
  expect(codes.filter((code) => code !== null && code !== 6001)).toEqual([]);
  return codes.filter((code) => code === null).length;
}

/** A search with invalid filters: the same weight, but answered at once. */
const search = async ({ send }: Visitor | Persona): Promise<void> => {
  const answer = await send('GET', '/v1/user/search?limit=none');
  const error = (await answer.json()) as { code: number };
  if (error.code !== 1000) throw error;
};

test('limits searches per network for visitors, not for other networks or signed-in members', async () => {
  const app = await startCommunity();
  const ana = await app.signUp('ana@example.org');
  const [one, neighbour, other] = ['203.0.113.7', '203.0.113.8', '203.0.114.7'].map((ip) =>
    app.visitor({ ip }),
  );
  if (!one || !neighbour || !other) throw new Error('three visitors were asked for');
  expect(await answered(410, () => search(one))).toBe(400);
  expect(await codeOf(search(neighbour))).toBe(6001);
  expect(await codeOf(one.calls.getStaticData())).toBe(6001);
  const refused = await one.send('GET', '/v1/user/search');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await refused.json()).toMatchObject({ code: 6001, timeout: 1 });
  expect([await codeOf(search(other)), await codeOf(search(ana))]).toEqual([null, null]);
  app.clock.advance({ seconds: 1 });
  expect(await answered(20, () => search(one))).toBe(12);
});

test('limits calls per member; an export counts as 150 calls', async () => {
  const app = await startCommunity();
  const [ana, ben] = [await app.signUp('ana@example.org'), await app.signUp('ben@example.org')];
  expect(await answered(8, () => ana.calls.exportUser())).toBe(6);
  expect(await answered(110, () => ana.calls.getChatStat())).toBe(100);
  expect(await codeOf(ben.calls.exportUser())).toBeNull();
  app.clock.advance({ seconds: 5 });
  expect(await answered(2, () => ana.calls.exportUser())).toBe(1);
});

test('a bad token is refused as such even when the network is over its rate', async () => {
  const app = await startCommunity();
  const visitor = app.visitor({ ip: '203.0.113.7' });
  await answered(401, () => search(visitor));
  const answer = await visitor.send('GET', '/v1/user', undefined, { authorization: 'Bearer x' });
  expect([answer.status, (await answer.json()).code]).toEqual([401, 2000]);
});

test('RATE_LIMITS=off disables these rates', async () => {
  const app = await startCommunity({ env: { RATE_LIMITS: 'off' } });
  const visitor = app.visitor({ ip: '203.0.113.7' });
  expect(await answered(410, () => search(visitor))).toBe(410);
});

test('every call is refused to a network and to a member over their rate', async () => {
  const app = await startCommunity({ env: { ADMIN_EMAILS: 'ana@example.org' } });
  const ana = await app.signUp('ana@example.org');
  const visitor = app.visitor({ ip: '203.0.113.7' });
  await Promise.all([answered(401, () => search(visitor)), answered(201, () => search(ana))]);
  const answers: string[] = [];
  for (const { endpoint } of routesFor(app.platform.config)) {
    const { method, path, access } = endpoint;
    const isForVisitors = access === 'entry' || access === 'public';
    const address = `${apiPrefix}${path.replaceAll(/\{\w+\}/g, crypto.randomUUID())}`;
    // A call without authentication counts for the network, even with a token.
    const callers = [...(isForVisitors ? [visitor] : []), ...(access === 'entry' ? [] : [ana])];
    for (const caller of callers) {
      const answer = await caller.send(method, address);
      const { code, timeout } = (await answer.json()) as { code?: number; timeout?: number };
      if (answer.status !== 429 || code !== 6001 || !timeout) answers.push(`${method} ${path}: ${code}`);
    }
  }
  expect(answers).toEqual([]);
});
