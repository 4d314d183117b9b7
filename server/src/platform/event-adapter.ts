import type { Namespace } from 'socket.io';
import { ClusterAdapter, type ClusterMessage, type ClusterResponse, MessageType } from 'socket.io-adapter';
import { type EventBus, everyNode } from './event-bus.ts';

/** The channel of a room, or null for rooms whose rare events go to every node. A channel has the name of its main room. */
type ChannelOf = (room: string) => string | null;

const uidLength = 16;

/**
 * Sends each event to the nodes that have a socket of its member, also events with a receipt, which Socket.IO's own sharded adapter sends
 * to every node. Joining a room waits for the subscription: an event between both would be lost for a client that has just caught up.
 */
export const eventAdapter = (bus: EventBus, channelOf: ChannelOf) =>
  class EventAdapter extends ClusterAdapter {
    constructor(namespace: Namespace) {
      super(namespace);
      bus.onEvent((payload) => this.#onEvent(payload));
      void bus.subscribe(everyNode);
      void bus.subscribe(channelOfNode(this.uid));
      this.on('delete-room', (room: string) => {
        if (channelOf(room) === room) bus.unsubscribe(room);
      });
    }

    override async addAll(socketId: string, rooms: Set<string>): Promise<void> {
      void super.addAll(socketId, rooms);
      const channels = [...rooms].filter((room) => channelOf(room) === room);
      await Promise.all(channels.map((channel) => bus.subscribe(channel)));
    }

    protected override async doPublish(message: ClusterMessage): Promise<string> {
      bus.publish(this.#channelFor(message), encode(message));
      return '';
    }

    protected override async doPublishResponse(
      requesterUid: string,
      response: ClusterResponse,
    ): Promise<void> {
      // Receipts are awaited one by one, so their number is not needed.
      if (response.type !== MessageType.BROADCAST_CLIENT_COUNT)
        bus.publish(channelOfNode(requesterUid), encode(response));
    }

    #channelFor(message: ClusterMessage): string {
      if (message.type !== MessageType.BROADCAST && message.type !== MessageType.DISCONNECT_SOCKETS)
        return everyNode;
      const [room, ...others] = message.data.opts.rooms;
      return (room !== undefined && others.length === 0 && channelOf(room)) || everyNode;
    }

    /** The id of the sender comes first, so that a node drops its own events without parsing them. */
    #onEvent(payload: Buffer): void {
      if (payload.toString('latin1', 0, uidLength) !== this.uid)
        this.onMessage(JSON.parse(payload.toString('utf8', uidLength)));
    }
  };

const channelOfNode = (uid: string): string => `parlance:node:${uid}`;

const encode = (message: ClusterMessage | ClusterResponse): string => message.uid + JSON.stringify(message);
