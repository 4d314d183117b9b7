// Claims due mails in the given database, reports it and never sends them, to be killed in between.
import { openDatabase } from '#platform/database';
import { createLogger } from '#platform/logger';
import { deliverDueMails } from '#platform/mail-delivery';
import type { Platform } from '#platform/platform';

// Exits when the test ends early.
process.once('disconnect', () => process.exit());

const [job = ''] = process.argv.slice(2);
const { databaseUrl, now, kinds } = JSON.parse(job) as { databaseUrl: string; now: string; kinds: string[] };
const log = createLogger({ level: 'silent' });
const { db } = await openDatabase({ databaseUrl, dataDir: '', log });

const stop = async (): Promise<never> => {
  process.send?.('claimed');
  return new Promise<never>(() => {});
};
const platform = { db, log, clock: { now: () => new Date(now) } } as Platform;
await deliverDueMails(platform, Object.fromEntries(kinds.map((kind) => [kind, stop])));
