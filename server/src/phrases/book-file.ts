import { join } from 'node:path';
import { serialize } from 'node:v8';
import type { PhraseExportFormat } from '@parlance/contract/phrases';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import { workApart } from '#platform/work-apart';
import type { BookToPack } from './apkg.ts';
import { readBook } from './phrase-list.ts';
import { writeTsv } from './tsv.ts';

const exportsAnHour = 20;

const packApart = workApart<Uint8Array<ArrayBuffer>>({
  module: join(import.meta.dirname, 'apkg-process.ts'),
  atOnce: 1,
  waitingMax: 20,
  withinMs: 20_000,
  heapMaxMb: 128,
});

/** The whole book of the caller as a file. */
export async function exportBook(
  platform: Platform,
  { userId }: Caller,
  format: PhraseExportFormat,
): Promise<File> {
  const rule = { key: `phrase-export:${userId}`, limit: exportsAnHour, windowMs: 3_600_000 };
  refuseOver(await platform.limits.take([rule]));
  const book = await readBook(platform.db, userId);
  const name = `parlance-phrases.${format}`;
  if (format === 'tsv') return new File([writeTsv(book)], name);
  return new File(
    [await packApart(serialize({ book, now: platform.clock.now() } satisfies BookToPack))],
    name,
  );
}
