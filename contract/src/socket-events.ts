import type * as z from 'zod/mini';
import { callClientEvents, callServerEvents } from './call-events.ts';
import * as realtime from './realtime.ts';

/** All client events: those of every page and those of lazily loaded modules. */
export const clientEvents = { ...realtime.clientEvents, ...callClientEvents } as const;

export const serverEvents = { ...realtime.serverEvents, ...callServerEvents } as const;

export type ClientEventName = keyof typeof clientEvents;
export type ServerEventName = keyof typeof serverEvents;
/** The decoded payload of a server event. */
export type ServerEvent<Name extends ServerEventName> = z.output<(typeof serverEvents)[Name]>;
/** The decoded payload of a client event. */
export type ClientEvent<Name extends ClientEventName> = z.output<(typeof clientEvents)[Name]>;
