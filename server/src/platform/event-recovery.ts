import type { Server, Socket } from 'socket.io';
import { type EventBus, everyNode } from './event-bus.ts';

const unsentTopic = 'realtime:unsent';
const catchUpSpreadMs = 3000;

/** Makes clients refetch what lost events would have told them. Channels have the names of rooms. */
export function recoverLostEvents(io: Server, bus: EventBus, recheckSessions: () => void): void {
  const { adapter, sockets } = io.of('/');
  const catchUp = (socket: Socket | undefined) => {
    const delay = catchUpSpreadMs * Math.random();
    setTimeout(() => socket?.emit('realtime:catch-up', {}), delay).unref();
  };

  bus.onMissed((channels) => {
    // Sign-outs and bans go to every node.
    if (channels.includes(everyNode)) recheckSessions();
    for (const room of channels) for (const id of adapter.rooms.get(room) ?? []) catchUp(sockets.get(id));
  });

  // Only this node knows of an event that it could not publish: the other nodes were connected to Redis meanwhile.
  bus.onUnsent((channels) => {
    if (channels.includes(everyNode)) return void io.serverSideEmit(unsentTopic);
    for (const room of channels) io.to(room).emit('realtime:catch-up', {});
  });
  io.on(unsentTopic, () => {
    recheckSessions();
    for (const socket of sockets.values()) catchUp(socket);
  });
}
