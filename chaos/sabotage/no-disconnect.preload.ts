// Loaded before the application: slow readers are never disconnected.
import { createRequire } from 'node:module';

// The instance of the module that socket.io uses, which may differ from other copies.
const socketServer = createRequire(createRequire(import.meta.url).resolve('socket.io'));
const engine = createRequire(socketServer.resolve('engine.io'));
const { prototype } = engine('ws') as { prototype: { terminate(): void } };
prototype.terminate = () => {};
