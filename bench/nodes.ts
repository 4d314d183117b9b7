import { calmRounds } from './calm.ts';
import { grouped, inPercent, median, type Part } from './figures.ts';
import type { LoadResult } from './load.ts';
import type { Member } from './our-server.ts';
import { startHelper } from './processes.ts';
import { startOurs, withGrounds } from './servers.ts';

const goal = 0.4;

/** Every message crosses from one node to the other, beside the same load on one node. */
export function measureNodes({ isQuick }: { isQuick: boolean }): Promise<Part> {
  const [people, window, seconds, rounds] = isQuick ? [100, 8, 2, 3] : [200, 8, 4, 5];
  return withGrounds(1, async (grounds) => {
    const alone = await startOurs(grounds, { databaseUrl: await grounds.newDatabase('one') });
    const shared = { databaseUrl: await grounds.newDatabase('two'), redisUrl: grounds.redisUrls[0] ?? '' };
    const first = await startOurs(grounds, shared);
    const second = await startOurs(grounds, shared);
    const loads = [await startHelper('load.ts'), await startHelper('load.ts')] as const;
    try {
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
      const { kept, thrownAway, othersShare } = await calmRounds(rounds, round);
      const [one = Number.NaN, two = Number.NaN] = [0, 1].map((side) =>
        median(kept.map((rates) => rates[side] ?? Number.NaN)),
      );
      return {
        rows: [
          {
            what: 'messages sent at saturation from one node to the other over Redis, beside one node',
            bare: `${grouped(one)}/s`,
            ours: `${grouped(two)}/s`,
            ratio: (two / one).toFixed(2),
            goal: `≥ ${goal}`,
            isHeld: two / one >= goal,
          },
        ],
        notes: [
          'Two nodes: both nodes, Redis, Postgres and the load share the same processors, so the second node brings work and no machine. ' +
            `Rounds thrown away ${thrownAway}, others had at most ${inPercent(othersShare)} of the machine in those kept.`,
        ],
      };
    } finally {
      await Promise.all([alone, first, second, ...loads].map((helper) => helper.stop()));
    }
  });
}
