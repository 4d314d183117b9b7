// Loaded before the application: events reach only sockets of this node.
import { Namespace } from 'socket.io';

const { to } = Namespace.prototype;
Namespace.prototype.to = function (...rooms) {
  return to.apply(this, rooms).local;
};
