import { phraseImportMaxBytes, phrasesMax } from '@parlance/contract/phrases';
import { describe, expect, test } from 'vitest';
import type { Caller } from '#platform/serve';
import { codeOf } from '#test/moderation';
import type { Persona } from '#test/personas';
import { type Learners, startLearners, table } from '#test/phrases';
import { exportBook } from './book-file.ts';
import { importBook } from './import.ts';
import { readTsv } from './tsv.ts';

describe('a book as a file', () => {
  test('comes as a table, and as a package for Anki, to be kept under a name', async () => {
    const { ana, ben } = await startLearners();
    await ana.calls.createPhrase({ languageCode: 'ja', text: '学校', meaning: 'school' });
    await ben.calls.createPhrase({ languageCode: 'ja', text: 'of another book' });
    const tsv = await (await ana.calls.exportPhrases({ format: 'tsv' })).text();
    expect(tsv).toContain('\t学校\tschool\t\tParlance::Japanese\t');
    expect(tsv).not.toContain('another');
    const bytes = Buffer.from(await (await ana.calls.exportPhrases({ format: 'apkg' })).arrayBuffer());
    expect(bytes.subarray(0, 4).toString()).toBe('PK\x03\x04');
    const { headers } = await ana.send('GET', '/v1/phrase/export?format=apkg');
    expect(headers.get('content-disposition')).toBe('attachment; filename="parlance-phrases.apkg"');
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect((await ana.send('GET', '/v1/phrase/export?format=pdf')).status).toBe(400);
  });

  test('holds 5,000 phrases, and the server answers others meanwhile', async () => {
    const { ana, ben } = await startLearners();
    const lines = Array.from(
      { length: phrasesMax },
      (_, nth) => `phrase ${nth}\tmeaning ${nth}\tcontext ${nth}`,
    );
    await ana.calls.importPhrases({ languageCode: 'en', file: table(lines.join('\n')) });
    let isPacked = false;
    const packed = ana.calls.exportPhrases({ format: 'apkg' }).then((file) => {
      isPacked = true;
      return file;
    });
    let answered = 0;
    while (!isPacked) {
      await ben.calls.listPhrases();
      answered += 1;
    }
    expect(answered).toBeGreaterThan(2);
    expect((await packed).size).toBeGreaterThan(100_000);
  });

  test('twenty an hour for one person, and thirty that come in', async () => {
    const { ana, ben } = await startLearners({ RATE_LIMITS: 'on' });
    for (let nth = 0; nth < 20; nth++) await ana.calls.exportPhrases({ format: 'tsv' });
    expect(await codeOf(ana.calls.exportPhrases({ format: 'tsv' }))).toBe(6001);
    await ben.calls.exportPhrases({ format: 'tsv' });
    const bring = () => ana.calls.importPhrases({ dryRun: true, file: table('x') });
    for (let nth = 0; nth < 30; nth++) await bring();
    expect(await codeOf(bring())).toBe(6001);
    await ben.calls.importPhrases({ dryRun: true, file: table('x') });
  });
});

describe('a table that comes in', () => {
  test('is looked at first, and taken in by the same call without the word', async () => {
    const { ana } = await startLearners();
    await ana.calls.createPhrase({ languageCode: 'en', text: 'known already', meaning: 'stays' });
    const file = table(
      `known  already\tother\n\tno phrase\n${'x'.repeat(401)}\nnew one\tm\tc\nnew one\nsecond\n`,
    );
    const told = {
      added: 2,
      known: 2,
      refused: [
        { line: 2, reason: 'Write the phrase first', key: 'Write the phrase first' },
        {
          line: 3,
          reason: 'A phrase has at most 400 characters',
          key: 'A phrase has at most {max} characters',
          values: { max: 400 },
        },
      ],
      first: [
        { languageCode: 'en', text: 'new one', meaning: 'm', context: 'c' },
        { languageCode: 'en', text: 'second', meaning: '', context: '' },
      ],
    };
    expect(await ana.calls.importPhrases({ languageCode: 'en', dryRun: true, file })).toEqual(told);
    expect((await ana.calls.listPhrases()).count).toBe(1);
    expect(await ana.calls.importPhrases({ languageCode: 'en', file })).toEqual(told);
    const { phrases, dueCount } = await ana.calls.listPhrases();
    expect(phrases.map(({ text, meaning }) => [text, meaning])).toEqual([
      ['new one', 'm'],
      ['second', ''],
      ['known already', 'stays'],
    ]);
    expect(dueCount).toBe(3);
    expect(await ana.calls.importPhrases({ languageCode: 'en', file })).toMatchObject({ added: 0, known: 4 });
  });

  test('adds a phrase of one language that another language has as well', async () => {
    const { ana } = await startLearners();
    await ana.calls.createPhrase({ languageCode: 'de', text: 'Gift', meaning: 'poison' });
    const file = table('Gift\tpresent');
    expect(await ana.calls.importPhrases({ languageCode: 'en', file })).toMatchObject({ added: 1, known: 0 });
  });

  test('knows a phrase whose accents are written as characters of their own, in the book and in the file', async () => {
    const { ana } = await startLearners();
    await ana.calls.createPhrase({ languageCode: 'fr', text: 'd\u00e9j\u00e0 vu' });
    const file = table('de\u0301ja\u0300 vu\npe\u0302che\np\u00eache');
    expect(await ana.calls.importPhrases({ languageCode: 'fr', file })).toMatchObject({ added: 1, known: 2 });
  });

  test('shows the first twenty of what it would add', async () => {
    const { ana } = await startLearners();
    const file = table(Array.from({ length: 21 }, (_, nth) => `phrase ${nth}`).join('\n'));
    const { added, first } = await ana.calls.importPhrases({ languageCode: 'en', dryRun: true, file });
    expect([added, first.length, first.at(-1)?.text]).toEqual([21, 20, 'phrase 19']);
  });

  test('says its languages by its decks; lines without any are refused unless one is given', async () => {
    const { ana } = await startLearners();
    const file = table('#deck column:2\nhola\tParlance::Spanish\nsalut\tfr\nqapla\tKlingon\n');
    expect(await ana.calls.importPhrases({ file, dryRun: true })).toMatchObject({
      added: 2,
      refused: [{ line: 4, reason: 'The language is missing' }],
      first: [{ languageCode: 'es' }, { languageCode: 'fr' }],
    });
    expect(await ana.calls.importPhrases({ file, languageCode: 'de' })).toMatchObject({
      added: 3,
      refused: [],
    });
  });

  test('of one’s own export changes nothing; with somebody else it makes the same book', async () => {
    const { ana, ben } = await startLearners();
    const odd = { text: 'a "b"\n<c> & d', meaning: '1\t2', context: '<br>' };
    await ana.calls.createPhrase({ languageCode: 'he', ...odd });
    await ana.calls.createPhrase({ languageCode: 'ja', text: '学校' });
    const file = await ana.calls.exportPhrases({ format: 'tsv' });
    expect(await ana.calls.importPhrases({ file })).toMatchObject({ added: 0, known: 2, refused: [] });
    expect(await ben.calls.importPhrases({ file })).toMatchObject({ added: 2, known: 0, refused: [] });
    const { phrases } = await ben.calls.listPhrases();
    expect(phrases).toMatchObject([
      { languageCode: 'he', ...odd, meaning: '1 2' },
      { languageCode: 'ja', text: '学校' },
    ]);
  });

  test('is read in a process of its own, and costs the server a fraction of that', async () => {
    const { ana } = await startLearners();
    const lines = '\n'.repeat(phraseImportMaxBytes);
    const bring = () => ana.calls.importPhrases({ languageCode: 'en', file: table(lines) });
    expect(await bring()).toEqual({ added: 0, known: 0, refused: [], first: [] });
    // CPU time of this thread, which is the server's.
    const cpuSince = (before: NodeJS.CpuUsage) => process.threadCpuUsage(before).user;
    const beforeReading = process.threadCpuUsage();
    readTsv(lines);
    const reading = cpuSince(beforeReading);
    const beforeImport = process.threadCpuUsage();
    await bring();
    expect(cpuSince(beforeImport)).toBeLessThan(reading / 2);
  });

  test('is refused as a whole when it is no text, too large or too long', async () => {
    const { ana } = await startLearners();
    const bring = (file: Blob) => codeOf(ana.calls.importPhrases({ languageCode: 'en', file }));
    expect(await bring(new Blob([new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xfe])]))).toBe(5006);
    expect(await bring(table('x'.repeat(2 * 1024 * 1024 + 1)))).toBe(5005);
    expect(await bring(table('x\n'.repeat(5001)))).toBe(5005);
    expect(await bring(table('nul \0 inside\nfine'))).toBeNull();
    expect((await ana.calls.listPhrases()).phrases.map(({ text }) => text)).toEqual(['fine']);
  });
});

describe('files of one member wait for each other and not for those of another', () => {
  /** Begins six files of Ana and then one of Ben, and returns whose ended with which error, in order. */
  async function endings({ ana, ben }: Learners, begin: (caller: Caller) => Promise<unknown>) {
    const ended: [string, unknown][] = [];
    const beginOne = async ({ userId }: Persona) => {
      const code = await codeOf(begin({ userId, userSessionId: '', isAdmin: false }));
      ended.push([userId === ben.userId ? 'Ben' : 'Ana', code]);
    };
    await Promise.all([...Array<Persona>(6).fill(ana), ben].map(beginOne));
    return ended;
  }

  /** Ana's sixth is refused at once, and Ben's is served after the first of hers. */
  const inTurn = (code: number | null) => [
    ['Ana', 6001],
    ['Ana', code],
    ['Ben', code],
    ...Array(4).fill(['Ana', code]),
  ];

  test('going out', async () => {
    const learners = await startLearners();
    const { platform } = learners;
    // The books are read in any order and at any speed, but all are there before the first is written.
    const allRead = Promise.withResolvers<void>();
    let left = 7;
    let last = Promise.resolve();
    const begin = (caller: Caller) => {
      const before = last;
      const own = Promise.withResolvers<void>();
      last = own.promise;
      const db = platform.db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          left -= 1;
          if (left === 0) allRead.resolve();
          await allRead.promise;
          await before;
          own.resolve();
          return result;
        },
      });
      return exportBook({ ...platform, db }, caller, 'apkg');
    };
    expect(await endings(learners, begin)).toEqual(inTurn(null));
  });

  test('coming in', async () => {
    const learners = await startLearners();
    // No text in UTF-8: the process refuses it, and no database decides which call ends first.
    const file = { bytes: Buffer.from([0xff]), contentType: 'text/plain' };
    const begin = (caller: Caller) => importBook(learners.platform, caller, { languageCode: 'en' }, file);
    expect(await endings(learners, begin)).toEqual(inTurn(5006));
  });
});
