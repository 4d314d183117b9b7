import { updateProfileImage } from '@parlance/contract/account-care';
import { sendVoiceMessage } from '@parlance/contract/chat';
import { sendPictureMessage } from '@parlance/contract/chat-changes';
import { apiPrefix, type Endpoint } from '@parlance/contract/endpoint';
import { importPhrases, phraseImportMaxBytes } from '@parlance/contract/phrases';
import fc from 'fast-check';
import { hostileUpload, type UploadMaker } from '#test/hostile/uploads';
import { formBody } from './form-body.ts';
import { hostileTexts } from './hostile-values.ts';
import type { HttpCall } from './http-calls.ts';

export interface Uploading {
  callers: fc.Arbitrary<number>;
  userIds: readonly unknown[];
}

function uploadTo(endpoint: Endpoint, caller: number, path: string, content: Buffer, fields = {}): HttpCall {
  const name = endpoint.file?.field ?? 'file';
  return {
    kind: 'http',
    caller,
    endpoint,
    method: endpoint.method,
    path: apiPrefix + path,
    ...formBody({ fields, name, content }),
  };
}

/** Generates pictures of every format, most of them invalid. */
export const pictureCalls = (
  makers: UploadMaker[],
  { callers, userIds }: Uploading,
): fc.Arbitrary<HttpCall> => {
  const inChat = userIds.map((userId) => ({
    endpoint: sendPictureMessage,
    path: sendPictureMessage.path.replace('{userId}', String(userId)),
  }));
  const ofProfile = { endpoint: updateProfileImage, path: updateProfileImage.path };
  return fc
    .tuple(callers, uploads(makers, 'picture'), fc.oneof(fc.constant(ofProfile), fc.constantFrom(...inChat)))
    .map(([caller, bytes, { endpoint, path }]) => uploadTo(endpoint, caller, path, bytes));
};

/** Generates recordings of every container, most of them invalid. */
export const recordingCalls = (
  makers: UploadMaker[],
  { callers, userIds }: Uploading,
): fc.Arbitrary<HttpCall> =>
  fc
    .tuple(callers, uploads(makers, 'voice'), fc.constantFrom(...userIds))
    .map(([caller, bytes, userId]) =>
      uploadTo(sendVoiceMessage, caller, sendVoiceMessage.path.replace('{userId}', String(userId)), bytes),
    );

function uploads(makers: UploadMaker[], kind: UploadMaker['kind']): fc.Arbitrary<Buffer> {
  const ofKind = makers.filter((maker) => maker.kind === kind);
  const made = fc
    .tuple(fc.constantFrom(...ofKind), fc.nat())
    .map(([maker, seed]) => hostileUpload(maker, seed).bytes);
  return fc.oneof({ weight: 9, arbitrary: made }, { weight: 1, arbitrary: anyBytes });
}

const anyBytes = fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes));

const firstLines = [
  ...[
    '#separator:tab',
    '#separator:Comma',
    '#html:true',
    '#HTML:TRUE',
    '#notetype:Basic',
    '#',
    '#columns:a\tb',
  ],
  ...[
    '#guid column:1',
    '#deck column:5',
    '#tags column:6',
    '#guid column:0',
    '#deck column:999',
    '#tags column:-1',
  ],
];
const fields = [
  ...[
    'bonjour',
    'hello',
    '',
    ' ',
    'Parlance::French',
    '<br>',
    '<b>x</b>',
    '&amp;&#x1F600;&#99999999;&nope;',
    '&',
    '<',
  ],
  ...[
    '"a\tb\nc"',
    '"a""b"',
    '"open',
    'a"b',
    '\u0000',
    '你好',
    '<'.repeat(3000),
    '&#'.repeat(2000),
    'a'.repeat(1001),
  ],
];
// Up to one byte above the limit. Most are short: long ones take a thousand times the work.
const fileSizes = [
  ...Array<number>(30).fill(2000),
  ...Array<number>(8).fill(100_000),
  phraseImportMaxBytes,
  phraseImportMaxBytes + 1,
] as const;

/** Generates phrase tables: damaged real ones, valid ones, one piece repeated, and any bytes. */
function phraseFiles(real: Buffer[]): fc.Arbitrary<Buffer> {
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r', '\n\n');
  const field = fc.oneof(fc.constantFrom(...fields), fc.constantFrom(...hostileTexts));
  const line = fc.array(field, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('\t'));
  const head = fc.array(fc.constantFrom(...firstLines), { maxLength: 8 });
  const table = fc
    .tuple(head, fc.array(line, { maxLength: 40 }), lineEnd)
    .map(([first, lines, end]) => Buffer.from([...first, ...lines].join(end)));
  const columns = fc
    .tuple(fc.constantFrom('guid', 'deck', 'tags', 'notetype'), fc.constantFrom(1, 30, 998))
    .map(([name, count]) =>
      Array.from({ length: count }, (_, nth) => `#${name} column:${nth + 1}\n`).join(''),
    );
  const piece = fc.oneof(
    fc.constantFrom('a\n', '\t', '\n', '"', '""', 'a\t', '<', '&', '#\n', 'a', '\r'),
    // Not empty, because it is repeated up to a size.
    line.filter((text) => text !== ''),
  );
  const repeated = fc
    .tuple(
      fc.oneof(fc.constant(''), fc.constantFrom(...firstLines), columns),
      piece,
      fc.constantFrom(...fileSizes),
    )
    .map(([start, unit, size]) =>
      Buffer.alloc(size, start + unit.repeat(Math.ceil(size / Buffer.byteLength(unit)))),
    );
  const damaged = fc
    .tuple(fc.constantFrom(...real), fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 20 }))
    .map(([file, changes]) => {
      const copy = Buffer.from(file);
      for (const [place, byte] of changes) copy[place % copy.length] = byte;
      return copy;
    });
  return fc.oneof(
    { weight: 3, arbitrary: table },
    { weight: 3, arbitrary: repeated },
    { weight: 3, arbitrary: damaged },
    { weight: 1, arbitrary: anyBytes },
  );
}

export const phraseFileCalls = (real: Buffer[], { callers }: Uploading): fc.Arbitrary<HttpCall> =>
  fc
    .record({
      caller: callers,
      file: phraseFiles(real),
      languageCode: fc.constantFrom(undefined, 'fr', 'zh', 'xx'),
      dryRun: fc.constantFrom(undefined, 'true', 'true', 'false', 'maybe'),
    })
    .map(({ caller, file, ...given }) => {
      const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      return uploadTo(importPhrases, caller, importPhrases.path, file, sent);
    });
