import { NetworkError, UnexpectedAnswerError } from '@parlance/client/network-error';
import { ApiError } from '@parlance/contract/errors';
import { expect, test } from 'vitest';
import { receivedError } from '#test/received-error';
import type { OutboxEntry } from './chat-storage';
import { heldUntil, judgeFailure, nextEntry, retryDelayMs } from './partner-queue';

test.each([
  ['a lost answer', new NetworkError()],
  ["a captive portal's page", new UnexpectedAnswerError('sendTextMessage')],
  ['a token that has run out', receivedError('AccessTokenExpired')],
])('%s says nothing about the message: it is sent again with the next connection', (_case, error) => {
  expect(judgeFailure(error)).toEqual({ kind: 'lost' });
});

test.each([
  ["a proxy's error", ApiError.fromStatus(502), 0],
  ["a proxy's limit", ApiError.fromStatus(429), 0],
  ['a fault of the server', receivedError('ServerError'), 0],
  ['a server that is overloaded', receivedError('ServerError', { timeout: 300 }), 300_000],
  ['a limit without a time', receivedError('TooManyRequests'), 0],
  ['a limit of a moment', receivedError('TooManyRequests', { timeout: 3 }), 3000],
  ['a limit of a minute', receivedError('TooManyRequests', { timeout: 60 }), 60_000],
])('%s is waited for with everything that comes after', (_case, error, afterMs) => {
  expect(judgeFailure(error)).toEqual({ kind: 'later', afterMs });
});

test('a limit of more than a minute lets the others pass', () => {
  const error = receivedError('TooManyRequests', { timeout: 61 });
  expect(judgeFailure(error)).toEqual({ kind: 'held', afterMs: 61_000 });
});

test('a refusal keeps the words of the server', () => {
  expect(judgeFailure(receivedError('UserIsBlocked'))).toEqual({
    kind: 'refused',
    reason: 'One of you has blocked the other.',
  });
});

test('a limit that ends with an answer is a refusal with the words of the server', () => {
  const message = 'Ben has not answered yet. You can write again when they do.';
  expect(judgeFailure(receivedError('TooManyRequests', { message }))).toEqual({
    kind: 'refused',
    reason: message,
  });
  expect(judgeFailure(receivedError('TooManyRequests', { message, timeout: 0 }))).toEqual({
    kind: 'later',
    afterMs: 0,
  });
});

test('waiting grows from one second to thirty, and is never shorter than was asked', () => {
  expect([1, 2, 3, 6, 50].map((attempts) => retryDelayMs(attempts))).toEqual([
    1000, 2000, 4000, 30_000, 30_000,
  ]);
  expect([retryDelayMs(1, 7000), retryDelayMs(4, 7000), retryDelayMs(50, 300_000)]).toEqual([
    7000, 8000, 300_000,
  ]);
});

const now = Date.UTC(2026, 4, 14, 12);
const later = (minutes: number) => new Date(now + minutes * 60_000);
const audio = { bytes: new ArrayBuffer(1), type: 'audio/webm', durationMs: 900, waveform: [] };

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

test('pictures that the server holds back let texts and changes pass', () => {
  const picture = { bytes: new ArrayBuffer(1), type: 'image/png', width: 1, height: 1 };
  const held = entry('p1', { picture, heldUntil: later(60) });
  const next = nextEntry([held, entry('p2', { picture }), entry('t1')], now);
  expect(next.entry?.clientMessageId).toBe('t1');
});
