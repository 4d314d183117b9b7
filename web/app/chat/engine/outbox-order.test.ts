import { expect, test } from 'vitest';
import type { OutboxEntry } from './chat-storage';
import { heldUntil, nextEntry } from './outbox-order';

const now = Date.UTC(2026, 4, 14, 12);
const later = (minutes: number) => new Date(now + minutes * 60_000);
const audio = { bytes: new ArrayBuffer(1), type: 'audio/webm', durationMs: 900, waveform: [] };

/** 'v1' is a voice message, 't1' a text. */
const entry = (id: string, changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  clientMessageId: id,
  partnerId: 'aiko',
  createdAt: new Date(now),
  content: id.startsWith('v') ? null : id,
  audio: id.startsWith('v') ? audio : null,
  failure: null,
  heldUntil: null,
  ...changes,
});
const held = (id: string, minutes: number) => entry(id, { heldUntil: later(minutes) });
const refused = (id: string) => entry(id, { failure: 'No.' });
const kept = (id: string) => {
  const { heldUntil: _none, ...before } = entry(id);
  return before;
};

test.each<[string, OutboxEntry[], string | number | null]>([
  ['nothing', [], null],
  ['the first of several', [entry('t1'), entry('v2')], 't1'],
  ['one that an earlier version kept', [kept('t1')], 't1'],
  ['one behind a refused one', [refused('v1'), entry('v2')], 'v2'],
  ['a text behind a held voice', [held('v1', 5), entry('v2'), entry('t3')], 't3'],
  ['a voice behind a held text', [held('t1', 5), entry('t2'), entry('v3')], 'v3'],
  ['one that is held no longer', [held('v1', 0), entry('t2')], 'v1'],
  ['none, but a moment', [held('v1', 5), held('t2', 3), entry('v3')], later(3).getTime()],
  ['none, though a later one of the kind is due sooner', [held('v1', 5), held('v2', 3)], later(5).getTime()],
])('next is %s', (_case, entries, expected) => {
  const next = nextEntry(entries, now);
  expect(next.entry?.clientMessageId ?? next.wakeAt ?? null).toBe(expected);
});

test('a message is held with the first of its partner and kind that is', () => {
  const entries = [held('v1', 5), entry('t2'), entry('v3'), entry('v4', { partnerId: 'ben' })];
  const until = entries.map((one) => heldUntil(one, entries, now));
  expect(until).toEqual([later(5), null, later(5), null]);
  expect(heldUntil(held('v1', 5), entries, later(5).getTime())).toBeNull();
  const freed = [entry('v1'), held('v2', 5)];
  expect(heldUntil(freed[0] as OutboxEntry, freed, now)).toBeNull();
});
