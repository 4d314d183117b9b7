import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameReader, frame, renameStatement } from './wire-frames.ts';

test('frames are complete and in order, however the stream is split', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), fc.array(fc.nat({ max: 60 })), (bodies, cuts) => {
      const frames = bodies.map((body) => frame('Q', Buffer.from(body)));
      const stream = Buffer.concat(frames);
      const reader = new FrameReader();
      const read: Buffer[] = [];
      let at = 0;
      for (const length of [...cuts, stream.length]) {
        reader.push(stream.subarray(at, at + length));
        at += length;
        for (let next = reader.next(1); next; next = reader.next(1)) read.push(next);
      }
      expect(read).toEqual(frames);
    }),
  );
});

test('the start-up message has no type before its length', () => {
  const reader = new FrameReader();
  const startUp = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0]);
  reader.push(Buffer.concat([startUp, frame('S')]));
  expect(reader.next(0)).toEqual(startUp);
  expect(reader.next(1)).toEqual(frame('S'));
  expect(reader.next(1)).toBe(undefined);
});

test.each([
  ['Parse', frame('P', 'get\0SELECT 1\0\0\0'), frame('P', 'p1-get\0SELECT 1\0\0\0')],
  ['Bind', frame('B', 'portal\0get\0\0\0'), frame('B', 'portal\0p1-get\0\0\0')],
  ['Describe of a statement', frame('D', 'Sget\0'), frame('D', 'Sp1-get\0')],
  ['Close of a statement', frame('C', 'Sget\0'), frame('C', 'Sp1-get\0')],
  ['Describe of a portal', frame('D', 'Pget\0'), frame('D', 'Pget\0')],
  ['Parse without a name', frame('P', '\0SELECT 1\0\0\0'), frame('P', '\0SELECT 1\0\0\0')],
  ['Query', frame('Q', 'get\0'), frame('Q', 'get\0')],
])('the name of a statement is replaced in %s, and nothing else', (_, message, renamed) => {
  expect(renameStatement(message, (name) => `p1-${name}`)).toEqual(renamed);
});
