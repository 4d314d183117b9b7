import { setTimeout as pause } from 'node:timers/promises';
import { calmRounds, secondsOf, secondsOfProgram } from './calm.ts';
import { median, type Part, rateRow } from './figures.ts';
import type { LoadResult } from './load.ts';
import type { Member } from './our-server.ts';
import type { Helper } from './processes.ts';
import { type Grounds, withGrounds } from './servers.ts';

const goal = 0.6;
/** Processor time of a node without connected members for a message between others. */
const idleGoalMicroseconds = 5;
const redisGrowthGoal = 1.2;
const fewNodes = 3;
const manyNodes = 12;
const routedPerSecond = 1000;

/** Messages that all cross from one node to another, compared with the same load on one node. */
export function measureNodes({ isQuick }: { isQuick: boolean }): Promise<Part> {
  const [people, window, seconds, rounds] = isQuick ? [100, 8, 2, 3] : [200, 8, 4, 5];
  return withGrounds(2, async (grounds) => {
    const alone = await grounds.startOurs({ databaseUrl: await grounds.newDatabase('one') });
    const shared = { databaseUrl: await grounds.newDatabase('two'), redisUrl: grounds.redisUrls[0] ?? '' };
    const first = await grounds.startOurs(shared);
    const second = await grounds.startOurs(shared);
    const loads = [await grounds.start('load.ts'), await grounds.start('load.ts')] as const;
    const ports = async (...nodes: (typeof alone)[]) =>
      Promise.all(nodes.map((node) => node.ask<number>('port')));
    await loads[0].ask('connect', {
      ports: await ports(alone),
      members: await alone.ask<Member[]>('members', people),
    });
    await loads[1].ask('connect', {
      ports: await ports(first, second),
      members: await first.ask<Member[]>('members', people),
    });
    for (const load of loads) await load.ask('introduce');
    const round = async () => {
      const rates: number[] = [];
      for (const load of loads) {
        const { sent, seconds: took, errors } = await load.ask<LoadResult>('saturate', { window, seconds });
        if (errors > 0) throw new Error(`${errors} messages were refused`);
        rates.push(sent / took);
      }
      return rates;
    };
    await round();
    const { kept, note } = await calmRounds(rounds, round);
    const [one = Number.NaN, two = Number.NaN] = [0, 1].map((side) =>
      median(kept.map((rates) => rates[side] ?? Number.NaN)),
    );
    await loads[1].ask('disconnect');
    const routed = await measureRouting(grounds, isQuick);
    return {
      rows: [
        rateRow(
          'messages sent at saturation from one node to the other over Redis, beside one node',
          one,
          two,
          goal,
        ),
        ...routed.rows,
      ],
      notes: [
        ...routed.notes,
        'Two nodes: both nodes, Redis, Postgres and the load share the same processors, so the second node brings work and no machine. ' +
          note,
      ],
    };
  });
}

interface Routed {
  idleNode: number;
  redis: number;
}

/** Microseconds for each message between members of two nodes: of each other node, and of Redis, beyond those of a silent time. */
async function measureRouting(grounds: Grounds, isQuick: boolean): Promise<Part> {
  const [people, seconds, rounds] = isQuick ? [100, 5, 2] : [200, 10, 3];
  const shared = { databaseUrl: await grounds.newDatabase('routed'), redisUrl: grounds.redisUrls[1] ?? '' };
  const nodes: Helper[] = [];
  const load = await grounds.start('load.ts');
  const found: Routed[] = [];
  const notes: string[] = [];
  for (const count of [fewNodes, manyNodes]) {
    while (nodes.length < count) nodes.push(await grounds.startOurs(shared));
    const [first, second] = nodes as [Helper, Helper];
    const ports = [await first.ask<number>('port'), await second.ask<number>('port')];
    await load.ask('connect', { ports, members: await first.ask<Member[]>('members', people) });
    await load.ask('introduce');
    const idle = nodes.slice(2);
    const read = () => ({
      idleNode: idle.reduce((sum, { pid }) => sum + secondsOf(pid), 0) / idle.length,
      redis: secondsOfProgram('redis-server'),
    });
    const spentIn = async <Result>(work: () => Promise<Result>) => {
      const [before, startedAt] = [read(), performance.now()];
      const result = await work();
      const [after, ms] = [read(), performance.now() - startedAt];
      return { result, ms, idleNode: after.idleNode - before.idleNode, redis: after.redis - before.redis };
    };
    await load.ask('steady', { perSecond: routedPerSecond, seconds: 1 });
    const { kept, note } = await calmRounds(rounds, async () => {
      const silent = await spentIn(() => pause(seconds * 1000));
      const busy = await spentIn(() =>
        load.ask<LoadResult>('steady', { perSecond: routedPerSecond, seconds }),
      );
      const share = busy.ms / silent.ms;
      const each = (where: keyof Routed) =>
        ((busy[where] - share * silent[where]) * 1_000_000) / busy.result.sent;
      return { idleNode: each('idleNode'), redis: each('redis') };
    });
    const middle = (where: keyof Routed) => median(kept.map((routed) => routed[where]));
    found.push({ idleNode: middle('idleNode'), redis: middle('redis') });
    notes.push(note);
  }
  const [few, many] = found as [Routed, Routed];
  const idleNode = Math.max(few.idleNode, many.idleNode, 0);
  const growth = many.redis / few.redis;
  return {
    rows: [
      {
        what: `processor time of a node without connected members for a message between others, ${fewNodes} / ${manyNodes} nodes`,
        ours: `${inMicroseconds(few.idleNode)} / ${inMicroseconds(many.idleNode)}`,
        goal: `< ${idleGoalMicroseconds} µs`,
        isHeld: idleNode < idleGoalMicroseconds,
      },
      {
        what: `processor time of Redis for a message with ${manyNodes} nodes, beside ${fewNodes} nodes`,
        bare: inMicroseconds(few.redis),
        ours: inMicroseconds(many.redis),
        ratio: growth.toFixed(2),
        goal: `≤ ${redisGrowthGoal}`,
        isHeld: growth <= redisGrowthGoal,
      },
    ],
    notes: [
      `Routing: ${routedPerSecond} messages a second between members of two nodes; the processor time of a silent time of the same length is subtracted. ${notes.join(' ')}`,
    ],
  };
}

const inMicroseconds = (value: number): string => `${Math.max(0, value).toFixed(1)} µs`;
