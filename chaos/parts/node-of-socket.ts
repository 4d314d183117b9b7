import type { Client } from '@parlance/client/client';
import type { AppNode } from './node.ts';

/** A proxy comes back to a node that is back some seconds later. */
const withinMs = 20_000;

/** How many sockets a node holds; none while it does not answer. */
export async function socketsOf({ url }: Pick<AppNode, 'url'>): Promise<number> {
  const answer = await fetch(`${url}/metrics`).catch(() => null);
  return Number(/^sockets_open (\d+)$/m.exec((await answer?.text()) ?? '')?.[1] ?? 0);
}

/** Connects a client again through the proxy, whose choice it is, until the node holds it. Nobody else may connect meanwhile. */
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
