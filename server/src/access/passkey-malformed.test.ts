import { expect, test } from 'vitest';
import { createDevice } from '#test/authenticator';
import { stallMaxMs, watchLoop } from '#test/fuzz/loop-watch';
import { createChance } from '#test/hostile/chance';
import { startCommunity } from '#test/personas';

const origin = 'https://parlance.test';
const responses = 1500;
const atOnce = 20;
const chance = createChance(20_261_117);

/** Flips a bit, cuts the end off, or appends bytes. */
function damage(encoded: string): string {
  const bytes = Buffer.from(encoded, 'base64url');
  const at = chance.below(bytes.length);
  const kind = chance.below(3);
  if (kind === 0) bytes[at] = (bytes[at] ?? 0) ^ (1 << chance.below(8));
  const damaged =
    kind === 1 ? bytes.subarray(0, at) : kind === 2 ? Buffer.concat([bytes, chance.bytes(1 + at)]) : bytes;
  return damaged.toString('base64url').slice(0, encoded.length < 1000 ? 1000 : 16_000);
}

async function statusesOf(count: number, attempt: () => Promise<Response>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  for (let begun = 0; begun < count; begun += atOnce) {
    const answers = await Promise.all(Array.from({ length: Math.min(atOnce, count - begun) }, attempt));
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return statuses;
}

// Rules: docs/specification/access.md#passkeys
test('1,500 damaged sign-ins are all refused, and damaged additions end no request badly', async () => {
  const app = await startCommunity({ env: { PUBLIC_URL: origin, RATE_LIMITS: 'off' } });
  const me = await app.signUp('owner@example.org');
  const device = createDevice({ origin });
  const begun = await me.calls.beginPasskey();
  const registration = device.register(begun.options);
  await me.calls.addPasskey({ ...begun, name: 'Laptop', credential: registration });
  const visitor = app.visitor();
  const { challengeToken, options } = await visitor.calls.beginPasskeySignIn();
  const assertion = device.assert(options);

  const stalls: number[] = [];
  const watch = watchLoop(({ busyMs }) => stalls.push(busyMs));
  const fields = ['clientDataJSON', 'authenticatorData', 'signature'] as const;
  const signIns = await statusesOf(responses, () => {
    const field = fields[chance.below(3)] ?? 'signature';
    const response = { ...assertion.response, [field]: damage(assertion.response[field]) };
    return visitor.send('POST', '/v1/auth', {
      passkey: { challengeToken, credential: { ...assertion, response } },
    });
  });
  const second = await me.calls.beginPasskey();
  const other = createDevice({ origin }).register(second.options);
  const additions = await statusesOf(200, () => {
    const field = chance.is(0.8) ? 'attestationObject' : 'clientDataJSON';
    const response = { ...other.response, [field]: damage(other.response[field]) };
    return me.send('POST', '/v1/passkey', {
      challengeToken: second.challengeToken,
      name: 'Phone',
      credential: { ...other, response },
    });
  });
  watch.stop();

  expect([...signIns]).toEqual([[422, responses]]);
  // A damaged key is a key, so that an addition can succeed, once: its challenge is used up.
  expect([...additions.keys()].filter((status) => ![200, 422].includes(status))).toEqual([]);
  expect(additions.get(200) ?? 0).toBeLessThanOrEqual(1);
  expect(stalls, `longer than ${stallMaxMs} ms`).toEqual([]);
  // The undamaged response still works: none of them used up the challenge.
  await visitor.calls.authenticate({ passkey: { challengeToken, credential: assertion } });
});
