import type { Server } from 'node:http';

const idleSweepMs = 50;

/**
 * Closes idle connections after `afterMs`. A proxy can just have written to a connection that looks idle: closing it at once fails
 * that call, and a POST is not retried. Until then each response closes its connection.
 */
export function drainConnections(server: Server, afterMs: number): { stop(): void } {
  const closeIdle = server.closeIdleConnections.bind(server);
  // Node calls this as soon as the server stops listening.
  server.closeIdleConnections = () => {};
  let sweep: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => {
    closeIdle();
    // A connection with a response in flight would be kept alive afterwards and delay the stop.
    sweep = setInterval(closeIdle, idleSweepMs);
  }, afterMs);
  return {
    stop() {
      clearTimeout(timer);
      clearInterval(sweep);
    },
  };
}
