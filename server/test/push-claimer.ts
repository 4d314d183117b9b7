// Claims due push notifications in the given database, reports it and never sends them, to be killed in between.
import { readConfig } from '#config';
import { deliverDuePushes } from '#notify/push-delivery';
import { openDatabase } from '#platform/database';
import { createLogger } from '#platform/logger';
import type { Platform } from '#platform/platform';

// Exits when the test ends early.
process.once('disconnect', () => process.exit());

const [job = ''] = process.argv.slice(2);
const { databaseUrl, now } = JSON.parse(job) as { databaseUrl: string; now: string };
const log = createLogger({ level: 'silent' });
const { db } = await openDatabase({ databaseUrl, dataDir: '', log });

const compose = async (): Promise<never> => {
  process.send?.('claimed');
  return new Promise<never>(() => {});
};
const platform = { db, log, config: readConfig({}), clock: { now: () => new Date(now) } } as Platform;
await deliverDuePushes(platform, { message: { preference: 'push-messages', compose } });
