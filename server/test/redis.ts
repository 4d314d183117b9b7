import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import calculateSlot from 'cluster-key-slot';
import { Redis } from 'ioredis';
import { endProcess, findProgram, freePort, launchRedis, untilReady } from './servers.ts';

/** A Redis process without persistence that can be stopped, restarted and suspended. */
export interface RedisProcess {
  port: number;
  url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Its connections stay open but get no response. */
  freeze(): void;
  thaw(): void;
  command(name: string, ...values: (string | number)[]): Promise<unknown>;
}

export async function startRedisProcess(folder: string, options: string[] = []): Promise<RedisProcess> {
  const program = findProgram('redis-server', 'redis-server');
  const port = await freePort();
  let server: ChildProcess | undefined;
  const redis: RedisProcess = {
    port,
    url: `redis://127.0.0.1:${port}`,
    async start() {
      server = launchRedis(program, folder, port, options);
      await untilReady(server);
    },
    async kill() {
      await endProcess(server, 'SIGKILL');
    },
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    async command(name, ...values) {
      const connection = new Redis(redis.url, {
        lazyConnect: true,
        enableReadyCheck: false,
        retryStrategy: () => null,
        // A frozen server accepts a connection and never answers.
        commandTimeout: answerWithinMs,
      });
      connection.on('error', () => {});
      try {
        return await connection.call(name, ...values);
      } finally {
        connection.disconnect();
      }
    },
  };
  await redis.start();
  return redis;
}

export interface RedisCluster {
  /** The addresses of all servers, for REDIS_URL. */
  url: string;
  /** The first servers are the primaries, the next ones their replicas in the same order. */
  servers: RedisProcess[];
  slotOf(channel: string): number;
  primaryOf(channel: string): Promise<RedisProcess>;
  /** Moves slots to another primary as `redis-cli --cluster reshard` does. They must be empty of keys. */
  moveSlots(slots: number[], target: RedisProcess): Promise<void>;
  /** Resolves once every slot is served and all servers agree. */
  whenHealthy(): Promise<void>;
  stop(): Promise<void>;
}

const answerWithinMs = 3000;
const slotCount = 16_384;
const nodeTimeoutMs = 1000;
const healthyWithinMs = 30_000;

export async function startRedisCluster(
  folder: string,
  { primaries, replicas = 0 }: { primaries: number; replicas?: number },
): Promise<RedisCluster> {
  const servers: RedisProcess[] = [];
  for (let nth = 0; nth < primaries * (1 + replicas); nth++) servers.push(await startMember(folder, nth));
  const idOf = async (server: RedisProcess) => String(await server.command('CLUSTER', 'MYID'));
  const [first] = servers as [RedisProcess];
  for (const [nth, server] of servers.entries()) {
    const busPort = Number(((await server.command('CONFIG', 'GET', 'cluster-port')) as string[])[1]);
    await first.command('CLUSTER', 'MEET', '127.0.0.1', server.port, busPort);
    if (nth >= primaries) continue;
    const bounds = [nth, nth + 1].map((place) => Math.floor((slotCount * place) / primaries));
    await server.command('CLUSTER', 'ADDSLOTSRANGE', bounds[0] ?? 0, (bounds[1] ?? 0) - 1);
  }
  const slotsOf = async (server: RedisProcess) => {
    const ranges = (await server.command('CLUSTER', 'SLOTS')) as [number, number, [string, number]][];
    return ranges.map(([from, to, [, port]]) => ({ from, to, port }));
  };
  // Dead servers have no say, and none of them may own a slot.
  const isHealthy = async () => {
    const maps = await Promise.all(servers.map((server) => slotsOf(server).catch(() => null)));
    const present = servers.filter((_, nth) => maps[nth] !== null);
    const infos = await Promise.all(present.map((server) => server.command('CLUSTER', 'INFO')));
    const [slots, ...others] = maps
      .filter((map) => map !== null)
      .map((map) => map.toSorted((a, b) => a.from - b.from));
    return (
      infos.every((info) => String(info).includes('cluster_state:ok')) &&
      slots?.every(({ port }) => present.some((server) => server.port === port)) &&
      others.every((other) => JSON.stringify(other) === JSON.stringify(slots))
    );
  };
  const whenHealthy = async () => {
    const deadline = Date.now() + healthyWithinMs;
    while (!(await isHealthy())) {
      if (Date.now() > deadline) throw new Error('the Redis cluster does not become healthy');
      await wait(50);
    }
  };
  await whenHealthy();
  for (const [nth, replica] of servers.slice(primaries).entries()) {
    const primary = servers[nth % primaries] as RedisProcess;
    await replica.command('CLUSTER', 'REPLICATE', await idOf(primary));
    // A replica that has never been in sync does not replace its primary.
    while (((await replica.command('ROLE')) as string[])[3] !== 'connected') await wait(50);
  }
  await whenHealthy();
  const ownerOf = async (slot: number) => {
    for (const server of servers) {
      const ranges = await slotsOf(server).catch(() => []);
      const port = ranges.find(({ from, to }) => from <= slot && slot <= to)?.port;
      const owner = servers.find((candidate) => candidate.port === port);
      if (owner) return owner;
    }
    throw new Error(`no server has slot ${slot}`);
  };
  return {
    url: servers.map(({ url }) => url).join(','),
    servers,
    slotOf: calculateSlot,
    primaryOf: (channel) => ownerOf(calculateSlot(channel)),
    async moveSlots(slots, target) {
      const targetId = await idOf(target);
      for (const slot of slots) {
        const source = await ownerOf(slot);
        if (source === target) continue;
        await target.command('CLUSTER', 'SETSLOT', slot, 'IMPORTING', await idOf(source));
        await source.command('CLUSTER', 'SETSLOT', slot, 'MIGRATING', targetId);
        for (const server of [target, source])
          await server.command('CLUSTER', 'SETSLOT', slot, 'NODE', targetId);
      }
    },
    whenHealthy,
    async stop() {
      await Promise.all(servers.map((server) => server.kill()));
    },
  };
}

const startMember = async (folder: string, nth: number): Promise<RedisProcess> =>
  startRedisProcess(folder, [
    '--cluster-enabled',
    'yes',
    '--cluster-config-file',
    `nodes-${nth}-${process.pid}-${Math.random()}.conf`,
    '--cluster-node-timeout',
    `${nodeTimeoutMs}`,
    '--cluster-port',
    `${await freePort()}`,
    // Without this an isolated primary goes on taking events after its replica has replaced it.
    '--cluster-allow-pubsubshard-when-down',
    'no',
    '--cluster-require-full-coverage',
    'no',
    '--repl-diskless-sync-delay',
    '0',
  ]);
