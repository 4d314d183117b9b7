import type { Socket } from 'socket.io';

/**
 * Every private member of Engine.IO and ws that this server uses, and the releases it was seen in. Another release turns the
 * test of this file red until somebody has looked. No option of theirs does the same: they have one size for all connections, take
 * a polling request apart before they count its packets, close a connection only once its reader has read, and write each packet
 * by itself.
 */
export const seenIn = { 'engine.io': '6.6.11', ws: '8.21.3' };

/** A connection of Engine.IO: what a socket of Socket.IO travels over. */
export type Connection = Socket['conn'];

interface Insides {
  writeBuffer: unknown[];
  flush(): void;
  transport: {
    name: string;
    /** Of a WebSocket. */
    socket?: { terminate(): void; _receiver?: { _maxPayload: number } };
    /** Of polling. */
    maxHttpBufferSize?: number;
    onData?(body: unknown): void;
  };
}

const insidesOf = (connection: Connection): Insides => connection as unknown as Insides;

/** The packets that cannot leave yet, because those before them have not left. */
export const waitingPackets = (connection: Connection): unknown[] => insidesOf(connection).writeBuffer;

/** Calls `later` where the connection would write the packets that wait. Answers the function that writes them. */
export function replaceFlush(connection: Connection, later: () => void): () => void {
  const insides = insidesOf(connection);
  const write = insides.flush.bind(connection);
  insides.flush = () => {
    if (insides.writeBuffer.length > 0) later();
  };
  return write;
}

/** Ends a connection at once, with what waits in it. */
export function cutConnection(connection: Connection): void {
  const { socket } = insidesOf(connection).transport;
  if (socket) socket.terminate();
  else connection.close(true);
}

/** The bounds of a connection that may send more than others. */
export interface WiderBounds {
  packetMaxBytes: number;
  pollingMaxBytes: number;
  /** Looks at the body of a polling request before it is taken apart. */
  isReadable(body: unknown): boolean;
}

/** Widens the bounds of the present transport of a connection; an upgrade begins with the narrow ones again. */
export function widenBounds(connection: Connection, bounds: WiderBounds): void {
  const { transport } = insidesOf(connection);
  const receiver = transport.socket?._receiver;
  if (transport.name === 'websocket' && receiver) receiver._maxPayload = bounds.packetMaxBytes;
  if (transport.name !== 'polling') return;
  transport.maxHttpBufferSize = bounds.pollingMaxBytes;
  const read = transport.onData?.bind(transport);
  transport.onData = (body) => read?.(bounds.isReadable(body) ? body : '');
}
