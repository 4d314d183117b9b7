import type { Redis } from 'ioredis';

// Socket.IO's streams adapter in nodes of 1.0.0: they subscribe to the channel and read the stream.
const channel = 'socket.io#/#';
const stream = 'socket.io';
const keptEntries = 1000;
const broadcast = 3;
const catchUp = {
  packet: { type: 2, nsp: '/', data: ['realtime:catch-up', {}] },
  opts: { rooms: [], except: [], flags: {} },
};
const checkEveryMs = 5000;

/**
 * During an upgrade nodes of 1.0.0 and newer ones share a Redis without hearing each other's events. While such a node is there, and once
 * more when the last one has left, clients of both catch up.
 */
export function watchOlderNodes(redis: Redis, onMissed: () => void): { stop(): void } {
  let wereThere = false;
  const check = async () => {
    if (redis.status !== 'ready') return;
    const [, count] = await redis.pubsub('NUMSUB', channel);
    const areThere = Number(count) > 0;
    if (areThere) await redis.xadd(stream, 'MAXLEN', '~', keptEntries, '*', ...entry);
    if (areThere || wereThere) onMissed();
    wereThere = areThere;
  };
  // An unreachable Redis has its own notices.
  const timer = setInterval(() => void check().catch(() => {}), checkEveryMs).unref();
  return { stop: () => clearInterval(timer) };
}

const fields = { uid: 'newer', nsp: '/', type: `${broadcast}`, data: JSON.stringify(catchUp) };
const entry = Object.entries(fields).flat();
