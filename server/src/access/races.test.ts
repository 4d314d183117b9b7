import { createCalls } from '@parlance/client/http';
import type { Locks } from '@parlance/client/reauthentication';
import { createMemoryStorage, type TokenStorage } from '@parlance/client/token-storage';
import { createTokens } from '@parlance/client/tokens';
import { ApiError } from '@parlance/contract/errors';
import { beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { type Community, type Persona, startCommunity } from '#test/personas';

const maria = 'maria@example.org';

let app: Community;
beforeEach(async () => {
  app = await startCommunity();
});

/** Counts each error code; 0 stands for success. */
async function outcomes(calls: Promise<unknown>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const outcome of await Promise.allSettled(calls)) {
    const code = outcome.status === 'fulfilled' ? 0 : ((outcome.reason as ApiError).code ?? -1);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

const countOf = async (table: string): Promise<number> =>
  (await app.platform.pool.query(`SELECT count(*) AS count FROM ${table}`)).rows[0].count;

const atOnce = <Result>(times: number, act: (index: number) => Promise<Result>): Promise<Result>[] =>
  Array.from({ length: times }, (_, index) => act(index));

describe('races', () => {
  test('of 200 concurrent guesses five are compared, all others are 5002', async () => {
    const { calls } = app.visitor();
    const { accessVerificationId } = await calls.beginAccessVerification({
      emailOrPhone: maria,
      type: 'sign-in',
    });
    const right = Number(app.codeFor(maria));
    const guess = (index: number) => String((right + 1 + index) % 1_000_000).padStart(6, '0');
    const complete = (code: string) => calls.completeAccessVerification({ accessVerificationId, code });
    expect(await outcomes(atOnce(200, (index) => complete(guess(index))))).toEqual({ 5001: 5, 5002: 195 });
    expect(await outcomes([complete(app.codeFor(maria))])).toEqual({ 5002: 1 });
  }, 90_000);

  test('50 concurrent uses of the right code give one proof', async () => {
    const { calls } = app.visitor();
    const { accessVerificationId } = await calls.beginAccessVerification({
      emailOrPhone: maria,
      type: 'sign-in',
    });
    const code = app.codeFor(maria);
    const counts = await outcomes(
      atOnce(50, () => calls.completeAccessVerification({ accessVerificationId, code })),
    );
    expect(counts).toEqual({ 0: 1, 5003: 49 });
  });

  test('20 concurrent uses of one proof create one user and one session', async () => {
    const { calls } = app.visitor();
    const token = await app.prove(app.visitor(), maria);
    const counts = await outcomes(atOnce(20, () => calls.createUser({ email: maria, token })));
    expect(counts[0]).toBe(1);
    expect((counts[5004] ?? 0) + (counts[5007] ?? 0)).toBe(19);
    expect(await countOf('users')).toBe(1);
    expect(await countOf('user_sessions')).toBe(1);
  });

  test('a proof signs in once', async () => {
    await app.signUp(maria);
    const { calls } = app.visitor();
    const token = await app.prove(app.visitor(), maria);
    expect(await outcomes(atOnce(20, () => calls.authenticate({ email: maria, token })))).toEqual({
      0: 1,
      5004: 19,
    });
  });

  test('two concurrent proofs of one address create one user; the other gets 5007', async () => {
    const { calls } = app.visitor();
    const proofs = [await app.prove(app.visitor(), maria), await app.prove(app.visitor(), maria)];
    const counts = await outcomes(proofs.map((token) => calls.createUser({ email: maria, token })));
    expect(counts).toEqual({ 0: 1, 5007: 1 });
  });

  test('four concurrent requests leave three live codes', async () => {
    await Promise.all(
      atOnce(8, () => app.visitor().calls.beginAccessVerification({ emailOrPhone: maria, type: 'sign-in' })),
    );
    expect(await countOf('access_verifications')).toBe(3);
  });

  test('five concurrent refreshes of one token on two nodes return the same successor', async () => {
    const me = await app.signUp(maria);
    const nodes = [app, await app.startNode()] as const;
    // The clock advances on every read, so that a second rotation cannot produce the same token by chance.
    const start = app.clock.now().getTime();
    let looks = 0;
    vi.spyOn(app.clock, 'now').mockImplementation(() => new Date(start + 1000 * ++looks));
    const traded = await Promise.all(
      atOnce(5, (index) =>
        app.on(nodes[index % 2]!, me).calls.reauthenticate({ refreshToken: me.tokens.refreshToken }),
      ),
    );
    expect(new Set(traded.map(({ refreshToken }) => refreshToken)).size).toBe(1);
    for (const tokens of traded) await app.withTokens(tokens).calls.getUser();
  });

  test('deleting an account during refreshes of its sessions causes no deadlock', async () => {
    const me = await app.signUp(maria);
    const devices: Persona[] = [];
    while (devices.length < 5) devices.push(await app.signIn(maria));
    const token = await app.prove(me, maria, 'delete-user');
    const counts = await outcomes([
      ...devices.map(({ calls, tokens }) =>
        calls.reauthenticate({ refreshToken: tokens.refreshToken, timeZone: 'Asia/Tokyo' }),
      ),
      me.calls.deleteUser({ token }),
    ]);
    expect((counts[0] ?? 0) + (counts[2004] ?? 0)).toBe(6);
    expect(await countOf('users')).toBe(0);
  });
});

describe('five tabs, many refreshes, every tenth response lost', () => {
  const tabCount = 5;
  // The embedded database runs calls in sequence, so that most runs would be identical. `REFRESH_RUNS=500` sets a longer run.
  const runs = Number(process.env.REFRESH_RUNS ?? (inject('databases').kind === 'pglite' ? 100 : 200));

  /** One holder at a time, like Web Locks between browser tabs. */
  function createLocks(): Locks {
    let last: Promise<unknown> = Promise.resolve();
    return {
      request(_name, task) {
        const turn = last.then(task, task);
        last = turn.catch(() => undefined);
        return turn;
      },
    };
  }

  /** A seeded random sequence, so that a failure can be reproduced. */
  function createDice(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state / 2_147_483_648;
    };
  }

  function openTab(storage: TokenStorage, locks: Locks, isLost: () => boolean) {
    const lossyFetch: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (String(input).endsWith('/reauth') && isLost()) throw new TypeError('the answer was lost');
      return response;
    };
    const calls = createCalls({
      baseUrl: app.url,
      fetch: lossyFetch,
      getAccessToken: (needed) => tokens.getAccessTokenFor(needed),
      onRefused: (error, token, isRetry) => tokens.onRefused(error, token, isRetry),
    });
    const tokens = createTokens({
      storage,
      locks,
      autoReauthenticate: true,
      exchange: (refreshToken) => calls.reauthenticate({ refreshToken }),
    });
    return { calls, tokens };
  }

  // Four browsers of four members run concurrently, which takes a third of the time.
  const browserCount = 4;

  test('every tab stays signed in', async () => {
    const roll = createDice(20_300_305);
    let lost = 0;
    const isLost = () => {
      const isIt = roll() < 0.1;
      if (isIt) lost += 1;
      return isIt;
    };
    const browsers = await Promise.all(
      atOnce(browserCount, async (index) => {
        const { calls, tokens } = await app.signUp(`maria-${index}@example.org`);
        const storage = createMemoryStorage();
        storage.set(tokens.refreshToken);
        const locks = createLocks();
        const tabs = Array.from({ length: tabCount }, () => openTab(storage, locks, isLost));
        return { calls, storage, tabs };
      }),
    );
    for (let run = 0; run < runs / browserCount; run += 1) {
      const acts = browsers.flatMap(({ tabs }) =>
        tabs.map((tab, index) => useTab(tab, index === run % tabCount)),
      );
      await Promise.all(acts);
      app.clock.advance({ minutes: 16 });
    }
    expect(lost).toBeGreaterThan(runs * tabCount * 0.05);
    for (const { calls, storage } of browsers) {
      const { accessToken } = await calls.reauthenticate({ refreshToken: storage.get() ?? '' });
      expect(accessToken).toBeTypeOf('string');
    }
    expect(app.sent().filter(({ subject }) => subject?.startsWith('We ended'))).toEqual([]);
  }, 120_000);

  /** Retries until a response arrives; only a refusal ends the loop. */
  async function useTab({ calls, tokens }: ReturnType<typeof openTab>, isReader: boolean): Promise<void> {
    for (;;) {
      try {
        // One tab uses its new token, so the server marks it as seen.
        if (isReader) await calls.getUser();
        else await tokens.reauthenticate();
        return;
      } catch (error) {
        if (error instanceof ApiError) throw error;
      }
    }
  }
});
