import { deserialize } from 'node:v8';
import { serveProcessPool } from '#platform/process-pool-entry';
import { readTable, type TableToRead } from './read-table.ts';

// Runs in a child process: parsing an untrusted file costs the server only the copy.
serveProcessPool(async (bytes) => readTable(deserialize(bytes) as TableToRead));
