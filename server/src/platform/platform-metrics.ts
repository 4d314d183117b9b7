import { sql } from 'kysely';
import type { Mailer } from './mail.ts';
import type { Metrics } from './metrics.ts';
import type { Platform } from './platform.ts';

export function countMails(mailer: Mailer, { mails }: Metrics): Mailer {
  return {
    async send(mail) {
      try {
        await mailer.send(mail);
        mails.inc({ outcome: 'sent' });
      } catch (error) {
        mails.inc({ outcome: 'failed' });
        throw error;
      }
    },
    check: () => mailer.check(),
    forget: (addresses) => mailer.forget(addresses),
    close: () => mailer.close(),
  };
}

/** Registers gauges that grow when work is stuck; collected on each scrape. */
export function registerPlatformMetrics(platform: Platform, socketCount: () => number): void {
  const { metrics, pool, reserved } = platform;
  const pools = [...new Set([pool, reserved])];
  const sum = (figure: (each: typeof pool) => number) =>
    pools.reduce((total, each) => total + figure(each), 0);
  const { gauge } = metrics;
  const due = async (figure: keyof Overdue) => (await overdueMails(platform))[figure];
  gauge('sockets_open', 'Sockets open on this node.', socketCount);
  gauge('database_connections', 'Database connections that this node has open.', () =>
    sum((each) => each.totalCount),
  );
  gauge('database_connections_idle', 'Of these, idle connections.', () => sum((each) => each.idleCount));
  gauge('database_waiting', 'Calls that wait for a database connection here.', () =>
    sum((each) => each.waitingCount),
  );
  gauge('mails_due', 'Mails that should have left by now.', () => due('count'));
  gauge('mails_oldest_due_seconds', 'How long the oldest of them has been due.', () => due('seconds'));
}

interface Overdue {
  count: number;
  seconds: number;
}

const unknown: Overdue = { count: Number.NaN, seconds: Number.NaN };

async function overdueMails({ db, clock }: Platform): Promise<Overdue> {
  const now = clock.now();
  const { rows } = await sql<Overdue>`
    SELECT count(*) AS count, coalesce(extract(epoch FROM ${now} - min(due_at)), 0)::float8 AS seconds
    FROM waiting_mails WHERE due_at <= ${now}`.execute(db);
  return rows[0] ?? unknown;
}
