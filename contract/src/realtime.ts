import type * as z from 'zod/mini';
import { chatMessage, messageStatus, outgoingText, outgoingVoice, typing } from './chat.ts';
import { errorBody } from './errors.ts';
import { scheduleChanged } from './schedule.ts';
import { empty } from './text.ts';

/** Connection constants of the realtime socket. */
export const socketConnection = {
  path: '/socket.io',
  connectTimeoutMs: 20_000,
  reconnectDelayMs: 1000,
  reconnectDelayMaxMs: 5000,
  randomizationFactor: 0.5,
} as const;

/** Events a client emits on any page; chat:message-voice carries the file before these params. */
export const clientEvents = {
  'chat:message': outgoingText,
  'chat:message-voice': outgoingVoice,
  'chat:typing': typing,
} as const;

/** Events the server emits to any page, each with its one argument; socket-events.ts has those of parts that load on use. */
export const serverEvents = {
  'chat:message': chatMessage,
  'chat:message-status': messageStatus,
  /** A message was edited or deleted, or what it corrects was deleted: the whole message as it is now. */
  'chat:message-changed': chatMessage,
  'chat:typing': typing,
  'chat:message:error': errorBody,
  'chat:message-voice:error': errorBody,
  'schedule:changed': scheduleChanged,
  /** Events may have been missed, as after a reconnect: read again what is on the screen. */
  'realtime:catch-up': empty,
} as const;

/** The name of an event a client emits. */
export type ClientEventName = keyof typeof clientEvents;
/** The name of an event the server emits. */
export type ServerEventName = keyof typeof serverEvents;
/** What an event of the server carries, as the program sees it. */
export type ServerEvent<Name extends ServerEventName> = z.output<(typeof serverEvents)[Name]>;
/** What an event of the client carries, as the program sees it. */
export type ClientEvent<Name extends ClientEventName> = z.output<(typeof clientEvents)[Name]>;
