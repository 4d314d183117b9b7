// Loaded before the application: clients are never told to catch up.
import { Server, Socket } from 'socket.io';

type Emit = (this: unknown, event: string, ...values: unknown[]) => boolean;

const prototypes: { emit: Emit }[] = [Socket.prototype, Object.getPrototypeOf(new Server().to('any'))];
for (const prototype of prototypes) {
  const { emit } = prototype;
  prototype.emit = function (event, ...values) {
    return event === 'realtime:catch-up' || emit.call(this, event, ...values);
  };
}
