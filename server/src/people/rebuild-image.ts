import { join } from 'node:path';
import { refuseOtherFiles } from '#platform/picture-kinds';
import { createProcessPool } from '#platform/process-pool';

const rebuild = createProcessPool<Uint8Array>({
  module: join(import.meta.dirname, 'image-process.ts'),
  concurrency: 2,
  queueMax: 20,
  timeoutMs: 10_000,
  heapMaxMb: 128,
});

/** Converts an upload to a square picture. Files that are not pictures are refused before a process starts. */
export async function rebuildImage(bytes: Buffer, userId: string): Promise<Buffer> {
  refuseOtherFiles(bytes);
  return Buffer.from(await rebuild(bytes, userId));
}
