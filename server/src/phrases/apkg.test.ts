import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { lutimes, mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serialize } from 'node:v8';
import { crc32, inflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { afterTest } from '#test/after-test';
import { newFolder } from '#test/folder';
import { packBook } from './apkg.ts';
import type { BookToWrite } from './book-file.ts';
import { removeLeftPackages } from './left-packages.ts';
import type { BookLine } from './phrase-list.ts';

const now = new Date('2030-03-05T09:00:00Z');
const line = (nth: number, languageCode: 'ja' | 'ar', text: string): BookLine => ({
  phraseId: `0197f0c0-0000-7000-8000-00000000000${nth}`,
  languageCode,
  text,
  meaning: 'a & b',
  context: 'one\ntwo',
  createdAt: now,
  updatedAt: new Date(now.getTime() + nth * 1000),
});

/** Reads an archive by its central directory, as every program does. */
function unzip(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'));
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    expect(archive.readUInt32LE(local)).toBe(0x04034b50);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = inflateRawSync(archive.subarray(begin, begin + archive.readUInt32LE(at + 20)));
    expect(crc32(bytes)).toBe(archive.readUInt32LE(at + 16));
    expect(bytes.length).toBe(archive.readUInt32LE(at + 24));
    files.set(name, bytes);
    at += 46 + nameLength;
  }
  return files;
}

function open(archive: Uint8Array): DatabaseSync {
  const files = unzip(Buffer.from(archive));
  expect([...files.keys()]).toEqual(['collection.anki2', 'media']);
  expect(files.get('media')?.toString()).toBe('{}');
  const folder = mkdtempSync(join(tmpdir(), 'apkg-test-'));
  afterTest(async () => {
    rmSync(folder, { recursive: true });
    return undefined;
  });
  writeFileSync(join(folder, 'collection.anki2'), files.get('collection.anki2') ?? '');
  return new DatabaseSync(join(folder, 'collection.anki2'), { readOnly: true });
}

test('a package has one note and one new card a phrase, in one deck a language', () => {
  const db = open(packBook([line(1, 'ja', '学校'), line(2, 'ja', 'a < b'), line(3, 'ar', 'مدرسة')], now));
  expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  const notes = db.prepare('SELECT id, guid, mod, flds, sfld, tags FROM notes ORDER BY id').all();
  expect(notes).toMatchObject([
    {
      id: now.getTime(),
      guid: line(1, 'ja', '').phraseId,
      flds: '学校\x1fa &amp; b\x1fone<br>two',
      tags: ' parlance ja ',
    },
    { id: now.getTime() + 1, flds: 'a &lt; b\x1fa &amp; b\x1fone<br>two', sfld: 'a < b' },
    { id: now.getTime() + 2, mod: now.getTime() / 1000 + 3, tags: ' parlance ar ' },
  ]);
  const col = db.prepare('SELECT ver, decks, models FROM col').get() as {
    ver: number;
    decks: string;
    models: string;
  };
  expect(col.ver).toBe(11);
  const decks = JSON.parse(col.decks) as Record<string, { name: string }>;
  const cards = db.prepare('SELECT nid, did, type, queue, due, reps FROM cards ORDER BY id').all();
  expect(
    cards.map((card) => [decks[String(card.did)]?.name, card.type, card.queue, card.due, card.reps]),
  ).toEqual([
    ['Parlance::Japanese', 0, 0, 1, 0],
    ['Parlance::Japanese', 0, 0, 2, 0],
    ['Parlance::Arabic', 0, 0, 3, 0],
  ]);
  const [model] = Object.values(JSON.parse(col.models)) as { name: string; flds: { name: string }[] }[];
  expect([model?.name, ...(model?.flds ?? []).map(({ name }) => name)]).toEqual([
    'Parlance',
    'Phrase',
    'Meaning',
    'Context',
  ]);
});

test('the next package names the same notes, decks and kind of note', () => {
  const ids = (book: BookLine[], at: Date) => {
    const db = open(packBook(book, at));
    return [
      db.prepare('SELECT id, guid, mid FROM notes ORDER BY id').all(),
      db.prepare('SELECT id, did FROM cards ORDER BY id').all(),
    ];
  };
  const book = [line(1, 'ja', '学校'), line(2, 'ar', 'مدرسة')];
  expect(ids(book, new Date(now.getTime() + 86_400_000))).toEqual(ids(book, now));
});

test('an empty book is a package, too', () => {
  expect(open(packBook([], now)).prepare('SELECT count(*) AS count FROM notes').get()).toEqual({ count: 0 });
});

describe('a process that packs', () => {
  const full = Array.from({ length: 5000 }, (_, nth) => line(nth % 10, 'ja', `phrase ${nth} `.repeat(20)));
  const order = serialize({ format: 'apkg', book: full, now } satisfies BookToWrite);

  /** Starts the real module with its own temporary folder. */
  async function startPacker(execArgv: string[] = []) {
    const folder = await newFolder();
    const child = fork(join(import.meta.dirname, 'book-process.ts'), {
      execArgv,
      env: { TMPDIR: folder },
      serialization: 'advanced',
    });
    const ended = once(child, 'exit');
    afterTest(async () => {
      child.kill('SIGKILL');
      await ended;
      return undefined;
    });
    await once(child, 'message');
    return { child, ended, folder };
  }

  test('leaves nothing on the disk when it is killed at its work', async () => {
    const { child, ended, folder } = await startPacker();
    const seen: unknown[] = [];
    const watcher = watch(folder, { recursive: true }, (_event, name) => {
      seen.push(name);
      child.kill('SIGKILL');
    });
    const answered = once(child, 'message');
    child.send(order);
    const first = await Promise.race([answered, ended]);
    child.send(order);
    child.kill('SIGKILL');
    await ended;
    watcher.close();
    expect(readdirSync(folder)).toEqual([]);
    expect(seen).toEqual([]);
    expect(first[0]).toEqual({ result: expect.any(Uint8Array) });
  });

  test('needs no right to write anywhere', async () => {
    const { child } = await startPacker(['--permission', '--allow-fs-read=*']);
    child.send(order);
    const [answer] = (await once(child, 'message')) as [{ result: Uint8Array }];
    const notes = open(answer.result).prepare('SELECT count(*) AS count FROM notes').get();
    expect(notes).toEqual({ count: 5000 });
  });
});

describe('temporary files of 1.0.0', () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  async function leave(folder: string, name: string, at: Date): Promise<void> {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'collection.anki2'), 'words');
    await utimes(join(folder, name), at, at);
  }

  test('are removed once no process can use them, and nothing else', async () => {
    const folder = await newFolder();
    await leave(folder, 'parlance-apkg-old', minutesAgo(11));
    await leave(folder, 'parlance-apkg-live', minutesAgo(9));
    await leave(folder, 'parlance-other', minutesAgo(11));
    await symlink(join(folder, 'parlance-other'), join(folder, 'parlance-apkg-link'));
    await lutimes(join(folder, 'parlance-apkg-link'), minutesAgo(11), minutesAgo(11));
    await writeFile(join(folder, 'parlance-apkg-file'), '');
    await utimes(join(folder, 'parlance-apkg-file'), minutesAgo(11), minutesAgo(11));
    await removeLeftPackages(folder);
    expect(readdirSync(folder).sort()).toEqual([
      'parlance-apkg-file',
      'parlance-apkg-link',
      'parlance-apkg-live',
      'parlance-other',
    ]);
    expect(readdirSync(join(folder, 'parlance-other'))).toEqual(['collection.anki2']);
  });

  test('of another user is not touched', async () => {
    const folder = await newFolder();
    await leave(folder, 'parlance-apkg-old', minutesAgo(11));
    await removeLeftPackages(folder, userInfo().uid + 1);
    expect(readdirSync(folder)).toEqual(['parlance-apkg-old']);
  });

  test('two concurrent starts succeed, and one without a temporary folder', async () => {
    const folder = await newFolder();
    // Enough folders that one sweep finds some that the other has just removed.
    for (let nth = 0; nth < 60; nth += 1) await leave(folder, `parlance-apkg-${nth}`, minutesAgo(11));
    await Promise.all(Array.from({ length: 4 }, () => removeLeftPackages(folder)));
    expect(readdirSync(folder)).toEqual([]);
    await removeLeftPackages(join(folder, 'missing'));
  });
});
