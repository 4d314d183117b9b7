import { createFakeServer, type FakeServer } from './fake-server';
import { createFakeSockets, type FakeSockets } from './fake-socket';

const realFetch = globalThis.fetch;
const RealWebSocket = globalThis.WebSocket;

/** The far end of the network in the present test. */
export let server: FakeServer;
export let sockets: FakeSockets;

/** Forgets answers and received calls of the test before. */
export function resetNetwork(): void {
  server = createFakeServer();
  sockets = createFakeSockets();
}

resetNetwork();

// Only the API is replaced; the test runner's own requests pass. Installed before any import: Socket.IO captures the constructor.
globalThis.fetch = (input, init) => {
  const request = new Request(input, init);
  return new URL(request.url).pathname.startsWith('/v1/') ? server.fetch(request) : realFetch(input, init);
};
globalThis.WebSocket = new Proxy(RealWebSocket, {
  construct: (target, args: [string, string[]?]) =>
    sockets.isOurs(String(args[0])) ? sockets.create() : new target(...args),
});
