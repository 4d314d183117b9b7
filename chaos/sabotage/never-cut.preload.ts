// Loaded before the application: nobody can be cut, however long they do not read.
import { createRequire } from 'node:module';

// The copy that the sockets of the server are made of, which need not be anybody else's.
const socketServer = createRequire(createRequire(import.meta.url).resolve('socket.io'));
const engine = createRequire(socketServer.resolve('engine.io'));
const { prototype } = engine('ws') as { prototype: { terminate(): void } };
prototype.terminate = () => {};
