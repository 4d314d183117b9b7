import type { Socket } from 'socket.io';

/**
 * Every private member of Engine.IO and ws used here, with the verified releases; another release fails this file's test until it is
 * reviewed. No public option replaces them: one size limit applies to all connections, polling bodies are decoded before packets are
 * counted, close waits for the client to read, and each packet is a separate write.
 */
export const seenIn = { 'engine.io': '6.6.11', ws: '8.21.3' };

/** The Engine.IO connection of a Socket.IO socket. */
export type Connection = Socket['conn'];

interface Insides {
  writeBuffer: unknown[];
  flush(): void;
  transport: {
    name: string;
    /** WebSocket only. */
    socket?: { terminate(): void; _receiver?: { _maxPayload: number } };
    /** Polling only. */
    maxHttpBufferSize?: number;
    onData?(body: unknown): void;
  };
}

const insidesOf = (connection: Connection): Insides => connection as unknown as Insides;

/** Returns the packets queued behind an unfinished write. */
export const waitingPackets = (connection: Connection): unknown[] => insidesOf(connection).writeBuffer;

/** Calls `later` in place of each flush. Returns the original flush. */
export function replaceFlush(connection: Connection, later: () => void): () => void {
  const insides = insidesOf(connection);
  const write = insides.flush.bind(connection);
  insides.flush = () => {
    if (insides.writeBuffer.length > 0) later();
  };
  return write;
}

/** Terminates a connection at once and discards its queue. */
export function cutConnection(connection: Connection): void {
  const { socket } = insidesOf(connection).transport;
  if (socket) socket.terminate();
  else connection.close(true);
}

/** Limits for a connection with larger packets. */
export interface RaisedLimits {
  packetMaxBytes: number;
  pollingMaxBytes: number;
  /** Checks the body of a polling request before decoding. */
  isReadable(body: unknown): boolean;
}

/** Raises the limits of the current transport; an upgrade starts with the default limits again. */
export function raiseLimits(connection: Connection, limits: RaisedLimits): void {
  const { transport } = insidesOf(connection);
  const receiver = transport.socket?._receiver;
  if (transport.name === 'websocket' && receiver) receiver._maxPayload = limits.packetMaxBytes;
  if (transport.name !== 'polling') return;
  transport.maxHttpBufferSize = limits.pollingMaxBytes;
  const read = transport.onData?.bind(transport);
  transport.onData = (body) => read?.(limits.isReadable(body) ? body : '');
}
