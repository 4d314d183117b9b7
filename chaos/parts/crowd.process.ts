// Many people in a process of their own, each with the real client: what a reconnect storm is made of.
import { setTimeout as wait } from 'node:timers/promises';
import { createCalls } from '@parlance/client/http';
import { createRealtime, type Realtime } from '@parlance/client/realtime';
import { Manager } from 'socket.io-client';
import type { CrowdFigures, CrowdOrder } from './crowd.ts';
import { inParallel } from './people.ts';

// As the web app: an answer that was lost is asked for once more.
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
  // What a page reads again after every connect.
  realtime.onConnect(() => {
    figures.connects += 1;
    void ask(() => calls.getChatStat());
    void ask(() => calls.listChats({}));
  });
  return realtime.whenConnected();
}

/** The sabotage. */
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
