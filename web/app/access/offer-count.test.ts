import { expect, test } from 'vitest';
import { nextOffer } from './offer-count';

const dayMs = 24 * 60 * 60_000;
const nowMs = 1_800_000_000_000;

function signInsByCode(times: number[], begin: string | null = null): boolean[] {
  let stored = begin;
  return times.map((timeMs) => {
    const offer = nextOffer(stored, timeMs);
    stored = offer.stored;
    return offer.isDue;
  });
}

// Rules: docs/specification/access.md#passkeys
test('a passkey is offered at the second sign-in by code on a device', () => {
  expect(signInsByCode([nowMs, nowMs])).toEqual([false, true]);
});

test('then not for 90 days, and again at the second sign-in after them', () => {
  const end = nowMs + 90 * dayMs;
  expect(signInsByCode([nowMs, nowMs, nowMs, nowMs, end - 1, end])).toEqual([
    false,
    true,
    false,
    false,
    false,
    true,
  ]);
  expect(signInsByCode([nowMs, nowMs, end, end])).toEqual([false, true, false, true]);
});

test('another stored text counts as none', () => {
  expect(signInsByCode([nowMs, nowMs], 'x y')).toEqual([false, true]);
});
