import { join } from 'node:path';
import { serialize } from 'node:v8';
import type { PhraseExportFormat } from '@parlance/contract/phrases';
import type { Platform } from '#platform/platform';
import { createProcessPool } from '#platform/process-pool';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import { type BookLine, readBook } from './phrase-list.ts';

const exportsAnHour = 20;

export interface BookToWrite {
  format: PhraseExportFormat;
  book: BookLine[];
  now: Date;
}

const writeInPool = createProcessPool<Uint8Array<ArrayBuffer>>({
  module: join(import.meta.dirname, 'book-process.ts'),
  concurrency: 1,
  queueMax: 20,
  timeoutMs: 20_000,
  heapMaxMb: 128,
});

/** The caller's whole book as a file. */
export async function exportBook(
  platform: Platform,
  { userId }: Caller,
  format: PhraseExportFormat,
): Promise<File> {
  const rule = { key: `phrase-export:${userId}`, limit: exportsAnHour, windowMs: 3_600_000 };
  refuseOver(await platform.limits.take([rule]));
  const book = await readBook(platform.db, userId);
  const toWrite: BookToWrite = { format, book, now: platform.clock.now() };
  return new File([await writeInPool(serialize(toWrite), userId)], `parlance-phrases.${format}`);
}
