import { deserialize } from 'node:v8';
import { answerApart } from '#platform/answer-apart';
import { readTable, type TableToRead } from './read-table.ts';

// A process of its own: what strangers put into a file costs the server nothing but the copy.
answerApart(async (bytes) => readTable(deserialize(bytes) as TableToRead));
