import type { ServerEvent, ServerEventName } from '@parlance/contract/socket-events';

/** The way from a slice to people who are connected, on every node. */
export interface Realtime {
  /** Sends to every socket of a person; `older` goes to those of clients that do not read the present format. */
  toUser<Name extends ServerEventName>(
    userId: string,
    event: Name,
    value: ServerEvent<Name>,
    older?: ServerEvent<Name>,
  ): void;
  /** Sends, and calls back once when the first socket confirms the receipt; not at all when none does in time. */
  toUserWithReceipt<Name extends ServerEventName>(
    userId: string,
    event: Name,
    value: ServerEvent<Name>,
    onReceipt: () => void,
    older?: ServerEvent<Name>,
  ): void;
  /** Whether something sent now can reach a connection: it is one of this node, or the nodes hear each other. */
  canReach(socketId: string): boolean;
  /** Cuts every socket of a person (ban, deletion), on every node. */
  cutUser(userId: string): void;
  /** Sends ids to the listeners of a topic on the other nodes. While Redis is gone they are lost, which must do no harm. */
  tellNodes(topic: string, ids: string[]): void;
  onNodeTold(topic: string, hear: (ids: string[]) => void): void;
  /** Cuts the sockets of one session (sign-out), on every node. */
  cutSession(userSessionId: string): void;
  /** Hears of every socket of this node that is gone. A node that closes waits for what the listener does. */
  onSocketGone(hear: (socketId: string) => Promise<void>): void;
  /** The people with a live socket on this node. */
  connectedUserIds(): string[];
}
