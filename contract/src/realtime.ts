import type * as z from 'zod/mini';
import { chatMessage, messageStatus, outgoingText, outgoingVoice, requestArrived, typing } from './chat.ts';
import { errorBody } from './errors.ts';
import { scheduleChanged } from './schedule.ts';
import { empty } from './text.ts';

export const socketConnection = {
  path: '/socket.io',
  connectTimeoutMs: 20_000,
  reconnectDelayMs: 1000,
  reconnectDelayMaxMs: 5000,
  randomizationFactor: 0.5,
} as const;

/** Client events of every page; chat:message-voice carries the file before these parameters. */
export const clientEvents = {
  'chat:message': outgoingText,
  'chat:message-voice': outgoingVoice,
  'chat:typing': typing,
} as const;

/** Server events of every page, each with one argument; socket-events.ts adds those of lazily loaded modules. */
export const serverEvents = {
  'chat:message': chatMessage,
  'chat:message-status': messageStatus,
  /** A message was edited or deleted, or the message it corrects was deleted: the whole present message. */
  'chat:message-changed': chatMessage,
  'chat:typing': typing,
  /** Instead of chat:message for a first contact without a notification. */
  'chat:request': requestArrived,
  'chat:message:error': errorBody,
  'chat:message-voice:error': errorBody,
  'schedule:changed': scheduleChanged,
  /** Events may have been missed, for example after a reconnect: refetch the visible data. */
  'realtime:catch-up': empty,
} as const;

export type ClientEventName = keyof typeof clientEvents;
export type ServerEventName = keyof typeof serverEvents;
export type ServerEvent<Name extends ServerEventName> = z.output<(typeof serverEvents)[Name]>;
export type ClientEvent<Name extends ClientEventName> = z.output<(typeof clientEvents)[Name]>;
