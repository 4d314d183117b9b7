import { deserialize } from 'node:v8';
import { answerApart } from '#platform/answer-apart';
import { type BookToPack, packBook } from './apkg.ts';

// A process of its own: five thousand notes would keep the server busy for most of a second.
answerApart(async (bytes) => packBook(deserialize(bytes) as BookToPack));
