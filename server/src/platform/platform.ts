import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Tables } from '#domain/tables.generated';
import type { Clock } from './clock.ts';
import type { Effects } from './effects.ts';
import type { FileStore } from './files.ts';
import type { Jobs } from './jobs.ts';
import type { Logger } from './logger.ts';
import type { Mailer } from './mail.ts';
import type { Metrics } from './metrics.ts';
import type { Arrived } from './network.ts';
import type { Outbound } from './outbound.ts';
import type { PushSender } from './push-sender.ts';
import type { Limits } from './rate-limit.ts';
import type { ReadReplica } from './read-replica.ts';
import type { Realtime } from './realtime-port.ts';
import type { Config } from './settings.ts';
import type { SmsSender } from './sms.ts';
import type { Translator } from './translator.ts';

/** The dependencies of a slice, passed as the first argument. */
export interface Platform {
  config: Config;
  log: Logger;
  clock: Clock;
  db: Kysely<Tables>;
  pool: pg.Pool;
  /** For latency-critical statements: see `Database`. */
  reserved: pg.Pool;
  walkPool: pg.Pool | null;
  /** For reads that may leave the primary; without a replica they stay there. */
  replica: ReadReplica;
  files: FileStore;
  mail: Mailer;
  sms: SmsSender | null;
  /** Null where no keys are configured. */
  push: PushSender | null;
  /** Null where not configured. */
  translator: Translator | null;
  /** Requests to addresses that members supply. */
  outbound: Outbound;
  jobs: Jobs;
  limits: Limits;
  realtime: Realtime;
  metrics: Metrics;
  effects: Effects<Platform>;
  /** Returns the client address behind trusted proxies. */
  addressOf(request: Arrived): string;
  /** The key for signatures and keyed hashes; slices derive their own by name. */
  secret: string;
}
