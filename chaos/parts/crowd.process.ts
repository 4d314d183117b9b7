// Many members in one process, each with the real client, for a reconnect storm.
import { setTimeout as wait } from 'node:timers/promises';
import { createCalls } from '@parlance/client/http';
import { createRealtime, type Realtime } from '@parlance/client/realtime';
import { Manager } from 'socket.io-client';
import type { CrowdFigures, CrowdOrder } from './crowd.ts';
import { inParallel } from './people.ts';

// One retry of a lost response, as in the web app.
const retryAfterMs = 1000;
const enteringAtOnce = 20;
const tellEveryMs = 250;

const sockets: Realtime[] = [];
const figures = { connects: 0, calls: 0, callsRepeated: 0, failures: [] as string[] };

async function ask(call: () => Promise<unknown>): Promise<void> {
  figures.calls += 1;
  try {
    await call();
  } catch {
    figures.callsRepeated += 1;
    await wait(retryAfterMs);
    await call().catch((error: unknown) => void figures.failures.push(`failed twice: ${error}`));
  }
}

function enter(baseUrl: string, token: string): Promise<void> {
  const calls = createCalls({ baseUrl, getAccessToken: () => token });
  const realtime = createRealtime({
    baseUrl,
    sockets: true,
    tokens: { getAccessToken: () => token, subscribe: () => () => {}, onRefused: async () => null },
    onError: (error) => void figures.failures.push(`refused: ${error}`),
  });
  sockets.push(realtime);
  // The calls that a page repeats after every connect.
  realtime.onConnect(() => {
    figures.connects += 1;
    void ask(() => calls.getChatStat());
    void ask(() => calls.listChats({}));
  });
  return realtime.whenConnected();
}

function giveUpAfterOneTry(): void {
  Manager.prototype.reconnectionAttempts = function (this: Manager) {
    Object.assign(this, { _reconnectionAttempts: 1 });
    return this;
  } as Manager['reconnectionAttempts'];
}

process.on('message', ({ baseUrl, tokens, triesOnce }: CrowdOrder) => {
  if (triesOnce) giveUpAfterOneTry();
  void inParallel(tokens, enteringAtOnce, (token) => enter(baseUrl, token));
});
process.once('disconnect', () => process.exit(0));
setInterval(() => {
  const connected = sockets.filter((socket) => socket.getStatus() === 'connected').length;
  const { failures, ...counts } = figures;
  process.send?.({ ...counts, connected, failures: failures.slice(0, 20) } satisfies CrowdFigures);
}, tellEveryMs);
