import { expect, test } from 'vitest';
import { newId } from './ids.ts';

const at = (iso: string) => ({ now: () => new Date(iso) });

test('an id is a canonical lower-case uuid v7 that begins with the time of the clock', () => {
  const id = newId(at('2031-03-05T10:00:00.123Z'));
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const ms = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  expect(new Date(ms).toISOString()).toBe('2031-03-05T10:00:00.123Z');
});

test('ids made in one millisecond are different and sort in the order they were made', () => {
  const clock = at('2031-03-05T10:00:01.000Z');
  const ids = Array.from({ length: 20_000 }, () => newId(clock));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});

test('an id made after the clock was set back still sorts last', () => {
  const before = newId(at('2031-03-05T10:05:00.000Z'));
  const after = newId(at('2031-03-05T09:00:00.000Z'));
  expect(after > before).toBe(true);
});
