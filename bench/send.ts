import { calmRounds, secondsOf, secondsOfProgram } from './calm.ts';
import {
  grouped,
  inMs,
  inPercent,
  median,
  type Part,
  perSecond,
  quantile,
  type Row,
  rateRow,
} from './figures.ts';
import type { LoadResult } from './load.ts';
import type { Member } from './our-server.ts';
import { type Helper, pin } from './processes.ts';
import { withGrounds } from './servers.ts';

const goals = { ratio: 0.8, p50: 2.5, p99: 15 };
const steadyPerSecond = 1000;

interface Side {
  name: 'plain' | 'same packets' | 'storing' | 'earlier' | 'ours';
  server: Helper;
  load: Helper;
}

interface Measured {
  perSecond: number;
  serverShare: number;
  /** Processor time of the server for each message. */
  serverSeconds: number;
  /** The same of the database. */
  databaseSeconds: number;
  p50: number;
  p99: number;
}

interface SendOptions {
  isQuick: boolean;
  /** The folder of an earlier version to compare with, or null. */
  beside: string | null;
}

/** The send path, compared with a relay that stores nothing. */
export function measureSend({ isQuick, beside }: SendOptions): Promise<Part> {
  const [people, window, seconds, rounds] = isQuick ? [100, 8, 2, 3] : [200, 8, 4, 7];
  return withGrounds(0, async (grounds) => {
    const databaseUrl = await grounds.newDatabase('chat');
    const ours = await grounds.startOurs({ databaseUrl });
    const relay = await grounds.start('relay.ts', {
      env: { DATABASE_URL: await grounds.newDatabase('relay') },
    });
    const loadOn = async (server: Helper, members: Member[]) => {
      const load = await grounds.start('load.ts');
      await load.ask('connect', { ports: [await server.ask('port')], members });
      await load.ask('introduce');
      return { server, load };
    };
    const members = await ours.ask<Member[]>('members', people);
    const onRelay = await loadOn(relay, members);
    const sides: Side[] = [
      { name: 'plain', ...onRelay },
      { name: 'same packets', ...onRelay },
      { name: 'storing', ...onRelay },
    ];
    if (beside !== null) {
      const databaseUrl = await grounds.newDatabase('earlier');
      const earlier = await grounds.startOurs({ databaseUrl, version: beside });
      sides.push({ name: 'earlier', ...(await loadOn(earlier, await earlier.ask('members', people))) });
    }
    sides.push({ name: 'ours', ...(await loadOn(ours, members)) });
    // First, before the database has to vacuum the rows of the saturated rounds. Without pinning: a message must not wait for one
    // processor while another is idle.
    const steady = await alternate(sides, rounds, ({ load }) =>
      load.ask<LoadResult>('steady', { perSecond: steadyPerSecond, seconds }),
    );
    for (const { server, load } of sides) {
      pin(server.pid, 'first');
      pin(load.pid, 'rest');
    }
    const saturated = await alternate(sides, rounds, ({ load }) =>
      load.ask<LoadResult>('saturate', { window, seconds }),
    );
    return report(saturated, steady, people, window);
  });
}

type Round = Record<Side['name'], Measured>;
type Outcome = Round & { note: string; rounds: Round[] };

/** Runs the same load on each side in turn, several times; the first round of each is a warm-up. */
async function alternate(
  sides: Side[],
  rounds: number,
  run: (side: Side) => Promise<LoadResult>,
): Promise<Outcome> {
  let nth = 0;
  const round = async () => {
    nth += 1;
    const found = {} as Round;
    // In the opposite order every other round, because a side affects the next one.
    for (const side of nth % 2 === 0 ? sides.toReversed() : sides) {
      if (side.name !== 'ours' && side.name !== 'earlier') await side.server.ask('be', side.name);
      const before = secondsOf(side.server.pid);
      const databaseBefore = secondsOfProgram('postgres');
      const { sent, seconds, deliveryMs, errors } = await run(side);
      if (errors > 0) throw new Error(`${side.name}: ${errors} messages were refused`);
      const used = secondsOf(side.server.pid) - before;
      found[side.name] = {
        perSecond: sent / seconds,
        serverShare: used / seconds,
        serverSeconds: used / sent,
        databaseSeconds: (secondsOfProgram('postgres') - databaseBefore) / sent,
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
    return {
      perSecond: of('perSecond'),
      serverShare: of('serverShare'),
      serverSeconds: of('serverSeconds'),
      databaseSeconds: of('databaseSeconds'),
      p50: of('p50'),
      p99: of('p99'),
    };
  };
  const middles = Object.fromEntries(sides.map(({ name }) => [name, middle(name)])) as Round;
  return { ...middles, note, rounds: kept };
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
      ...(saturated.earlier ? besideEarlier(saturated, steady) : []),
    ],
    notes: [
      `Sending: ${people / 2} people write to ${people / 2} others, ${window} messages of each under way. At saturation each server is one process on the first processor and the load has the rest; at the fixed rate the system places them. ` +
        `At saturation the server used ${inPercent(saturated.ours.serverShare)} of its processor (relay ${inPercent(saturated.plain.serverShare)} and, with the same packets, ${inPercent(saturated['same packets'].serverShare)}). ` +
        `At saturation: ${saturated.note} At the fixed rate: ${steady.note}`,
    ],
  };
}

/** Median and quartiles of the ratios of single rounds: slow minutes of the machine affect both versions alike. */
function besideEarlier(saturated: Outcome, steady: Outcome): Row[] {
  const row = (
    what: string,
    { rounds }: Outcome,
    figure: keyof Measured,
    inUnit: (value: number) => string,
  ): Row => {
    const of = (name: Side['name']) => median(rounds.map((round) => round[name][figure]));
    const ratios = rounds.map((round) => round.ours[figure] / round.earlier[figure]);
    const [low, ratio, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(3));
    return {
      what,
      bare: inUnit(of('earlier')),
      ours: inUnit(of('ours')),
      ratio: `${ratio} (${low} to ${high})`,
    };
  };
  const inMicroseconds = (seconds: number) => `${(seconds * 1e6).toFixed(0)} µs`;
  const used = (figure: 'serverSeconds' | 'databaseSeconds', of: string) => [
    row(`processor time of the ${of} for each message at saturation`, saturated, figure, inMicroseconds),
    row(`processor time of the ${of} for each message at the fixed rate`, steady, figure, inMicroseconds),
  ];
  return [
    row('… beside the earlier version', saturated, 'perSecond', perSecond),
    ...used('serverSeconds', 'server'),
    ...used('databaseSeconds', 'database'),
    row('delivery at the fixed rate, p50', steady, 'p50', inMs),
    row('delivery at the fixed rate, p99', steady, 'p99', inMs),
  ];
}
