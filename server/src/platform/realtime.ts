import type { Server as HttpServer } from 'node:http';
import { wireFormat } from '@parlance/contract/endpoint';
import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';
import { socketConnection } from '@parlance/contract/realtime';
import { serverEvents } from '@parlance/contract/socket-events';
import { Server } from 'socket.io';
import { PacketType } from 'socket.io-parser';
import { batchWrites } from './batched-writes.ts';
import { encodeOnce } from './encode-once.ts';
import { eventAdapter } from './event-adapter.ts';
import { connectEventBus } from './event-bus.ts';
import { recoverLostEvents } from './event-recovery.ts';
import { toApiError } from './http.ts';
import type { Logger } from './logger.ts';
import type { Platform } from './platform.ts';
import type { Realtime } from './realtime-port.ts';
import type { Authenticate } from './serve.ts';
import { disconnectSlowSockets } from './slow-sockets.ts';
import { limitedParser, limitSockets, type SocketLimitsOptions, strangerMaxBytes } from './socket-limits.ts';
import { answerEvent, callerOf, type Recheck, type SocketRoute } from './socket-routes.ts';

/** The socket server with the lifecycle used by app.ts. */
export interface RealtimeServer extends Realtime {
  serveEvents(platform: Platform, routes: SocketRoute[]): void;
  socketCount(): number;
  /** Resolves once the other nodes are reachable. The server start does not wait for it. */
  whenJoined(): Promise<void>;
  close(): Promise<void>;
}

const recheckEveryMs = 60_000;
const receiptTimeoutMs = 10_000;

const userRoom = (userId: string): string => `parlance:user:${userId}`;
/** The room of a member's sockets with the current format. */
const formatRoom = (userId: string): string => `${userRoom(userId)}/format-${wireFormat.current}`;
const sessionRoom = (userSessionId: string): string => `session:${userSessionId}`;
/** All rooms of a member share one channel between nodes. */
const channelOf = (room: string): string | null => /^parlance:user:[^/]+/.exec(room)?.[0] ?? null;

interface RealtimeOptions extends SocketLimitsOptions {
  httpServer: HttpServer;
  log: Logger;
  redisUrl: string | null;
  allowedOrigin: (origin: string) => boolean;
  authenticate: Authenticate;
  /** Called on every event and every minute. */
  recheck: Recheck;
}

/** Attaches Socket.IO to the HTTP server. State recovery stays off: it would skip authentication. */
export function createRealtime(options: RealtimeOptions): RealtimeServer {
  const { log, authenticate, recheck } = options;
  const bus = options.redisUrl === null ? null : connectEventBus(options.redisUrl, log);
  const io = new Server(options.httpServer, {
    path: socketConnection.path,
    serveClient: false,
    parser: limitedParser,
    maxHttpBufferSize: strangerMaxBytes,
    connectTimeout: options.resourceLimits.socketConnectMs,
    allowRequest: (request, decide) => {
      const { origin } = request.headers;
      const isOurPage = origin === undefined || options.allowedOrigin(origin);
      decide(null, isOurPage && limits.isWelcome(request));
    },
    ...(bus && { adapter: eventAdapter(bus, channelOf) }),
  });

  const limits = limitSockets(io, options);
  const writes = batchWrites(io);
  const slowSockets = disconnectSlowSockets(io, log);

  io.use((socket, next) => {
    const token: unknown = socket.handshake.auth.token;
    const identified =
      typeof token === 'string' && token !== ''
        ? authenticate(token)
        : Promise.reject(new ApiError('NotSignedIn'));
    identified
      .then(async (caller) => {
        socket.data = { caller };
        const isCurrent = Number(socket.handshake.auth.format) >= wireFormat.current;
        const rooms = [userRoom(caller.userId), sessionRoom(caller.userSessionId)];
        await socket.join(isCurrent ? [...rooms, formatRoom(caller.userId)] : rooms);
        // A sign-out before the join has not disconnected this socket: check the session again.
        await recheck(caller, { isFresh: true });
        limits.admit(socket, caller.userId);
        next();
      })
      .catch((error: unknown) => {
        next(refusal(error));
        // Closed after the refusal is sent, so that a client cannot try many tokens on one connection.
        setImmediate(() => socket.conn.close());
      });
  });

  const recheckAll = () => {
    for (const socket of io.of('/').sockets.values()) {
      recheck(callerOf(socket)).catch((error: unknown) => {
        if (error instanceof ApiError) socket.disconnect(true);
      });
    }
  };
  const recheckTimer = setInterval(recheckAll, recheckEveryMs);
  recheckTimer.unref();

  if (bus) recoverLostEvents(io, bus, recheckAll);

  const disconnectHandlers: ((socketId: string) => Promise<void>)[] = [];
  const runningHandlers = new Set<Promise<void>>();
  const notifyDisconnect = (socketId: string) => {
    for (const handler of disconnectHandlers) {
      const done = handler(socketId).catch((error: unknown) =>
        log.error({ err: error }, 'socket end failed'),
      );
      runningHandlers.add(done);
      void done.finally(() => runningHandlers.delete(done));
    }
  };

  return {
    serveEvents(platform, routes) {
      io.on('connection', (socket) => {
        socket.on('disconnect', () => {
          // A client that leaves the namespace could keep its connection, outside the limits of a socket.
          socket.conn.close();
          notifyDisconnect(socket.id);
        });
        for (const route of routes) answerEvent(platform, socket, route, { recheck, limits });
      });
    },
    toUser(userId, event, value, older = value) {
      const encoded = encodeOnce(serverEvents[event], value);
      if (older === value) return void io.to(userRoom(userId)).emit(event, encoded);
      io.to(formatRoom(userId)).emit(event, encoded);
      io.to(userRoom(userId)).except(formatRoom(userId)).emit(event, encodeOnce(serverEvents[event], older));
    },
    toUserWithReceipt(userId, event, value, onReceipt, older = value) {
      let isReceived = false;
      const onAnswer = (): void => {
        if (isReceived) return;
        isReceived = true;
        onReceipt();
      };
      // io.emit with a callback waits for every socket: a dead one would delay the receipt of a live one.
      const broadcast = (shown: typeof value, rooms: Set<string>, except: Set<string>) =>
        io
          .of('/')
          .adapter.broadcastWithAck(
            { type: PacketType.EVENT, nsp: '/', data: [event, encodeOnce(serverEvents[event], shown)] },
            { rooms, except, flags: { timeout: receiptTimeoutMs } },
            () => {},
            onAnswer,
          );
      const [all, current] = [new Set([userRoom(userId)]), new Set([formatRoom(userId)])];
      if (older === value) return broadcast(value, all, new Set());
      broadcast(value, current, new Set());
      broadcast(older, all, current);
    },
    canReach: (socketId) => !bus || bus.isThere() || io.of('/').sockets.has(socketId),
    disconnectUser: (userId) => io.in(userRoom(userId)).disconnectSockets(true),
    tellNodes(topic, ids) {
      if (bus) io.serverSideEmit(topic, ids);
    },
    onNodeTold: (topic, handler) => void io.on(topic, handler),
    onSocketGone: (handler) => void disconnectHandlers.push(handler),
    disconnectSession: (userSessionId) => io.in(sessionRoom(userSessionId)).disconnectSockets(true),
    connectedUserIds: () => [
      ...new Set([...io.of('/').sockets.values()].map((socket) => callerOf(socket).userId)),
    ],
    whenJoined: async () => bus?.whenReady(),
    socketCount: () => io.of('/').sockets.size,
    async close() {
      clearInterval(recheckTimer);
      slowSockets.stop();
      // `local`: sockets of other nodes stay connected.
      io.local.disconnectSockets(true);
      writes.flush();
      await Promise.all(runningHandlers);
      await io.close();
      await bus?.close();
    },
  };
}

function refusal(error: unknown): Error {
  const data = toBody(toApiError(error));
  return Object.assign(new Error(data.message), { data });
}
