import type { Server as HttpServer } from 'node:http';
import { toBody } from '@parlance/contract/error-table';
import { ApiError, type ErrorBody } from '@parlance/contract/errors';
import { socketConnection } from '@parlance/contract/realtime';
import {
  type ClientEvent,
  type ClientEventName,
  clientEvents,
  serverEvents,
} from '@parlance/contract/socket-events';
import { fieldErrors } from '@parlance/contract/wire';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import { Server, type Socket } from 'socket.io';
import { PacketType } from 'socket.io-parser';
import * as z from 'zod/mini';
import { encodeOnce } from './encode-once.ts';
import { connectEventBus } from './event-bus.ts';
import { gatherWrites } from './gathered-writes.ts';
import { toApiError } from './http.ts';
import type { Logger } from './logger.ts';
import type { Platform } from './platform.ts';
import type { Realtime } from './realtime-port.ts';
import type { Authenticate, Caller, UploadedFile } from './serve.ts';
import { cutSlowSockets } from './slow-sockets.ts';
import {
  boundedParser,
  boundSockets,
  type SocketBounds,
  type SocketBoundsOptions,
  strangerMaxBytes,
} from './socket-bounds.ts';

/** A client event as it reaches a slice, whose result is the acknowledgement. */
export interface EventCall<Name extends ClientEventName, TakesFile extends boolean = boolean> {
  caller: Caller;
  /** Which connection it came by; see `onSocketGone`. */
  socketId: string;
  payload: ClientEvent<Name>;
  file: TakesFile extends true ? UploadedFile : null;
}

/** A client event bound to the function that answers it. */
export interface SocketRoute {
  event: string;
  takesFile: boolean;
  payload: z.ZodMiniType;
  result: z.ZodMiniType;
  handle(platform: Platform, call: EventCall<ClientEventName>): Promise<object>;
}

/** Binds a client event of the contract to a slice function. The file of an event is its first argument. */
export const serveEvent = <
  Name extends ClientEventName,
  TakesFile extends boolean,
  Result extends z.ZodMiniType,
>(
  event: Name,
  options: { takesFile: TakesFile; result: Result },
  handle: (platform: Platform, call: EventCall<Name, TakesFile>) => Promise<z.output<Result>>,
): SocketRoute => ({
  event,
  ...options,
  payload: clientEvents[event],
  handle: handle as unknown as SocketRoute['handle'],
});

/** Binds an event that is not part of the contract. */
export const serveOwnEvent = <Payload extends z.ZodMiniType, Result extends z.ZodMiniType>(
  event: string,
  schemas: { payload: Payload; result: Result },
  handle: (
    platform: Platform,
    call: { caller: Caller; socketId: string; payload: z.output<Payload> },
  ) => Promise<z.output<Result>>,
): SocketRoute => ({
  event,
  takesFile: false,
  ...schemas,
  handle: handle as unknown as SocketRoute['handle'],
});

/** The socket server with what app.ts needs to run and stop it. */
export interface RealtimeServer extends Realtime {
  serveEvents(platform: Platform, routes: SocketRoute[]): void;
  socketCount(): number;
  /** Settles once the other nodes can be reached. The start of a server does not wait for it. */
  whenJoined(): Promise<void>;
  close(): Promise<void>;
}

const recheckEveryMs = 60_000;
const receiptTimeoutMs = 10_000;
const redisReadCount = 1000;
const catchUpSpreadMs = 3000;

const userRoom = (userId: string): string => `user:${userId}`;
const sessionRoom = (userSessionId: string): string => `session:${userSessionId}`;

interface RealtimeOptions extends SocketBoundsOptions {
  httpServer: HttpServer;
  log: Logger;
  redisUrl: string | null;
  allowedOrigin: (origin: string) => boolean;
  authenticate: Authenticate;
  /** Throws when the session has ended or its user is banned. Called on every event and every minute. */
  recheck: (caller: Caller, how?: { isFresh?: boolean; isActivity?: boolean }) => Promise<void>;
}

/** Attaches Socket.IO to the HTTP server. State recovery stays off: it would skip authentication. */
export function createRealtime(options: RealtimeOptions): RealtimeServer {
  const { log, authenticate, recheck } = options;
  const bus = options.redisUrl === null ? null : connectEventBus(options.redisUrl, log);
  const io = new Server(options.httpServer, {
    path: socketConnection.path,
    serveClient: false,
    parser: boundedParser,
    maxHttpBufferSize: strangerMaxBytes,
    connectTimeout: options.bounds.socketConnectMs,
    allowRequest: (request, decide) => {
      const { origin } = request.headers;
      const isOurPage = origin === undefined || options.allowedOrigin(origin);
      decide(null, isOurPage && bounded.isWelcome(request));
    },
    ...(bus ? { adapter: createAdapter(bus.redis, { readCount: redisReadCount }) } : {}),
  });

  const bounded = boundSockets(io, options);
  const writes = gatherWrites(io);
  const slowSockets = cutSlowSockets(io, log);

  io.use((socket, next) => {
    const token: unknown = socket.handshake.auth.token;
    const identified =
      typeof token === 'string' && token !== ''
        ? authenticate(token)
        : Promise.reject(new ApiError('NotSignedIn'));
    identified
      .then(async (caller) => {
        socket.data = { caller };
        await socket.join([userRoom(caller.userId), sessionRoom(caller.userSessionId)]);
        // A sign-out before the socket was in its rooms has cut nothing: the session is checked again.
        await recheck(caller, { isFresh: true });
        bounded.admit(socket, caller.userId);
        next();
      })
      .catch((error: unknown) => {
        next(refusal(error));
        // The refusal leaves first. The end of the connection keeps anybody from trying one token after the other.
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

  // Without Redis no message and no sign-out of another node arrives: sessions are checked here, and clients catch up at different moments.
  bus?.onMissing(() => {
    recheckAll();
    for (const socket of io.of('/').sockets.values()) {
      setTimeout(() => socket.emit('realtime:catch-up', {}), catchUpSpreadMs * Math.random()).unref();
    }
  });

  const goneListeners: ((socketId: string) => Promise<void>)[] = [];
  const goodbyes = new Set<Promise<void>>();
  const sayGoodbye = (socketId: string) => {
    for (const hear of goneListeners) {
      const heard = hear(socketId).catch((error: unknown) => log.error({ err: error }, 'socket end failed'));
      goodbyes.add(heard);
      void heard.finally(() => goodbyes.delete(heard));
    }
  };

  return {
    serveEvents(platform, routes) {
      io.on('connection', (socket) => {
        socket.on('disconnect', () => {
          // A client that leaves the namespace could keep its connection, and no bound of a socket would hold for it.
          socket.conn.close();
          sayGoodbye(socket.id);
        });
        for (const route of routes) answerEvent(platform, socket, route, { recheck, bounded });
      });
    },
    toUser(userId, event, value) {
      io.to(userRoom(userId)).emit(event, encodeOnce(serverEvents[event], value));
    },
    toUserWithReceipt(userId, event, value, onReceipt) {
      let isReceived = false;
      const onAnswer = (): void => {
        if (isReceived) return;
        isReceived = true;
        onReceipt();
      };
      // io.emit with a callback waits for every socket: a dead one would hold back the receipt of a live one.
      io.of('/').adapter.broadcastWithAck(
        { type: PacketType.EVENT, nsp: '/', data: [event, encodeOnce(serverEvents[event], value)] },
        { rooms: new Set([userRoom(userId)]), except: new Set(), flags: { timeout: receiptTimeoutMs } },
        () => {},
        onAnswer,
      );
    },
    canReach: (socketId) => !bus || bus.isThere() || io.of('/').sockets.has(socketId),
    cutUser: (userId) => io.in(userRoom(userId)).disconnectSockets(true),
    tellNodes(topic, ids) {
      if (bus) io.serverSideEmit(topic, ids);
    },
    onNodeTold: (topic, hear) => void io.on(topic, hear),
    onSocketGone: (hear) => void goneListeners.push(hear),
    cutSession: (userSessionId) => io.in(sessionRoom(userSessionId)).disconnectSockets(true),
    connectedUserIds: () => [
      ...new Set([...io.of('/').sockets.values()].map((socket) => callerOf(socket).userId)),
    ],
    whenJoined: async () => bus?.whenReady(),
    socketCount: () => io.of('/').sockets.size,
    async close() {
      clearInterval(recheckTimer);
      slowSockets.stop();
      // `local`: the sockets of the other nodes stay.
      io.local.disconnectSockets(true);
      writes.flush();
      await Promise.all(goodbyes);
      await io.close();
      await bus?.close();
    },
  };
}

const callerOf = (socket: Socket): Caller => socket.data.caller as Caller;

function refusal(error: unknown): Error {
  const data = toBody(toApiError(error));
  return Object.assign(new Error(data.message), { data });
}

/** The checks between a packet and its slice. */
interface Checks {
  recheck: RealtimeOptions['recheck'];
  bounded: SocketBounds;
}

function answerEvent(platform: Platform, socket: Socket, route: SocketRoute, checks: Checks): void {
  socket.on(route.event, (...args: unknown[]) => {
    const last = args.at(-1);
    const acknowledge = typeof last === 'function' ? (last as (answer: unknown) => void) : null;
    const given = acknowledge ? args.slice(0, -1) : args;
    const run = () => runEvent(platform, socket, route, given, checks.recheck);
    checks.bounded.runEvent(callerOf(socket).userId, given[0], run).then(
      (result) => acknowledge?.(result),
      (error: unknown) => {
        const answer = toApiError(error);
        if (answer.statusCode === 503) platform.log.warn({ event: route.event }, 'socket event refused');
        else if (answer.statusCode >= 500)
          platform.log.error({ err: error, event: route.event }, 'socket event failed');
        const body: ErrorBody = toBody(answer);
        acknowledge?.({ error: body });
        socket.emit(`${route.event}:error`, body);
        if (answer.is('SessionInvalid', 'UserBanned')) socket.disconnect(true);
      },
    );
  });
}

async function runEvent(
  platform: Platform,
  socket: Socket,
  route: SocketRoute,
  args: unknown[],
  recheck: Checks['recheck'],
): Promise<unknown> {
  const caller = callerOf(socket);
  await recheck(caller, { isActivity: true });
  const [first, second] = args;
  const outcome = z.safeDecode(route.payload, route.takesFile ? second : first);
  if (!outcome.success)
    throw new ApiError('RequestDataInvalid', { fields: fieldErrors(outcome.error.issues) });
  const file = route.takesFile ? asFile(first) : null;
  const call = { caller, socketId: socket.id, payload: outcome.data, file } as EventCall<ClientEventName>;
  return encodeOnce(route.result, await route.handle(platform, call));
}

function asFile(part: unknown): UploadedFile {
  if (Buffer.isBuffer(part)) return { bytes: part, contentType: 'application/octet-stream' };
  throw new ApiError('RequestDataInvalid', { fields: { audio: 'A file is needed' } });
}
