import { deserialize } from 'node:v8';
import { serveProcessPool } from '#platform/process-pool-entry';
import { readCalendarLines } from './busy-lines.ts';
import type { CalendarToRead, ReadCalendar } from './busy-reading.ts';
import { busyTimes } from './busy-times.ts';

// Runs in a child process: a recurrence rule can keep a parser busy for any time.
serveProcessPool(async (bytes): Promise<ReadCalendar> => {
  const { body, knownHash, window } = deserialize(bytes) as CalendarToRead;
  const lines = readCalendarLines(new TextDecoder().decode(body));
  if (lines.hash === knownHash) return { hash: lines.hash, ranges: null };
  return { hash: lines.hash, ranges: busyTimes(lines, window) };
});
