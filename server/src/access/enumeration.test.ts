import { performance } from 'node:perf_hooks';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Community, startCommunity } from '#test/personas';

const addresses = { known: 'known@example.org', unknown: 'nobody@example.org', banned: 'banned@example.org' };
const kinds = Object.keys(addresses) as (keyof typeof addresses)[];

let app: Community;
beforeEach(async () => {
  app = await startCommunity({ env: { RATE_LIMITS: 'off' } });
  await app.signUp(addresses.known);
  const banned = await app.signUp(addresses.banned);
  await app.platform.pool.query('UPDATE users SET banned_at = $1 WHERE user_id = $2', [
    app.clock.now(),
    banned.userId,
  ]);
});

const begin = (address: string, type = 'sign-in') =>
  app.visitor({ ip: '203.0.113.9' }).send('POST', '/v1/access-verification', { emailOrPhone: address, type });

// Rules: docs/specification/access.md#no-enumeration
describe('no enumeration: known, unknown and banned addresses look the same at begin', () => {
  test.each(['sign-in', 'sign-up'])(
    '%s: same status, shape and headers, and a mail to each',
    async (type) => {
      const answers = [];
      for (const kind of kinds) {
        const answer = await begin(addresses[kind], type);
        const body = (await answer.json()) as Record<string, string>;
        const headers = Object.fromEntries(answer.headers);
        delete headers.date;
        answers.push({ status: answer.status, headers, body: { ...body, accessVerificationId: 'an id' } });
        expect(app.codeFor(addresses[kind])).toMatch(/^\d{6}$/);
      }
      expect(answers[0]).toMatchObject({ status: 200 });
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
      const [third, second, first] = app.sent();
      expect(second?.subject).toBe(first?.subject);
      expect(third?.subject).toBe(first?.subject);
    },
  );

  test('the same statements run for each, and none of them reads users', async () => {
    const texts: string[] = [];
    const { Client } = await import('pg').then((driver) => driver.default);
    const original = Client.prototype.query;
    const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
      this: never,
      ...args: never[]
    ) {
      const [first] = args as unknown[];
      texts.push(typeof first === 'string' ? first : (first as { text: string }).text);
      return Reflect.apply(original, this, args);
    } as never);
    let statements: string[][] = [];
    const isDisturbed = () =>
      statements.some((own) => own.join() !== statements[0]?.join() || /\busers\b/.test(own.join()));
    // A statement of other work, such as the last of a sign-up, can come in between once; a leak would be there each time.
    for (let attempt = 0; attempt === 0 || (attempt < 4 && isDisturbed()); attempt++) {
      statements = [];
      for (const kind of kinds) {
        texts.length = 0;
        await begin(addresses[kind]);
        statements.push([...texts]);
      }
    }
    spy.mockRestore();
    expect(statements[0]?.length).toBeGreaterThan(2);
    expect(statements[1]).toEqual(statements[0]);
    expect(statements[2]).toEqual(statements[0]);
    expect(statements[0]?.join('\n')).not.toMatch(/\busers\b/);
  });

  test('medians of the time are within 5 %', async () => {
    const roundsAtOnce = 60;
    const roundsMax = 900;
    const times = { known: [] as number[], unknown: [] as number[], banned: [] as number[] };
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
    let spread = Number.POSITIVE_INFINITY;
    // More rounds average out the noise of a busy machine; a leak would remain.
    while (spread > 0.05 && times.known.length < roundsMax) {
      for (let round = 0; round < roundsAtOnce; round += 1) {
        // Interleaved and rotated, so that a slow moment affects all kinds alike.
        for (const offset of kinds.keys()) {
          const kind = kinds[(round + offset) % kinds.length] ?? 'known';
          const start = performance.now();
          await (await begin(addresses[kind])).arrayBuffer();
          times[kind].push(performance.now() - start);
        }
      }
      const medians = Object.values(times).map(median);
      spread = Math.max(...medians) / Math.min(...medians) - 1;
    }
    expect(spread).toBeLessThanOrEqual(0.05);
  }, 120_000);
});
