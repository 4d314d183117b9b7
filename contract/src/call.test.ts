import { describe, expect, it } from 'vitest';
import { isCallOpen } from './call.ts';
import { callClientEvents, callSignals } from './call-events.ts';
import { isOnWire } from './wire.ts';

const id = (last: number) => `018f0000-0000-7000-8000-00000000000${last}`;
const here = { scheduleSlotId: id(1), peerId: id(2) };

describe('the time in which a session can be joined', () => {
  const startsAt = new Date('2026-05-06T10:00:00Z');
  const endsAt = new Date('2026-05-06T10:30:00Z');
  it.each([
    ['09:54:59.999', false],
    ['09:55:00.000', true],
    ['10:39:59.999', true],
    ['10:40:00.000', false],
  ])('at %s it is %s', (time, isOpen) => {
    expect(isCallOpen(startsAt, endsAt, new Date(`2026-05-06T${time}Z`))).toBe(isOpen);
  });
});

describe('call:signal', () => {
  const takes = (items: unknown) =>
    isOnWire(callClientEvents['call:signal'], { ...here, to: id(3), epoch: 0, items });
  const describe16k = (length: number) => ({ description: { type: 'offer', sdp: 'v'.repeat(length) } });
  const candidate = (length: number) => ({ candidate: { candidate: 'c'.repeat(length), sdpMid: '0' } });

  it('takes descriptions, candidates and the wish to begin again, up to their sizes', () => {
    expect(takes([describe16k(16_384), candidate(1024), { again: true }])).toBe(true);
    expect(takes([describe16k(16_385)])).toBe(false);
    expect(takes([candidate(1025)])).toBe(false);
    expect(takes([{ description: { type: 'rollback', sdp: '' } }])).toBe(false);
    expect(takes([{}])).toBe(false);
  });

  it('takes one to thirty-two items', () => {
    const items = Array.from({ length: callSignals.itemsMax }, () => candidate(10));
    expect(takes(items)).toBe(true);
    expect(takes([...items, { again: true }])).toBe(false);
    expect(takes([])).toBe(false);
  });
});

describe('call:note', () => {
  const takes = (note: object) =>
    isOnWire(callClientEvents['call:note'], { ...here, noteId: id(3), kind: 'word', text: 'Brot', ...note });

  it('takes texts of one to five hundred characters', () => {
    expect(takes({ text: '😀'.repeat(500) })).toBe(true);
    expect(takes({ text: '😀'.repeat(501) })).toBe(false);
    expect(takes({ text: '  ' })).toBe(false);
    expect(takes({ better: 'a'.repeat(501) })).toBe(false);
  });

  it('needs the better way beside a correction, and may have a meaning beside a word', () => {
    expect(takes({ kind: 'correction' })).toBe(false);
    expect(takes({ kind: 'correction', better: null })).toBe(false);
    expect(takes({ kind: 'correction', better: 'das Brot' })).toBe(true);
    expect(takes({ better: 'bread' })).toBe(true);
  });
});

it('call:timer names languages for that action only', () => {
  const takes = (wish: object) => isOnWire(callClientEvents['call:timer'], { ...here, ...wish });
  const languages = { first: 'de', second: 'en' };
  expect(takes({ action: 'swap' })).toBe(true);
  expect(takes({ action: 'swap', languages })).toBe(false);
  expect(takes({ action: 'language' })).toBe(false);
  expect(takes({ action: 'language', languages })).toBe(true);
});
