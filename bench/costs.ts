import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@parlance/server/platform/database';
import { createLogger } from '@parlance/server/platform/logger';
import { meet, type Page, seatPairs } from './calls.ts';
import { calmRounds, secondsOf, secondsOfProgram } from './calm.ts';
import { grouped, median, type Part } from './figures.ts';
import type { HttpResult } from './http-load.ts';
import type { LoadResult } from './load.ts';
import type { Member } from './our-server.ts';
import type { Helper } from './processes.ts';
import { type Grounds, withGrounds } from './servers.ts';

/** Processor time in microseconds: of both nodes, of an idle third node that receives every event, of Postgres, and of Redis. */
interface Cost {
  nodes: number;
  beside: number;
  postgres: number;
  redis: number;
}

interface Act {
  what: string;
  run(): Promise<number>;
}

/** Processor time of each action on two nodes, for capacity planning. */
export function measureCosts({ isQuick }: { isQuick: boolean }): Promise<Part> {
  const [people, seconds, pairs, rounds] = isQuick ? [200, 2, 10, 2] : [2_000, 8, 100, 3];
  return withGrounds(1, async (grounds) => {
    const shared = { databaseUrl: await grounds.newDatabase('costs'), redisUrl: grounds.redisUrls[0] ?? '' };
    const node = await grounds.startOurs(shared);
    const nodes = [node, await grounds.startOurs(shared)];
    const beside = await grounds.startOurs(shared);
    const load = await grounds.start('load.ts');
    const http = await grounds.start('http-load.ts');
    const members = await node.ask<Member[]>('members', people);
    const ports = await Promise.all(nodes.map((each) => each.ask<number>('port')));
    const connect = async () => {
      await load.ask('connect', { ports, members });
      return people;
    };
    await connect();
    await load.ask('introduce');
    const steady = async (perSecond: number) => {
      const { sent } = await load.ask<LoadResult>('steady', { perSecond, seconds });
      return sent;
    };
    const seated: Page[][] = [];
    const acts: Act[] = [
      { what: 'a socket that connects, with its look-ups', run: connect },
      {
        what: 'a socket that is open and silent, a minute',
        run: async () => {
          await pause(isQuick ? 5_000 : 30_000);
          return (people * (isQuick ? 5 : 30)) / 60;
        },
      },
      { what: 'a message, 200 of them a second', run: () => steady(200) },
      { what: '… 1,000 of them a second', run: () => steady(1_000) },
      {
        what: '… as many as go',
        run: async () => (await load.ask<LoadResult>('saturate', { window: 1, seconds })).sent,
      },
      {
        what: 'a small read over HTTP',
        run: async () => {
          const tokens = members.slice(0, 16).map(({ token }) => token);
          const asked = { port: ports[0], tokens, paths: ['/v1/chat/stat'], connections: 16, seconds };
          return (await http.ask<HttpResult>('run', asked)).answered;
        },
      },
      {
        what: 'two people who find each other in a session',
        run: async () => {
          await Promise.all(seated.slice(-pairs).map(meet));
          return pairs;
        },
      },
      {
        what: 'a session that goes on, a minute (each page says every 10 s that it is there)',
        run: async () => {
          for (let nth = 0; nth < 6; nth++)
            await Promise.all(
              seated.slice(-pairs).flatMap((two) => two.map((page) => page.emit('call:alive', {}))),
            );
          return pairs;
        },
      },
    ];
    const round = async () => {
      seated.push(...(await seatPairs(node, pairs)));
      const found = new Map<Act, Cost>();
      for (const act of acts) found.set(act, await costOf(nodes, beside, act));
      return found;
    };
    const { kept, note } = await calmRounds(rounds, round);
    for (const page of seated.flat()) page.close();
    const middle = (act: Act, where: keyof Cost) =>
      median(kept.map((found) => found.get(act)?.[where] ?? Number.NaN));
    const lines = acts.map((act) => [
      act.what,
      ...(['nodes', 'beside', 'postgres', 'redis'] as const).map((where) =>
        inMicroseconds(middle(act, where)),
      ),
    ]);
    return {
      rows: [],
      tables: [
        {
          title: 'What an act costs',
          lines: [['act', 'both nodes', 'a third node', 'Postgres', 'Redis'], ...lines],
        },
        { title: 'What is kept', lines: await bytesKept(grounds, shared.databaseUrl) },
      ],
      notes: [
        `Costs: processor time on two nodes with Postgres and Redis, half of ${grouped(people)} people on each, everybody writes to somebody on the other node, and a third node has nobody. ` +
          note,
      ],
    };
  });
}

/** Work after the last response (marks, receipts, events) belongs to the action as well. */
const settleMs = 500;

async function costOf(nodes: Helper[], beside: Helper, { run }: Act): Promise<Cost> {
  const read = (): Cost => ({
    nodes: nodes.reduce((sum, { pid }) => sum + secondsOf(pid), 0),
    beside: secondsOf(beside.pid),
    postgres: secondsOfProgram('postgres'),
    redis: secondsOfProgram('redis-server'),
  });
  const before = read();
  const times = await run();
  await pause(settleMs);
  const after = read();
  const each = (where: keyof Cost) => ((after[where] - before[where]) * 1_000_000) / times;
  return { nodes: each('nodes'), beside: each('beside'), postgres: each('postgres'), redis: each('redis') };
}

/** Bytes on disk including indexes, written by the traffic itself instead of in bulk. */
async function bytesKept({ folder }: Grounds, databaseUrl: string): Promise<string[][]> {
  const database = await openDatabase({
    databaseUrl,
    dataDir: folder,
    log: createLogger({ level: 'error' }),
  });
  try {
    const lines = ['chat_messages', 'user_sessions', 'users'].map(async (table) => {
      const { rows } = await database.pool.query<{ rows: number; bytes: number }>(
        `SELECT (SELECT count(*)::int FROM ${table}) AS rows, pg_total_relation_size('${table}')::float8 AS bytes`,
      );
      const [{ rows: count, bytes } = { rows: 0, bytes: 0 }] = rows;
      return [table, grouped(count), grouped(bytes / count)];
    });
    return [['table', 'rows', 'bytes a row'], ...(await Promise.all(lines))];
  } finally {
    await database.close();
  }
}

const inMicroseconds = (value: number): string =>
  value < 1000 ? `${value.toFixed(0)} µs` : `${(value / 1000).toFixed(1)} ms`;
