// Loaded before the application: nobody can be cut, however long they do not read.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { prototype } = require('ws') as { prototype: { terminate(): void } };
prototype.terminate = () => {};
