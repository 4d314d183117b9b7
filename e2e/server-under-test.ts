import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startApp } from '@parlance/server/app';
import { readConfig } from '@parlance/server/config';
import { runOperatorCommand } from '@parlance/server/moderation/operator';
import { type LongTalk, rememberTalk } from './long-talk.ts';
import { fillUp, type MuchData } from './much-data.ts';

/** Messages between a journey and the server's process. */
export type ToServer =
  | { advanceMs: number }
  | { longTalk: LongTalk }
  | { muchData: MuchData }
  | { operate: string[] }
  | 'stop';
export type FromServer = { url: string } | { output: string } | 'done';

// Runs as a child process: the real application with a clock that can be moved, or is frozen for screenshots.
let aheadMs = 0;
const standsAt = process.env.CLOCK_STANDS_AT;
// A killed journey leaves no server behind.
process.once('disconnect', () => process.exit(0));

// A restarted server keeps its port.
const port = Number(process.env.PORT) || (await freePort());
// Browsers refuse passkeys for IP addresses.
const url = `http://${process.env.JOURNEY_HOST ?? '127.0.0.1'}:${port}`;
const app = await startApp(readConfig({ ...process.env, PORT: String(port), PUBLIC_URL: url }), {
  clock: { now: () => (standsAt ? new Date(standsAt) : new Date(Date.now() + aheadMs)) },
  pushNetwork: JSON.parse(process.env.JOURNEY_PUSH_NETWORK ?? '{}'),
});

process.on('message', async (message: ToServer) => {
  if (message === 'stop') {
    await app.close();
    process.disconnect();
    return;
  }
  if ('operate' in message) {
    tell({ output: (await runOperatorCommand(app.platform, message.operate)).output });
    return;
  }
  if ('longTalk' in message) await rememberTalk(app.platform, message.longTalk);
  else if ('muchData' in message) await fillUp(app.platform, message.muchData);
  else aheadMs += message.advanceMs;
  tell('done');
});
tell({ url });

function tell(message: FromServer): void {
  process.send?.(message);
}

/** Links in mails need the address before the server listens. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
