// A process to be killed between claiming a mail and sending it: it claims what is due in the database it is given, says
// so, and never gets any further.
import { openDatabase } from '#platform/database';
import { createLogger } from '#platform/logger';
import { deliverDueMails } from '#platform/mail-delivery';
import type { Platform } from '#platform/platform';

// A test that ends early leaves nothing behind.
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
