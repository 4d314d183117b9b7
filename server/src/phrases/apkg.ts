import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { collectionRow, deckIdOf, noteTypeId, schema } from './apkg-collection.ts';
import { toCardHtml } from './card-html.ts';
import { deckName } from './deck.ts';
import type { BookLine } from './phrase-list.ts';
import { zip } from './zip.ts';

/** What a package is made of. */
export interface BookToPack {
  book: BookLine[];
  now: Date;
}

/** A package for Anki, in the oldest layout, which every version reads. It says nothing of what was reviewed here. */
export function packBook({ book, now }: BookToPack): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-apkg-'));
  try {
    const file = join(folder, 'collection.anki2');
    writeCollection(file, book, now);
    return zip([
      { name: 'collection.anki2', bytes: readFileSync(file) },
      { name: 'media', bytes: Buffer.from('{}') },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeCollection(file: string, book: BookLine[], now: Date): void {
  const db = new DatabaseSync(file);
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
  // The moment it was made is the id of a note: each has its own.
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
  db.close();
}

// By which Anki finds notes that begin alike.
const checksum = (text: string): number =>
  Number.parseInt(createHash('sha1').update(text).digest('hex').slice(0, 8), 16);
