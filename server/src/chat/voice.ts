import { join } from 'node:path';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';
import { createProcessPool } from '#platform/process-pool';
import type { RebuiltVoice } from './rebuild-voice.ts';

export interface StoredVoice {
  key: string;
  durationMs: number;
  waveform: Buffer;
}

const rebuild = createProcessPool<RebuiltVoice>({
  module: join(import.meta.dirname, 'voice-process.ts'),
  concurrency: 2,
  queueMax: 20,
  timeoutMs: 10_000,
  heapMaxMb: 128,
});

/** Validates and rewrites a recording, then stores it under a random key. */
export async function storeVoice(platform: Platform, userId: string, bytes: Buffer): Promise<StoredVoice> {
  const { extension, contentType, durationMs, waveform, bytes: rewritten } = await rebuild(bytes, userId);
  const key = `voice/${newId(platform.clock)}.${extension}`;
  await platform.files.put(key, rewritten, { contentType });
  return { key, durationMs, waveform: Buffer.from(waveform) };
}
