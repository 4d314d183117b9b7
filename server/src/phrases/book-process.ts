import { deserialize } from 'node:v8';
import { serveProcessPool } from '#platform/process-pool-entry';
import { packBook } from './apkg.ts';
import type { BookToWrite } from './book-file.ts';
import { writeTsv } from './tsv.ts';

// Runs in a child process: five thousand phrases would block the event loop for most of a second.
serveProcessPool(async (bytes) => {
  const { format, book, now } = deserialize(bytes) as BookToWrite;
  return format === 'tsv' ? writeTsv(book) : packBook(book, now);
});
