import type { Chance } from './chance.ts';
import {
  adtsFrame,
  block,
  box,
  chunk,
  element,
  mp4,
  type OggPage,
  ogg,
  opusSilence,
  silentPages,
  table,
  wave,
  webm,
} from './containers.ts';

/** Boundary values, with more small ones than large ones. */
const claims = [
  0, 1, 2, 50, 255, 256, 24_800, 24_801, 65_535, 1_000_000, 0x7fffffff, 0xfffffffe, 0xffffffff,
] as const;
const counts = [1, 2, 50, 500, 3000, 25_000] as const;

/** Generators of recordings in every container, mostly invalid; a few are valid. */
export const recordings: Record<string, (chance: Chance) => Buffer> = {
  webm(chance) {
    const stepMs = chance.pick([0, 1, 2.5, 20, 60, -20]);
    const blocks = Array.from({ length: chance.pick(counts) }, (_, nth) => {
      const lacing = chance.is(0.2) ? chance.below(4) : 0;
      const load = lacing ? Buffer.concat([chance.bytes(1), chance.bytes(chance.below(40))]) : opusSilence;
      return block(nth * stepMs, load, lacing);
    });
    const signpost = element(
      '114d9b74',
      element(
        '4dbb',
        Buffer.concat([element('53ab', Buffer.from('1654ae6b', 'hex')), element('53ac', chance.bytes(2))]),
      ),
    );
    const cues = element(
      '1c53bb6b',
      Buffer.concat(
        Array.from({ length: chance.pick(counts) }, () => element('bb', element('b3', chance.bytes(2)))),
      ),
    );
    return webm({
      blocks,
      tracks: chance.is(0.3) ? chance.pick([0, 2, 100, 10_000]) : 1,
      before: [signpost, cues, element('ec', chance.bytes(20), chance.pick(claims))].filter(() =>
        chance.is(0.2),
      ),
      inTrack: chance.is(0.1) ? [element('6d80', chance.bytes(8))] : [],
      blocksInCluster: chance.pick([1, 10, 1000, 100_000]),
      ...(chance.is(0.3) ? { clusterSize: chance.is(0.3) ? 'unknown' : chance.pick(claims) } : {}),
    });
  },
  mp4(chance) {
    const entries = () => Array.from({ length: chance.below(6) }, () => chance.pick(claims));
    const odd = (name: string) => table(name, chance.pick(claims), entries());
    const spoilt = chance.pick(['none', 'stts', 'stsz', 'stsc', 'stco', 'further']);
    const further = [
      'ctts',
      'stss',
      'elst',
      'co64',
      'stz2',
      'saiz',
      'senc',
      'udta',
      'meta',
      'stbl',
      'trak',
      'tfra',
    ] as const;
    return mp4({
      samples: chance.pick(counts),
      tracks: chance.is(0.2) ? chance.pick([0, 2, 2000]) : 1,
      ...(['stts', 'stsz', 'stsc', 'stco'].includes(spoilt) ? { [spoilt]: odd(spoilt) } : {}),
      ...(spoilt === 'further'
        ? {
            tables: Array.from({ length: 1 + chance.below(4) }, () =>
              chance.is(0.3)
                ? box(chance.pick(further), odd('stts'), chance.pick(claims))
                : odd(chance.pick(further)),
            ),
          }
        : {}),
      ...(chance.is(0.4)
        ? {
            fragments: Array.from({ length: chance.pick([1, 5, 300, 5000]) }, () =>
              chance.is(0.1) ? chance.pick(claims) : chance.below(60),
            ),
          }
        : {}),
    });
  },
  ogg(chance) {
    const odd = (): OggPage => {
      const lacing = Array.from({ length: chance.below(256) }, () => chance.pick([0, 1, 3, 255]));
      const load = Buffer.alloc(chance.is(0.9) ? lacing.reduce((sum, size) => sum + size, 0) : 10, 0xf8);
      return {
        lacing,
        load,
        serial: chance.is(0.1) ? chance.below(5) : 1,
        granule: chance.pick(claims),
        flags: chance.below(8),
      };
    };
    const pages = chance.is(0.3)
      ? silentPages(chance.pick(counts))
      : Array.from({ length: chance.pick([1, 20, 500]) }, odd);
    return ogg(pages, chance.is(0.2) ? chance.pick([0, 2, 5000]) : 1);
  },
  wav: (chance) =>
    wave({
      seconds: chance.pick([0, 0.3, 2, 62, 200]),
      ...(chance.is(0.3) ? { channels: chance.pick(claims) & 0xffff } : {}),
      ...(chance.is(0.3) ? { blockAlign: chance.pick(claims) & 0xffff } : {}),
      ...(chance.is(0.3) ? { bits: chance.pick([0, 1, 8, 24, 32, 65_535]) } : {}),
      ...(chance.is(0.3) ? { sampleRate: chance.pick(claims) } : {}),
      ...(chance.is(0.3) ? { dataSize: chance.pick(claims) } : {}),
      before: Array.from({ length: chance.pick([0, 0, 1, 1000]) }, () =>
        chunk(
          chance.pick(['LIST', 'id3 ', 'fmt ', 'data', 'junk']),
          chance.bytes(chance.below(30)),
          chance.is(0.2) ? chance.pick(claims) : undefined,
        ),
      ),
    }),
  aac: (chance) =>
    Buffer.concat([
      chance.is(0.2) ? Buffer.concat([Buffer.from('ID3\x04\0\0'), chance.bytes(4)]) : Buffer.alloc(0),
      ...Array.from({ length: chance.pick(counts) }, () => {
        const load = Buffer.alloc(chance.pick([0, 1, 20, 200]), 0x21);
        return adtsFrame(
          load,
          chance.is(0.02) ? chance.below(8192) : undefined,
          chance.is(0.05) ? chance.below(16) : 3,
        );
      }),
    ]),
};
