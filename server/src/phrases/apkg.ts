import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { collectionRow, deckIdOf, noteTypeId, schema } from './apkg-collection.ts';
import { toCardHtml } from './card-html.ts';
import { deckName } from './deck.ts';
import type { BookLine } from './phrase-list.ts';
import { zip } from './zip.ts';

/** An Anki package in the oldest layout, without reviews. Built in memory: a killed process leaves no phrases on disk. */
export function packBook(book: readonly BookLine[], now: Date): Uint8Array {
  return zip([
    { name: 'collection.anki2', bytes: makeCollection(book, now) },
    { name: 'media', bytes: Buffer.from('{}') },
  ]);
}

function makeCollection(book: readonly BookLine[], now: Date): Uint8Array {
  const db = new DatabaseSync(':memory:');
  db.exec('PRAGMA temp_store = MEMORY');
  db.exec(schema);
  const decks = new Map(book.map(({ languageCode }) => [deckIdOf(languageCode), deckName(languageCode)]));
  db.prepare('INSERT INTO col VALUES (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, ?)').run(
    ...collectionRow(decks, now),
  );
  const note = db.prepare("INSERT INTO notes VALUES (?, ?, ?, ?, -1, ?, ?, ?, ?, 0, '')");
  const card = db.prepare(
    "INSERT INTO cards VALUES (?, ?, ?, 0, ?, -1, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, '')",
  );
  db.exec('BEGIN');
  // The creation time is the id of a note, so it must be unique.
  let noteId = 0;
  for (const [
    place,
    { phraseId, languageCode, text, meaning, context, createdAt, updatedAt },
  ] of book.entries()) {
    noteId = Math.max(noteId + 1, createdAt.getTime());
    const changedAt = Math.floor(updatedAt.getTime() / 1000);
    const fields = [text, meaning, context].map(toCardHtml).join('\x1f');
    note.run(
      noteId,
      phraseId,
      noteTypeId,
      changedAt,
      ` parlance ${languageCode} `,
      fields,
      text,
      checksum(text),
    );
    card.run(noteId, noteId, deckIdOf(languageCode), changedAt, place + 1);
  }
  db.exec('COMMIT');
  const bytes = db.serialize();
  db.close();
  return bytes;
}

// Anki finds duplicate first fields by this checksum.
const checksum = (text: string): number =>
  Number.parseInt(createHash('sha1').update(text).digest('hex').slice(0, 8), 16);
