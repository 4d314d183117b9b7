import { join } from 'node:path';
import type pg from 'pg';
import { startMailServer } from '#parts/mail-server';
import { nodeEnvironment } from '#parts/node';
import { startPostgres } from '#parts/postgres';
import { startRedis } from '#parts/redis';
import type { Stage } from '#parts/stage';
import { hostileKinds } from './behaviour.ts';
import { type Ears, openEars } from './ears.ts';
import { insertMembers, type Member, type NewMember } from './members.ts';
import { type SimulatedNode, startSimulatedNode } from './simulated-node.ts';

/** Two nodes on one database and one simulated clock, with the sockets and mailboxes of members. */
export interface World {
  pool: pg.Pool;
  ears: Ears;
  now(): number;
  /** Moves the clock of both nodes. */
  moveTo(now: number): Promise<void>;
  /** Runs the background jobs of one node, the two in turn. */
  runJobs(): Promise<void>;
  join(list: NewMember[]): Promise<Member[]>;
  /** Mails that arrived: the address and the names of hostile members in it. */
  mails: { to: string; names: string[] }[];
  surprises(): string[];
}

export interface WorldOptions {
  env?: Record<string, string>;
  preload?: string | undefined;
}

/** A Tuesday, far from the real time: code that uses the time of SQL or the system fails. */
const start = Date.parse('2030-03-05T00:00:00Z');

const hostileName = new RegExp(`\\b(?:${hostileKinds.join('|')})\\d+x\\b`, 'g');

/** In a mail encoded as quoted-printable a line may end within a name. */
const hostileNamesIn = (source: string): string[] => [
  ...new Set(source.replaceAll(/=\r?\n/g, '').match(hostileName)),
];

export async function startWorld(stage: Stage, { env = {}, preload }: WorldOptions = {}): Promise<World> {
  const [postgres, redis] = await Promise.all([startPostgres(stage), startRedis(stage)]);
  const mails: World['mails'] = [];
  const mailServer = await startMailServer(stage, {
    onMail: ({ to, source }) => void mails.push({ to, names: hostileNamesIn(source) }),
  });
  const settings = {
    ...nodeEnvironment({
      databaseUrl: postgres.url,
      redisUrl: redis.url,
      dataDir: join(stage.folder, 'data'),
    }),
    // Quotas are rate limits.
    RATE_LIMITS: 'on',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'parlance@example.org',
    ...env,
  };
  let now = start;
  const nodes: SimulatedNode[] = [];
  // One after the other: the first one migrates.
  for (let nth = 0; nth < 2; nth++)
    nodes.push(await startSimulatedNode(stage, { env: settings, preload, now }));
  const urls = nodes.map(({ url }) => url);
  let joined = 0;
  let turns = 0;
  return {
    pool: postgres.pool,
    ears: openEars(stage),
    mails,
    now: () => now,
    async moveTo(to) {
      now = to;
      await Promise.all(nodes.map((node) => node.setClock(now)));
    },
    async runJobs() {
      turns += 1;
      await nodes[turns % nodes.length]?.runJobs(now);
    },
    async join(list) {
      const firstNth = joined;
      joined += list.length;
      return insertMembers(postgres.pool, list, { firstNth, now, urls });
    },
    surprises: () => nodes.flatMap(({ surprises }) => surprises),
  };
}
