import { socketConnection } from '@parlance/contract/realtime';

type Reply = (payload: unknown) => unknown;

// Socket.IO over Engine.IO: `0` opens, `40` connects, `42` is an event and `43` its acknowledgement.
const opening = `0${JSON.stringify({ sid: 'test', upgrades: [], pingInterval: 3_600_000, pingTimeout: 3_600_000, maxPayload: 1e6 })}`;

/** The server end of every socket that the page opens. */
export function createFakeSockets() {
  const replies = new Map<string, Reply>();
  const received: { event: string; payload: unknown }[] = [];
  const acknowledged: number[] = [];
  const open = new Set<FakeWebSocket>();

  class FakeWebSocket extends EventTarget {
    binaryType = 'arraybuffer';
    readyState: number = WebSocket.CONNECTING;
    onopen: (() => void) | null = null;
    onclose: ((event: unknown) => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onerror: (() => void) | null = null;

    constructor() {
      super();
      queueMicrotask(() => {
        this.readyState = WebSocket.OPEN;
        this.onopen?.();
        this.onmessage?.({ data: opening });
      });
    }

    send(packet: string) {
      if (packet.startsWith('40')) {
        open.add(this);
        this.tell('40{"sid":"test"}');
      }
      const [, answered] = /^43(\d+)\[/.exec(packet) ?? [];
      if (answered !== undefined) acknowledged.push(Number(answered));
      const [, id = '', body] = /^42(\d*)(\[.*)$/s.exec(packet) ?? [];
      if (body === undefined) return;
      const [event, payload] = JSON.parse(body) as [string, unknown];
      received.push({ event, payload });
      const reply = replies.get(event);
      if (reply && id !== '')
        void Promise.resolve(reply(payload)).then((answer) =>
          this.tell(`43${id}${JSON.stringify([answer])}`),
        );
    }

    tell(data: string) {
      queueMicrotask(() => this.onmessage?.({ data }));
    }

    close() {
      this.readyState = WebSocket.CLOSED;
      open.delete(this);
      this.onclose?.({ code: 1000, reason: '' });
    }
  }

  return {
    received,
    /** Ids of server events that the page has acknowledged. */
    acknowledged,
    create: () => new FakeWebSocket() as unknown as WebSocket,
    /** Acknowledges a client event from now on. */
    reply: (event: string, reply: Reply) => void replies.set(event, reply),
    /** Sends a server event, in its form on the wire, to every open socket; with an id it asks for an acknowledgement. */
    emit(event: string, value: unknown, id?: number) {
      for (const socket of open) socket.tell(`42${id ?? ''}${JSON.stringify([event, value])}`);
    },
    /** Ends every connection, as a lost network does; the page connects again. */
    drop() {
      for (const socket of [...open]) socket.close();
    },
    isConnected: () => open.size > 0,
    /** Whether an address is that of the API's socket. */
    isOurs: (address: string) => new URL(address, location.href).pathname.startsWith(socketConnection.path),
  };
}

export type FakeSockets = ReturnType<typeof createFakeSockets>;
