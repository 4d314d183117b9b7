import { calmRounds } from './calm.ts';
import { median, type Part, rateRow } from './figures.ts';
import type { LoadResult } from './load.ts';
import type { Member } from './our-server.ts';
import { withGrounds } from './servers.ts';

const goal = 0.4;

/** Messages that all cross from one node to another, compared with the same load on one node. */
export function measureNodes({ isQuick }: { isQuick: boolean }): Promise<Part> {
  const [people, window, seconds, rounds] = isQuick ? [100, 8, 2, 3] : [200, 8, 4, 5];
  return withGrounds(1, async (grounds) => {
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
    return {
      rows: [
        rateRow(
          'messages sent at saturation from one node to the other over Redis, beside one node',
          one,
          two,
          goal,
        ),
      ],
      notes: [
        'Two nodes: both nodes, Redis, Postgres and the load share the same processors, so the second node brings work and no machine. ' +
          note,
      ],
    };
  });
}
