import { createECDH } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { calmRounds, mainThreadSecondsOf, secondsOf, secondsOfProgram } from './calm.ts';
import { inMs, inMsPair, median, type Part, perSecond, quantile } from './figures.ts';
import type { Member } from './our-server.ts';
import type { Helper } from './processes.ts';
import type { PushServiceAddress } from './push-service.ts';
import { type Grounds, withGrounds } from './servers.ts';

const rate = 200;
const goals = { p99: 1000, cpu: 4, mainThread: 1 };
/** Pushes of the last message may leave after the round of writing. */
const arriveWithinMs = 60_000;

/** CPU time in milliseconds. */
interface Cpu {
  sender: number;
  mainThread: number;
  postgres: number;
}

/** From the commit of a message to the request at the push service, at a steady rate, and the CPU time of a notification. */
export function measurePush({ isQuick }: { isQuick: boolean }): Promise<Part> {
  const [seconds, rounds] = isQuick ? [4, 2] : [12, 5];
  const count = rate * seconds;
  return withGrounds(1, async (grounds) => {
    const service = await grounds.start('push-service.ts');
    const address = await service.ask<PushServiceAddress>('address');
    const { writer, sender } = await startNodes(grounds, address);
    const bare = await grounds.start('bare-push.ts');
    const [told, silent] = [await makePairs(writer, count), await makePairs(writer, count)];
    await writer.ask('devices', { userIds: told.map(([, to]) => to), address });

    const round = async () => {
      const idle = await cpuOf(sender, () => pause(seconds * 1000));
      // The same messages to members without a device: what the database needs for the messages themselves.
      const plain = await cpuOf(sender, () => writer.ask('write', { pairs: silent, perSecond: rate }));
      let waitedMs: number[] = [];
      const full = await cpuOf(sender, async () => {
        waitedMs = await sendAll(writer, service, told);
      });
      const before = secondsOf(bare.pid);
      const bareRate = await bare.ask<number>('run', { address, count });
      const bareCpu = ((secondsOf(bare.pid) - before) * 1000) / count;
      await service.ask('take');
      return {
        waitedMs,
        bareRate,
        bareCpu,
        sender: (full.sender - idle.sender) / count,
        mainThread: (full.mainThread - idle.mainThread) / count,
        postgres: Math.max(0, full.postgres - plain.postgres) / count,
      };
    };
    await round();
    const { kept, note } = await calmRounds(rounds, round);
    const middle = (name: 'bareRate' | 'bareCpu' | 'sender' | 'mainThread' | 'postgres') =>
      median(kept.map((each) => each[name]));
    const waited = kept.flatMap((each) => each.waitedMs);
    const total = middle('sender') + middle('postgres');
    return {
      rows: [
        {
          what: `push notification: commit of the message to the request at the push service, ${rate} a second, p50 / p99`,
          ours: inMsPair(waited),
          goal: `p99 ≤ ${goals.p99} ms`,
          isHeld: quantile(waited, 0.99) <= goals.p99,
        },
        {
          what: '… CPU time of one: the sending node and Postgres, beside a loop of encryption and request',
          bare: inMs(middle('bareCpu')),
          ours: inMs(total),
          ratio: (middle('bareCpu') / total).toFixed(2),
          goal: `≤ ${goals.cpu} ms`,
          isHeld: total <= goals.cpu,
        },
        {
          what: '… of it on the main thread',
          ours: inMs(middle('mainThread')),
          goal: `≤ ${goals.mainThread} ms`,
          isHeld: middle('mainThread') <= goals.mainThread,
        },
      ],
      notes: [
        `Push: ${count} members with one device each get a message in ${seconds} s, written by one node and told by another. Of the CPU time ${inMs(middle('sender'))} is the node and ${inMs(middle('postgres'))} Postgres, each without what it needs for an idle node or for the messages alone. The bare loop takes ${perSecond(middle('bareRate'))}. ` +
          note,
      ],
    };
  });
}

async function startNodes(grounds: Grounds, { host, ca }: PushServiceAddress) {
  const databaseUrl = await grounds.newDatabase('push');
  const redisUrl = grounds.redisUrls[0] ?? '';
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  const privateKey = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex');
  const env = {
    PUSH_PUBLIC_KEY: publicKey,
    PUSH_PRIVATE_KEY: privateKey.toString('base64url'),
    PUSH_SERVICES: host,
    BENCH_PUSH_NETWORK: JSON.stringify({ addresses: { [host]: '127.0.0.1' }, ca }),
  };
  const writer = await grounds.startOurs({ databaseUrl, redisUrl });
  const sender = await grounds.startOurs({ databaseUrl, redisUrl, env: { ...env, BENCH_JOBS: 'on' } });
  return { writer, sender };
}

type Pair = [from: string, to: string];

async function makePairs(node: Helper, count: number): Promise<Pair[]> {
  const members = await node.ask<Member[]>('members', 2 * count);
  return Array.from(
    { length: count },
    (_, nth): Pair => [members[2 * nth]?.userId ?? '', members[2 * nth + 1]?.userId ?? ''],
  );
}

/** Writes one message of each pair and returns how long each notification took to arrive. */
async function sendAll(writer: Helper, service: Helper, pairs: Pair[]): Promise<number[]> {
  await service.ask('take');
  const committed = await writer.ask<number[]>('write', { pairs, perSecond: rate });
  const until = performance.now() + arriveWithinMs;
  while ((await service.ask<number>('count')) < pairs.length && performance.now() < until) await pause(50);
  const arrived = new Map(await service.ask<[string, number[]][]>('take'));
  return pairs.map(([, to], nth) => {
    const [first, ...more] = arrived.get(`/${to}`) ?? [];
    if (first === undefined || more.length > 0)
      throw new Error(
        `of ${pairs.length} members ${arrived.size} got a notification, one of them ${arrived.get(`/${to}`)?.length ?? 0}`,
      );
    return first - (committed[nth] ?? Number.NaN);
  });
}

async function cpuOf(sender: Helper, work: () => Promise<unknown>): Promise<Cpu> {
  const read = () => ({
    sender: secondsOf(sender.pid),
    mainThread: mainThreadSecondsOf(sender.pid),
    postgres: secondsOfProgram('postgres'),
  });
  const before = read();
  await work();
  const after = read();
  const spent = (name: keyof Cpu) => (after[name] - before[name]) * 1000;
  return { sender: spent('sender'), mainThread: spent('mainThread'), postgres: spent('postgres') };
}
