import { wireFormat } from '@parlance/contract/endpoint';
import { socketConnection } from '@parlance/contract/realtime';
import { io, type Socket } from 'socket.io-client';
import { inParallel } from '#parts/people';
import type { Stage } from '#parts/stage';
import type { Member } from './members.ts';

/** A message that arrived with an event. */
interface Heard {
  chatMessageId: string;
  fromUserId: string;
  toUserId: string;
}

/** The sockets of members: which messages and requests they were told of. */
export interface Ears {
  connect(members: Member[]): Promise<void>;
  isConnected(member: Member): boolean;
  /** Events `chat:message` of messages to this member, by message. */
  messagesTo(member: Member): Map<string, Heard>;
  /** The number of events `chat:request`. */
  requestsTo(member: Member): number;
  /** When the sender of this message was told that it is delivered, by `performance.now()`. */
  deliveryOf(chatMessageId: string): number | undefined;
  disconnect(member: Member): void;
}

const connectingAtOnce = 20;

export function openEars(stage: Stage): Ears {
  const messages = new Map<string, Map<string, Heard>>();
  const requests = new Map<string, number>();
  const deliveries = new Map<string, number>();
  const sockets = new Map<string, Socket>();

  async function connect({ nth, userId, url, token }: Member): Promise<void> {
    const heard = new Map<string, Heard>();
    messages.set(userId, heard);
    const socket = io(url, {
      path: socketConnection.path,
      transports: ['websocket'],
      auth: { token, format: wireFormat.current },
      forceNew: true,
      // Members live in different networks, so that the limits of one do not apply.
      extraHeaders: { 'x-forwarded-for': `198.18.${(nth >> 8) & 255}.${nth & 255}` },
    });
    sockets.set(userId, socket);
    stage.defer(() => socket.disconnect());
    socket.on('chat:message', (message: Heard, acknowledge?: () => void) => {
      if (message.toUserId === userId) heard.set(message.chatMessageId, message);
      acknowledge?.();
    });
    socket.on('chat:request', (_requests: unknown, acknowledge?: () => void) => {
      requests.set(userId, (requests.get(userId) ?? 0) + 1);
      acknowledge?.();
    });
    socket.on('chat:message-status', ({ chatMessageIds }: { chatMessageIds: string[] }) => {
      const now = performance.now();
      for (const id of chatMessageIds) if (!deliveries.has(id)) deliveries.set(id, now);
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
  }

  return {
    async connect(members) {
      await inParallel(members, connectingAtOnce, connect);
    },
    isConnected: ({ userId }) => messages.has(userId),
    messagesTo: ({ userId }) => messages.get(userId) ?? new Map(),
    requestsTo: ({ userId }) => requests.get(userId) ?? 0,
    deliveryOf: (chatMessageId) => deliveries.get(chatMessageId),
    disconnect: ({ userId }) => void sockets.get(userId)?.disconnect(),
  };
}
