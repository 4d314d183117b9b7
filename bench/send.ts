import { calmRounds, secondsOf } from './calm.ts';
import { grouped, inMs, inPercent, median, type Part, quantile, rateRow } from './figures.ts';
import type { LoadResult } from './load.ts';
import type { Member } from './our-server.ts';
import { type Helper, pin } from './processes.ts';
import { withGrounds } from './servers.ts';

const goals = { ratio: 0.8, p50: 2.5, p99: 15 };
const steadyPerSecond = 1000;

interface Side {
  name: 'plain' | 'same packets' | 'storing' | 'ours';
  server: Helper;
  load: Helper;
}

interface Measured {
  perSecond: number;
  serverShare: number;
  p50: number;
  p99: number;
}

/** The send path, compared with a relay that stores nothing. */
export function measureSend({ isQuick }: { isQuick: boolean }): Promise<Part> {
  const [people, window, seconds, rounds] = isQuick ? [100, 8, 2, 3] : [200, 8, 4, 7];
  return withGrounds(0, async (grounds) => {
    const databaseUrl = await grounds.newDatabase('chat');
    const ours = await grounds.startOurs({ databaseUrl });
    const relay = await grounds.start('relay.ts', {
      env: { DATABASE_URL: await grounds.newDatabase('relay') },
    });
    const loads = {
      ours: await grounds.start('load.ts'),
      relay: await grounds.start('load.ts'),
    };
    const members = await ours.ask<Member[]>('members', people);
    await loads.ours.ask('connect', { ports: [await ours.ask('port')], members });
    await loads.relay.ask('connect', { ports: [await relay.ask('port')], members });
    for (const load of Object.values(loads)) await load.ask('introduce');
    const sides: Side[] = [
      { name: 'plain', server: relay, load: loads.relay },
      { name: 'same packets', server: relay, load: loads.relay },
      { name: 'storing', server: relay, load: loads.relay },
      { name: 'ours', server: ours, load: loads.ours },
    ];
    // First, before the database has to vacuum the rows of the saturated rounds. Without pinning: a message must not wait for one
    // processor while another is idle.
    const steady = await alternate(sides, rounds, ({ load }) =>
      load.ask<LoadResult>('steady', { perSecond: steadyPerSecond, seconds }),
    );
    for (const { pid } of [ours, relay]) pin(pid, 'first');
    for (const { pid } of [loads.ours, loads.relay]) pin(pid, 'rest');
    const saturated = await alternate(sides, rounds, ({ load }) =>
      load.ask<LoadResult>('saturate', { window, seconds }),
    );
    return report(saturated, steady, people, window);
  });
}

type Outcome = Record<Side['name'], Measured> & { note: string };

/** Runs the same load on each side in turn, several times; the first round of each is a warm-up. */
async function alternate(
  sides: Side[],
  rounds: number,
  run: (side: Side) => Promise<LoadResult>,
): Promise<Outcome> {
  const round = async () => {
    const found = {} as Record<Side['name'], Measured>;
    for (const side of sides) {
      if (side.name !== 'ours') await side.server.ask('be', side.name);
      const before = secondsOf(side.server.pid);
      const { sent, seconds, deliveryMs, errors } = await run(side);
      if (errors > 0) throw new Error(`${side.name}: ${errors} messages were refused`);
      found[side.name] = {
        perSecond: sent / seconds,
        serverShare: (secondsOf(side.server.pid) - before) / seconds,
        p50: quantile(deliveryMs, 0.5),
        p99: quantile(deliveryMs, 0.99),
      };
    }
    return found;
  };
  await round();
  const { kept, note } = await calmRounds(rounds, round);
  const middle = (name: Side['name']): Measured => {
    const of = (figure: keyof Measured) => median(kept.map((each) => each[name][figure]));
    return { perSecond: of('perSecond'), serverShare: of('serverShare'), p50: of('p50'), p99: of('p99') };
  };
  return {
    plain: middle('plain'),
    'same packets': middle('same packets'),
    storing: middle('storing'),
    ours: middle('ours'),
    note,
  };
}

function report(saturated: Outcome, steady: Outcome, people: number, window: number): Part {
  const latency = ({ p50, p99 }: Measured) => `${inMs(p50)} / ${inMs(p99)}`;
  const beside = (name: Side['name'], what: string, goal?: number) =>
    rateRow(what, saturated[name].perSecond, saturated.ours.perSecond, goal);
  return {
    rows: [
      beside(
        'same packets',
        'messages sent at saturation, acknowledged after commit, beside a Socket.IO relay with the same packets',
        goals.ratio,
      ),
      beside('plain', '… beside a relay that sends the message to its recipient and nothing else'),
      beside('storing', '… beside a relay with the same packets and one plain INSERT for each batch'),
      {
        what: `delivery at ${grouped(steadyPerSecond)} messages a second, p50 / p99, beside that relay with its INSERT`,
        bare: latency(steady.storing),
        ours: latency(steady.ours),
        goal: `≤ ${goals.p50} / ${goals.p99} ms`,
        isHeld: steady.ours.p50 <= goals.p50 && steady.ours.p99 <= goals.p99,
      },
    ],
    notes: [
      `Sending: ${people / 2} people write to ${people / 2} others, ${window} messages of each under way. At saturation each server is one process on the first processor and the load has the rest; at the fixed rate the system places them. ` +
        `At saturation the server used ${inPercent(saturated.ours.serverShare)} of its processor (relay ${inPercent(saturated.plain.serverShare)} and, with the same packets, ${inPercent(saturated['same packets'].serverShare)}). ` +
        `At saturation: ${saturated.note} At the fixed rate: ${steady.note}`,
    ],
  };
}
