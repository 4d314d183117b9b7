import type { Client } from '@parlance/client/client';
import type { AppNode } from './node.ts';

/** nginx uses a recovered node again only after some seconds. */
const withinMs = 20_000;

/** Number of sockets of a node; 0 while it does not answer. */
export async function socketsOf({ url }: Pick<AppNode, 'url'>): Promise<number> {
  const answer = await fetch(`${url}/metrics`).catch(() => null);
  return Number(/^sockets_open (\d+)$/m.exec((await answer?.text()) ?? '')?.[1] ?? 0);
}

/** Reconnects a client through the proxy until the node holds its socket. No other client may connect meanwhile. */
export async function moveTo(node: Pick<AppNode, 'url'>, { realtime }: Client): Promise<void> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < withinMs) {
    const before = await socketsOf(node);
    realtime.reconnect();
    await realtime.whenConnected();
    if ((await socketsOf(node)) > before) return;
  }
  throw new Error(`the proxy never chose ${node.url}`);
}
