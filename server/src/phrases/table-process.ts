import { deserialize } from 'node:v8';
import { answerApart } from '#platform/answer-apart';
import { readTable, type TableToRead } from './read-table.ts';

// Runs in a child process: parsing an untrusted file costs the server only the copy.
answerApart(async (bytes) => readTable(deserialize(bytes) as TableToRead));
