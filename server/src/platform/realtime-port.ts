import type { ServerEvent, ServerEventName } from '@parlance/contract/socket-events';

/** Sends events from slices to connected members, on every node. */
export interface Realtime {
  /** Sends to every socket of a member; `older` goes to clients that do not support the current format. */
  toUser<Name extends ServerEventName>(
    userId: string,
    event: Name,
    value: ServerEvent<Name>,
    older?: ServerEvent<Name>,
  ): void;
  /** Sends, and calls back once when the first socket acknowledges; never when none does in time. */
  toUserWithReceipt<Name extends ServerEventName>(
    userId: string,
    event: Name,
    value: ServerEvent<Name>,
    onReceipt: () => void,
    older?: ServerEvent<Name>,
  ): void;
  /** Whether an event can reach a connection: it is on this node, or the nodes are connected. */
  canReach(socketId: string): boolean;
  /** Disconnects every socket of a member (ban, deletion), on every node. */
  disconnectUser(userId: string): void;
  /** Publishes ids to a topic on the other nodes. They are lost while Redis is down, so listeners must tolerate gaps. */
  tellNodes(topic: string, ids: string[]): void;
  onNodeTold(topic: string, handler: (ids: string[]) => void): void;
  /** Disconnects the sockets of one session (sign-out), on every node. */
  disconnectSession(userSessionId: string): void;
  /** Registers a listener for closed sockets of this node. A closing node waits for the listener. */
  onSocketGone(handler: (socketId: string) => Promise<void>): void;
  /** Returns the members with a live socket on this node. */
  connectedUserIds(): string[];
}
