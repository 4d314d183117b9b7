import { describe, expect, it } from 'vitest';
import { createTalkDetector, frameMs } from './talk-detector';
import { createTalkHalves } from './talk-halves';

/** Feeds seconds of one level with slight noise. */
function feed(detector: ReturnType<typeof createTalkDetector>, level: number, seconds: number): void {
  const frames = Math.round((seconds * 1000) / frameMs);
  for (let frame = 0; frame < frames; frame += 1) detector.push(level + (frame % 3) - 1);
}

const within = (ms: number, share: number) => [ms * (1 - share), ms * (1 + share)] as const;

describe('the talk time', () => {
  it.each([
    ['a quiet room', -70],
    ['a fan', -45],
  ])('is counted within 5 % in %s', (_room, floor) => {
    const detector = createTalkDetector();
    feed(detector, floor, 5);
    for (let sentence = 0; sentence < 5; sentence += 1) {
      feed(detector, -24, 2);
      feed(detector, floor, 2);
    }
    const [least, most] = within(10_000, 0.05);
    expect(detector.talkMs()).toBeGreaterThan(least);
    expect(detector.talkMs()).toBeLessThan(most);
  });

  it('includes short pauses within a sentence, and excludes long ones', () => {
    const withShort = createTalkDetector();
    feed(withShort, -70, 5);
    feed(withShort, -24, 1);
    feed(withShort, -70, 0.4);
    feed(withShort, -24, 1);
    expect(withShort.talkMs()).toBeGreaterThan(2300);
    const withLong = createTalkDetector();
    feed(withLong, -70, 5);
    feed(withLong, -24, 1);
    feed(withLong, -70, 0.7);
    feed(withLong, -24, 1);
    expect(withLong.talkMs()).toBeLessThan(2100);
  });

  it('excludes key clicks', () => {
    const detector = createTalkDetector();
    feed(detector, -60, 5);
    for (let key = 0; key < 20; key += 1) {
      feed(detector, -20, 0.04);
      feed(detector, -60, 0.16);
    }
    expect(detector.talkMs()).toBe(0);
  });

  it('excludes steady noise at any level', () => {
    const detector = createTalkDetector();
    feed(detector, -30, 60);
    expect(detector.talkMs()).toBe(0);
  });
});

describe('talk by half', () => {
  it('is added to the current half, and not before both have joined', () => {
    const halves = createTalkHalves();
    halves.take(900, null);
    halves.take(1500, 'first');
    halves.take(4000, 'second');
    halves.take(4200, 'second');
    halves.take(5000, null);
    expect(halves.get()).toEqual({ firstMs: 600, secondMs: 2700 });
  });

  it('continues after a restart of the meter', () => {
    const halves = createTalkHalves();
    halves.take(2000, 'first');
    halves.take(100, 'first');
    halves.take(400, 'first');
    expect(halves.get()).toEqual({ firstMs: 2300, secondMs: 0 });
  });
});
