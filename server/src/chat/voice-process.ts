import { serveProcessPool } from '#platform/process-pool-entry';
import { rebuildVoice } from './rebuild-voice.ts';

// Runs in a child process: the server never parses a recording.
serveProcessPool(rebuildVoice);
