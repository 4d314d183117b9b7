import { expect, it } from 'vitest';
import { halvesAt, openWishes } from './halves';

const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);
const timer = {
  startedAt: at(0),
  swapAt: at(600),
  endsAt: at(1200),
  languages: { first: 'de', second: 'es' } as const,
  asked: [],
};
const half = (seconds: number) => halvesAt(timer, at(seconds).getTime());

it('the first half lasts until just before the swap, the second until just before the end', () => {
  expect(half(-1)).toBeNull();
  expect(half(0)).toMatchObject({ half: 'first', language: 'de', leftMs: 600_000, share: 0, swapShare: 0.5 });
  expect(half(599.999)?.half).toBe('first');
  expect(half(600)).toMatchObject({ half: 'second', language: 'es', leftMs: 600_000, share: 0.5 });
  expect(half(1199.999)?.half).toBe('second');
  expect(half(1200)).toBeNull();
});

it('there are no halves before both have joined, and no languages without one in common', () => {
  expect(halvesAt({ ...timer, startedAt: null }, at(5).getTime())).toBeNull();
  expect(halvesAt({ ...timer, languages: null }, at(5).getTime())?.language).toBeNull();
});

it('a request expires after a minute', () => {
  const asked = [{ action: 'swap' as const, userId: 'ben', askedAt: at(0) }];
  expect(openWishes({ ...timer, asked }, at(59.999).getTime())).toHaveLength(1);
  expect(openWishes({ ...timer, asked }, at(60).getTime())).toEqual([]);
});
