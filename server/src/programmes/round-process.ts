import { deserialize } from 'node:v8';
import { serveProcessPool } from '#platform/process-pool-entry';
import type { RoundInput } from './fit.ts';
import { workOut } from './work-out.ts';

// Runs in a child process: the solver keeps a core busy for up to two minutes.
serveProcessPool((bytes) => workOut(deserialize(bytes) as RoundInput));
