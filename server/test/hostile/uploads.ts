import { profileImageMaxBytes } from '@parlance/contract/account-care';
import { voiceMaxBytes } from '@parlance/contract/chat';
import { type Chance, createChance } from './chance.ts';
import { pictures } from './pictures.ts';
import { recordings } from './recordings.ts';

export interface HostileUpload {
  /** The container and the seed that reproduces it. */
  name: string;
  kind: 'voice' | 'picture';
  bytes: Buffer;
}

/** A generator of uploads in one container. */
export interface UploadMaker extends Pick<HostileUpload, 'name' | 'kind'> {
  make(chance: Chance): Buffer;
}

export async function uploadMakers(): Promise<UploadMaker[]> {
  return [
    ...Object.entries(recordings).map(([name, make]) => ({ name, make, kind: 'voice' as const })),
    ...Object.entries(await pictures()).map(([name, make]) => ({ name, make, kind: 'picture' as const })),
  ];
}

/** Generates an upload from a seed; half of them are damaged. */
export function hostileUpload({ name, make, kind }: UploadMaker, seed: number): HostileUpload {
  const chance = createChance(seed);
  const bytes = chance.is(0.5) ? make(chance) : spoil(make(chance), chance);
  const maxBytes = kind === 'voice' ? voiceMaxBytes : profileImageMaxBytes;
  return { name: `${name}, seed ${seed}`, kind, bytes: bytes.subarray(0, maxBytes) };
}

/** Generates `count` uploads of alternating containers from a seed. */
export async function* hostileUploads(seed: number, count: number): AsyncGenerator<HostileUpload> {
  const makers = await uploadMakers();
  for (let nth = 0; nth < count; nth++) {
    const maker = makers[nth % makers.length];
    if (!maker) return;
    yield hostileUpload(maker, seed + nth);
  }
}

/** Damages bytes: flipped bits, and missing, repeated or foreign pieces. */
function spoil(bytes: Buffer, chance: Chance): Buffer {
  let spoilt = Buffer.from(bytes);
  for (let times = 1 + chance.below(4); times > 0; times--) {
    const at = chance.below(spoilt.length + 1);
    const length = chance.below(64);
    const how = chance.pick(['flip', 'flip', 'fill', 'cut', 'double', 'break off', 'insert']);
    if (how === 'flip' && at < spoilt.length) spoilt[at] = (spoilt[at] ?? 0) ^ (1 << chance.below(8));
    if (how === 'fill')
      spoilt.fill(chance.pick([0, 0xff]), at, Math.min(at + chance.pick([1, 4, 8]), spoilt.length));
    if (how === 'break off') spoilt = spoilt.subarray(0, at);
    if (how === 'cut') spoilt = Buffer.concat([spoilt.subarray(0, at), spoilt.subarray(at + length)]);
    if (how === 'double')
      spoilt = Buffer.concat([spoilt.subarray(0, at), spoilt.subarray(Math.max(0, at - length))]);
    if (how === 'insert')
      spoilt = Buffer.concat([spoilt.subarray(0, at), chance.bytes(length), spoilt.subarray(at)]);
  }
  return spoilt;
}
