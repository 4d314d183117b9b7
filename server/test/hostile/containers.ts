// Builds recordings byte by byte, valid and with false claims: no number is checked against its content.

const u8 = (...values: number[]) => Buffer.from(values);
const u16 = (value: number) => u8(value >>> 8, value & 255);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};
const ascii = (text: string) => Buffer.from(text, 'latin1');

/** An Opus packet of 20 ms of silence. */
export const opusSilence = Buffer.from([0xf8, 0xff, 0xfe]);
const opusHead = Buffer.concat([ascii('OpusHead'), u8(1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0)]);

/** Builds a Matroska element; `size` overrides the declared size. */
export function element(id: string, load: Buffer, size: number | 'unknown' = load.length): Buffer {
  const field = Buffer.alloc(8, 0xff);
  field[0] = 0x01;
  if (size !== 'unknown') field.writeUIntBE(size, 2, 6);
  if (size !== 'unknown') field[1] = 0;
  return Buffer.concat([Buffer.from(id, 'hex'), field, load]);
}

export interface WebmOptions {
  tracks?: number;
  blocks?: Buffer[];
  /** Additional elements before the clusters. */
  before?: Buffer[];
  /** Additional elements in each track description. */
  inTrack?: Buffer[];
  blocksInCluster?: number;
  clusterSize?: number | 'unknown';
}

/** Builds a block with one frame, or with laced ones if `lacing` is set. */
export function block(atMs: number, load: Buffer, lacing = 0): Buffer {
  return element('a3', Buffer.concat([u8(0x81), u16(atMs & 0xffff), u8(0x80 | (lacing << 1)), load]));
}

export const blocksEach = (count: number, stepMs: number): Buffer[] =>
  Array.from({ length: count }, (_, nth) => block((nth * stepMs) % 30_000, opusSilence));

export function webm(options: WebmOptions = {}): Buffer {
  const { tracks = 1, blocks = blocksEach(50, 20), before = [], inTrack = [], clusterSize } = options;
  const track = (number: number) =>
    element(
      'ae',
      Buffer.concat([
        element('d7', u16(number)),
        element('73c5', u16(number)),
        element('83', u8(2)),
        element('86', ascii('A_OPUS')),
        element('63a2', opusHead),
        element('e1', Buffer.concat([element('b5', u32(0x473b8000)), element('9f', u8(1))])),
        ...inTrack,
      ]),
    );
  const clusters: Buffer[] = [];
  const perCluster = options.blocksInCluster ?? (blocks.length || 1);
  for (let first = 0; first < blocks.length; first += perCluster) {
    const load = Buffer.concat([element('e7', u8(0)), ...blocks.slice(first, first + perCluster)]);
    clusters.push(element('1f43b675', load, clusterSize ?? load.length));
  }
  return Buffer.concat([
    element('1a45dfa3', Buffer.concat([element('4286', u8(1)), element('4282', ascii('webm'))])),
    element('18538067', Buffer.alloc(0), 'unknown'),
    element('1549a966', element('2ad7b1', Buffer.from([0x0f, 0x42, 0x40]))),
    ...before,
    element('1654ae6b', Buffer.concat(Array.from({ length: tracks }, (_, nth) => track(nth + 1)))),
    ...clusters,
  ]);
}

/** Builds an MP4 box; `size` overrides the declared size. */
export const box = (name: string, load: Buffer, size = load.length + 8): Buffer =>
  Buffer.concat([u32(size), ascii(name), load]);
const fullBox = (name: string, load: Buffer, flags = 0) => box(name, Buffer.concat([u32(flags), load]));
/** Builds a box that starts with a declared number of entries. */
export const table = (name: string, claimed: number, entries: number[]): Buffer =>
  fullBox(name, Buffer.concat([u32(claimed), ...entries.map(u32)]));

export interface Mp4Options {
  /** The tables; each has a valid default. */
  stts?: Buffer;
  stsz?: Buffer;
  stsc?: Buffer;
  stco?: Buffer;
  tables?: Buffer[];
  tracks?: number;
  /** Declared samples per fragment; makes the file fragmented. */
  fragments?: number[];
  samples?: number;
}

const matrix = Buffer.concat([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32));

export function mp4(options: Mp4Options = {}): Buffer {
  const { tracks = 1, fragments, samples = 50, tables = [] } = options;
  const file = ascii('M4A \0\0\0\0M4A isom');
  const build = (dataAt: number): Buffer => {
    const sampleTable = fragments
      ? [table('stts', 0, []), table('stsc', 0, []), fullBox('stsz', Buffer.alloc(8)), table('stco', 0, [])]
      : [
          options.stts ?? table('stts', 1, [samples, 960]),
          options.stsc ?? table('stsc', 1, [1, samples, 1]),
          options.stsz ?? fullBox('stsz', Buffer.concat([u32(opusSilence.length), u32(samples)])),
          options.stco ?? table('stco', 1, [dataAt]),
          ...tables,
        ];
    const track = (id: number) =>
      box(
        'trak',
        Buffer.concat([
          fullBox(
            'tkhd',
            Buffer.concat([
              Buffer.alloc(8),
              u32(id),
              u32(0),
              u32(0),
              Buffer.alloc(16),
              matrix,
              Buffer.alloc(8),
            ]),
            3,
          ),
          box(
            'mdia',
            Buffer.concat([
              ...mediaHeaders(),
              box('minf', box('stbl', Buffer.concat([description(), ...sampleTable]))),
            ]),
          ),
        ]),
      );
    return box(
      'moov',
      Buffer.concat([
        fullBox(
          'mvhd',
          Buffer.concat([
            Buffer.alloc(8),
            u32(1000),
            u32(0),
            u32(0x10000),
            Buffer.alloc(12),
            matrix,
            Buffer.alloc(28),
          ]),
        ),
        ...Array.from({ length: tracks }, (_, nth) => track(nth + 1)),
        ...(fragments
          ? [box('mvex', fullBox('trex', Buffer.concat([1, 1, 960, opusSilence.length, 0].map(u32))))]
          : []),
      ]),
    );
  };
  const start = box('ftyp', file);
  const headLength = start.length + build(0).length;
  if (!fragments) {
    const load = Buffer.concat(Array.from({ length: Math.min(samples, 5000) }, () => opusSilence));
    return Buffer.concat([start, build(headLength + 8), box('mdat', load)]);
  }
  let decodeTime = 0;
  const parts = fragments.map((claimed, nth) => {
    const run = Buffer.concat([
      fullBox('tfhd', u32(1), 0x020000),
      fullBox('tfdt', u32(decodeTime)),
      fullBox('trun', Buffer.concat([u32(claimed), u32(92)]), 1),
    ]);
    decodeTime += Math.min(claimed, 100) * 960;
    const load = Buffer.concat(Array.from({ length: Math.min(claimed, 100) }, () => opusSilence));
    return Buffer.concat([
      box('moof', Buffer.concat([fullBox('mfhd', u32(nth + 1)), box('traf', run)])),
      box('mdat', load),
    ]);
  });
  return Buffer.concat([start, build(0), ...parts]);
}

function mediaHeaders(): Buffer[] {
  return [
    fullBox('mdhd', Buffer.concat([Buffer.alloc(8), u32(48_000), u32(0), u32(0x55c40000)])),
    fullBox('hdlr', Buffer.concat([u32(0), ascii('soun'), Buffer.alloc(13)])),
  ];
}

function description(): Buffer {
  const entry = Buffer.concat([
    Buffer.alloc(6),
    u16(1),
    Buffer.alloc(8),
    u16(1),
    u16(16),
    u32(0),
    u32(48_000 * 65_536),
    box('dOps', Buffer.concat([u8(0, 1), u16(0), u32(48_000), u16(0), u8(0)])),
  ]);
  entry.writeUInt32BE(0xbb800000, 24);
  return fullBox('stsd', Buffer.concat([u32(1), box('Opus', entry)]));
}

export interface OggPage {
  serial?: number;
  flags?: number;
  lacing: number[];
  load: Buffer;
  granule?: number;
}

export function oggPage({ serial = 1, flags = 0, lacing, load, granule = 0 }: OggPage): Buffer {
  const header = Buffer.alloc(27);
  header.write('OggS', 'latin1');
  header[5] = flags;
  header.writeUInt32LE(granule, 6);
  header.writeUInt32LE(serial, 14);
  header[26] = lacing.length;
  return Buffer.concat([header, Buffer.from(lacing), load]);
}

export function ogg(pages: OggPage[] = silentPages(50), streams = 1): Buffer {
  const tags = Buffer.concat([ascii('OpusTags'), Buffer.alloc(8)]);
  const serials = Array.from({ length: streams }, (_, nth) => nth + 1);
  return Buffer.concat([
    ...serials.map((serial) => oggPage({ serial, flags: 2, lacing: [opusHead.length], load: opusHead })),
    ...serials.map((serial) => oggPage({ serial, lacing: [tags.length], load: tags })),
    ...pages.map(oggPage),
  ]);
}

export const silentPages = (count: number): OggPage[] =>
  Array.from({ length: count }, (_, nth) => ({
    lacing: [opusSilence.length],
    load: opusSilence,
    granule: (nth + 1) * 960,
    flags: nth === count - 1 ? 4 : 0,
  }));

export interface WaveOptions {
  seconds?: number;
  channels?: number;
  sampleRate?: number;
  blockAlign?: number;
  bits?: number;
  dataSize?: number;
  before?: Buffer[];
}

/** Builds a WAV chunk; `size` overrides the declared size. */
export function chunk(name: string, load: Buffer, size = load.length): Buffer {
  const header = Buffer.alloc(8);
  header.write(name, 'latin1');
  header.writeUInt32LE(size >>> 0, 4);
  return Buffer.concat([header, load]);
}

export function wave(options: WaveOptions = {}): Buffer {
  const { seconds = 1, channels = 1, sampleRate = 8000, bits = 16, blockAlign = 2, before = [] } = options;
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(sampleRate >>> 0, 4);
  format.writeUInt32LE((sampleRate * 2) >>> 0, 8);
  format.writeUInt16LE(blockAlign, 12);
  format.writeUInt16LE(bits, 14);
  const samples = Buffer.alloc(Math.round(seconds * 8000) * 2, 1);
  const load = Buffer.concat([
    ascii('WAVE'),
    ...before,
    chunk('fmt ', format),
    chunk('data', samples, options.dataSize ?? samples.length),
  ]);
  return chunk('RIFF', load);
}

/** Builds an AAC frame with an ADTS header; `length` overrides the declared length. */
export function adtsFrame(load: Buffer, length = load.length + 7, rate = 3): Buffer {
  return Buffer.concat([
    u8(
      0xff,
      0xf1,
      0x40 | (rate << 2),
      0x40 | (length >> 11),
      (length >> 3) & 255,
      ((length & 7) << 5) | 0x1f,
      0xfc,
    ),
    load,
  ]);
}

export const adts = (count = 50, load = Buffer.alloc(20, 0x21)): Buffer =>
  Buffer.concat(Array.from({ length: count }, () => adtsFrame(load)));
