import { ApiError } from '@parlance/contract/errors';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  adts,
  adtsFrame,
  block,
  blocksEach,
  element,
  mp4,
  ogg,
  opusSilence,
  silentPages,
  table,
  wave,
  webm,
} from '#test/hostile/containers';
import { type Community, type Persona, startCommunity } from '#test/personas';
import { checkClaims } from './recording-claims.ts';

const u32s = (count: number, value: number) => Array.from({ length: count }, () => value);
/** A block that laces 256 empty frames. */
const emptyLace = block(0, Buffer.from([255]), 2);
const laced = (frames: number) =>
  block(
    0,
    Buffer.concat([Buffer.from([frames - 1]), ...Array.from({ length: frames }, () => opusSilence)]),
    2,
  );

describe('recordings that claim what they do not have (issue: uploads)', () => {
  let community: Community;
  let aiko: Persona;
  let ben: Persona;

  beforeEach(async () => {
    community = await startCommunity({ env: { RATE_LIMITS: 'off' } });
    aiko = await community.signUp('aiko@example.org', { name: 'Aiko', description: 'Hello' });
    ben = await community.signUp('ben@example.org', { name: 'Ben', description: 'Hi' });
  });

  const answerTo = (bytes: Buffer): Promise<unknown> =>
    aiko.calls.sendVoiceMessage({ userId: ben.userId, audio: new Blob([new Uint8Array(bytes)]) }).then(
      ({ durationMs }) => ({ durationMs }),
      (error: unknown) => (error instanceof ApiError ? error.code : error),
    );

  test('the same containers with honest numbers are taken', async () => {
    expect(await answerTo(webm())).toMatchObject({ durationMs: 980 });
    expect(await answerTo(webm({ clusterSize: 'unknown', blocksInCluster: 10 }))).toMatchObject({
      durationMs: expect.any(Number),
    });
    expect(await answerTo(mp4())).toEqual({ durationMs: 1000 });
    expect(await answerTo(mp4({ fragments: [20, 20] }))).toEqual({ durationMs: 800 });
    expect(await answerTo(ogg())).toEqual({ durationMs: 1000 });
    expect(await answerTo(wave())).toEqual({ durationMs: 1000 });
    expect(await answerTo(adts())).toEqual({ durationMs: 1067 });
  });

  test.each([
    [
      'an MP4 of 645 bytes that claims four thousand million samples',
      mp4({ stts: table('stts', 1, [0xffffffff, 1]), tables: [table('ctts', 1, [0xffffffff, 1])] }),
    ],
    ['50,000 samples of no length', mp4({ stts: table('stts', 1, [50_000, 0]), samples: 50_000 })],
    ['a table that claims more entries than it has', mp4({ stts: table('stts', 0x00ffffff, [1, 1]) })],
    ['chunks that are not there', mp4({ stco: table('stco', 0x0fffffff, [0]) })],
    ['fragments of three million samples', mp4({ fragments: [3_000_000, 3_000_000] })],
    ['10,000 MP4 tracks', mp4({ tracks: 10_000 })],
    ['200,000 blocks at time zero', webm({ blocks: blocksEach(200_000, 0) })],
    ['20,000 blocks of 256 laced frames', webm({ blocks: Array.from({ length: 20_000 }, () => emptyLace) })],
    ['15,000 WebM tracks', webm({ tracks: 15_000 })],
    [
      'packed frames',
      webm({ inTrack: [element('6d80', element('6240', element('5034', element('4254', Buffer.of(0)))))] }),
    ],
    [
      'Ogg pages of 255 empty packets',
      ogg(Array.from({ length: 10_000 }, () => ({ lacing: u32s(255, 0), load: Buffer.alloc(0) }))),
    ],
    ['5,000 Ogg streams', ogg(silentPages(1), 5000)],
    ['sound without a sample', wave({ blockAlign: 0 })],
    ['more channels than ears', wave({ channels: 65_535, blockAlign: 65_535 })],
    ['four thousand million samples a second', wave({ sampleRate: 0xffffffff })],
    ['frames of AAC that have no end', Buffer.concat([adtsFrame(Buffer.alloc(0), 1), adts(3)])],
  ])('%s: 5006', async (_name, bytes) => {
    // The check rejects these before parsing; a crash of the parser would also answer 5006 and hide a missing check.
    expect(() => checkClaims(bytes)).toThrow(new ApiError('FileInvalid'));
    expect(await answerTo(bytes)).toBe(5006);
    expect(await Array.fromAsync(community.platform.files.list('voice/'))).toEqual([]);
    // The server still accepts the next recording.
    expect(await answerTo(mp4())).toEqual({ durationMs: 1000 });
  });

  test('packets follow each other in time, and no faster than 2.5 ms', async () => {
    expect(
      await answerTo(
        webm({ blocks: [block(500, opusSilence), block(0, opusSilence), block(900, opusSilence)] }),
      ),
    ).toBe(5006);
    expect(await answerTo(webm({ blocks: blocksEach(400, 2.5) }))).toMatchObject({
      durationMs: expect.any(Number),
    });
    expect(await answerTo(webm({ blocks: blocksEach(1000, 1) }))).toBe(5006);
  });

  test('a last packet without an end makes it too long: 5005', async () => {
    const stts = table('stts', 2, [49, 960, 1, 0xffffffff]);
    expect(await answerTo(mp4({ stts }))).toBe(5005);
  });

  test('packets that last longer than the recording are not decoded', async () => {
    // Each packet holds 48 frames of 2.5 ms: 120 ms of sound in a 20 ms slot.
    const long = Buffer.concat([Buffer.from([0xe3, 0x30]), Buffer.alloc(48)]);
    const blocks = Array.from({ length: 1000 }, (_, nth) => block(nth * 20, long));
    expect(await answerTo(webm({ blocks }))).toBe(5006);
  });

  test('what only a signpost leads to is not read: 5006', async () => {
    const tracksId = Buffer.from('1654ae6b', 'hex');
    const signpost = (to: number) => {
      const place = element('53ac', Buffer.from([to >> 8, to & 255]));
      return element('114d9b74', element('4dbb', Buffer.concat([element('53ab', tracksId), place])));
    };
    const plain = webm({ before: [signpost(0)] });
    const segmentAt = plain.indexOf(Buffer.from('18538067', 'hex')) + 12;
    const tracksAt = plain.indexOf(tracksId, plain.indexOf(tracksId) + 1);
    const clusterAt = plain.indexOf(Buffer.from('1f43b675', 'hex'));
    const padding = element('ec', plain.subarray(tracksAt, clusterAt));
    const hidden = Buffer.concat([plain.subarray(0, tracksAt), padding, plain.subarray(clusterAt)]);
    const inPadding = tracksAt + padding.length - (clusterAt - tracksAt) - segmentAt;
    signpost(inPadding).copy(hidden, plain.indexOf(Buffer.from('114d9b74', 'hex')));
    expect(await answerTo(hidden)).toBe(5006);
  });

  test('laced frames of one packet are one packet each', async () => {
    expect(await answerTo(webm({ blocks: [laced(4), ...blocksEach(50, 20).slice(4)] }))).toMatchObject({
      durationMs: 980,
    });
  });
});
