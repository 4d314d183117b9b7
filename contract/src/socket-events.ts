import type * as z from 'zod/mini';
import { callClientEvents, callServerEvents } from './call-events.ts';
import * as realtime from './realtime.ts';

/** Every event a client may emit: those of every page, and those of parts that load on use. */
export const clientEvents = { ...realtime.clientEvents, ...callClientEvents } as const;

/** Every event the server may emit. */
export const serverEvents = { ...realtime.serverEvents, ...callServerEvents } as const;

/** The name of an event a client emits. */
export type ClientEventName = keyof typeof clientEvents;
/** The name of an event the server emits. */
export type ServerEventName = keyof typeof serverEvents;
/** What an event of the server carries, as the program sees it. */
export type ServerEvent<Name extends ServerEventName> = z.output<(typeof serverEvents)[Name]>;
/** What an event of the client carries, as the program sees it. */
export type ClientEvent<Name extends ClientEventName> = z.output<(typeof clientEvents)[Name]>;
