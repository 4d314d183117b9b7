import type { Server } from 'node:http';

const idleSweepMs = 50;

/**
 * Closes connections that carry no call, from `afterMs` on. A proxy may just have written to one that looks idle from here: cut at
 * once, that call would fail, and nobody sends a POST again by itself. Until then calls are answered as the last of their connection.
 */
export function drainConnections(server: Server, afterMs: number): { stop(): void } {
  const closeIdle = server.closeIdleConnections.bind(server);
  // Node calls this as soon as a server shall listen no more.
  server.closeIdleConnections = () => {};
  let sweep: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => {
    closeIdle();
    // A connection that is answering now would be kept alive afterwards and hold the stop up.
    sweep = setInterval(closeIdle, idleSweepMs);
  }, afterMs);
  return {
    stop() {
      clearTimeout(timer);
      clearInterval(sweep);
    },
  };
}
