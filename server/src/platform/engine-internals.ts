import type { Socket } from 'socket.io';

/**
 * Every private member of Engine.IO and ws used here, with the verified releases; another release fails this file's test until it is
 * reviewed. No public option replaces them: one size limit applies to all connections, polling bodies are decoded before packets are
 * counted, close waits for the client to read, and each packet is a separate write.
 */
export const verifiedReleases = { 'engine.io': '6.6.11', ws: '8.21.3' };

/** The Engine.IO connection of a Socket.IO socket. */
export type Connection = Socket['conn'];

interface Internals {
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

const internalsOf = (connection: Connection): Internals => connection as unknown as Internals;

/** Returns the packets queued behind an unfinished write. */
export const waitingPackets = (connection: Connection): unknown[] => internalsOf(connection).writeBuffer;

/** Calls `later` in place of each flush. Returns the original flush. */
export function replaceFlush(connection: Connection, later: () => void): () => void {
  const internals = internalsOf(connection);
  const write = internals.flush.bind(connection);
  internals.flush = () => {
    if (internals.writeBuffer.length > 0) later();
  };
  return write;
}

/** Terminates a connection at once and discards its queue. */
export function terminateConnection(connection: Connection): void {
  const { socket } = internalsOf(connection).transport;
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
  const { transport } = internalsOf(connection);
  const receiver = transport.socket?._receiver;
  if (transport.name === 'websocket' && receiver) receiver._maxPayload = limits.packetMaxBytes;
  if (transport.name !== 'polling') return;
  transport.maxHttpBufferSize = limits.pollingMaxBytes;
  const read = transport.onData?.bind(transport);
  transport.onData = (body) => read?.(limits.isReadable(body) ? body : '');
}
