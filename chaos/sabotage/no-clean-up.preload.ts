// Loaded before the application: files are never removed.
import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

promises.rm = async () => {};
syncBuiltinESMExports();
