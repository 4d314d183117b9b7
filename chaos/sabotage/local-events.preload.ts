// Loaded before the application: what is sent to people reaches those of this node only.
import { Namespace } from 'socket.io';

const { to } = Namespace.prototype;
Namespace.prototype.to = function (...rooms) {
  return to.apply(this, rooms).local;
};
