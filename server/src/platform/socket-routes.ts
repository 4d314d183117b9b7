import { toBody } from '@parlance/contract/error-table';
import { ApiError, type ErrorBody } from '@parlance/contract/errors';
import { type ClientEvent, type ClientEventName, clientEvents } from '@parlance/contract/socket-events';
import { fieldErrors } from '@parlance/contract/wire';
import type { Socket } from 'socket.io';
import * as z from 'zod/mini';
import { encodeOnce } from './encode-once.ts';
import { toApiError } from './http.ts';
import type { Platform } from './platform.ts';
import type { Caller, UploadedFile } from './serve.ts';
import type { SocketLimits } from './socket-limits.ts';

/** A client event for a slice, whose result is the acknowledgement. */
export interface EventCall<Name extends ClientEventName, TakesFile extends boolean = boolean> {
  caller: Caller;
  /** The connection of the event; see `onSocketGone`. */
  socketId: string;
  payload: ClientEvent<Name>;
  file: TakesFile extends true ? UploadedFile : null;
}

export interface SocketRoute {
  event: string;
  takesFile: boolean;
  payload: z.ZodMiniType;
  result: z.ZodMiniType;
  handle(platform: Platform, call: EventCall<ClientEventName>): Promise<object>;
}

/** Binds a contract event to a slice function. The file of an event is its first argument. */
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

/** Binds an event outside the contract. */
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

/** Throws when the session has ended or its user is banned. */
export type Recheck = (caller: Caller, how?: { isFresh?: boolean; isActivity?: boolean }) => Promise<void>;

export const callerOf = (socket: Socket): Caller => socket.data.caller as Caller;

interface Checks {
  recheck: Recheck;
  limits: SocketLimits;
}

/** Runs the handler of a socket event; a thrown error becomes the error of the acknowledgement. */
export function answerEvent(platform: Platform, socket: Socket, route: SocketRoute, checks: Checks): void {
  socket.on(route.event, (...args: unknown[]) => {
    const last = args.at(-1);
    const acknowledge = typeof last === 'function' ? (last as (answer: unknown) => void) : null;
    const given = acknowledge ? args.slice(0, -1) : args;
    const run = () => runEvent(platform, socket, route, given, checks.recheck);
    checks.limits.runEvent(callerOf(socket).userId, given[0], run).then(
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
  recheck: Recheck,
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
