import { describe, expect, test } from 'vitest';
import { arrives } from '#src/catalogue-file';
import { findTexts } from './find-texts.ts';
import { collectTexts, mergeTexts } from './merge-texts.ts';
import { parseSource } from './syntax.ts';

const find = (code: string, file = 'web/app/a.tsx') => findTexts(parseSource(file, code));
const englishOf = (code: string, file?: string) => find(code, file).map(({ english }) => english);
const imported = `import { t, counted, parts } from '@parlance/words/current';
import { sentence, countedSentence } from '#lib/sentence';
import { word } from '@parlance/words/word';
`;

describe('a text of the source is found', () => {
  test('wherever it is translated', () => {
    const code = `${imported}
      const labels = { a: word('Dashboard'), b: word('Read', 'state of a message') };
      export const Screen = ({ name, ready }) => (
        <p aria-label={t('Close')} title={ready ? t("Ready") : t(\`Not ready\`)}>
          {t('Hello {name}', { name })} {t(ready ? 'Yes' : 'No')} {parts('As {name}', { name: <b>{name}</b> })}
          {sentence('By {name}', { name })} {t('A long text ' + 'in two pieces')} {t(labels.a)}
        </p>
      );`;
    expect(englishOf(code)).toEqual([
      'Dashboard',
      'Read',
      'Close',
      'Ready',
      'Not ready',
      'Hello {name}',
      'Yes',
      'No',
      'As {name}',
      'By {name}',
      'A long text in two pieces',
    ]);
    expect(find(code)[1]).toMatchObject({ english: 'Read', context: 'state of a message', plural: null });
  });

  test('with its plural where it is counted', () => {
    const code = `${imported} counted(n, '1 slot', '{count} slots'); countedSentence(n, '1 with {name}', '{count} with {name}', { name });`;
    expect(find(code).map(({ english, plural }) => [english, plural])).toEqual([
      ['1 slot', '{count} slots'],
      ['1 with {name}', '{count} with {name}'],
    ]);
  });

  test('with the note above it and the file it stands in, without its line', () => {
    const code = `${imported}
      // words: on a button, so short
      const a = t('Join');
      const b = t('Leave');`;
    expect(find(code)).toEqual([
      {
        english: 'Join',
        plural: null,
        context: null,
        notes: ['on a button, so short'],
        files: ['web/app/a.tsx'],
      },
      { english: 'Leave', plural: null, context: null, notes: [], files: ['web/app/a.tsx'] },
    ]);
  });

  test('in the words of somebody, as the server has them', () => {
    const code = `
      export function compose(words, { t }) { return [words.t('A'), reader.words.counted(2, '1 b', '{count} b'), t('C')]; }`;
    expect(englishOf(code, 'server/src/a.ts')).toEqual(['A', '1 b', 'C']);
  });

  test('as a message with values, which the server sends by its key', () => {
    const code = `
      import { filled, says } from '@parlance/contract/message';
      throw new ApiError('NotAllowed', filled('At most {max}.', { max }, grouped));
      const fields = { at: says('Within {days} days', { days }) };`;
    expect(find(code, 'server/src/a.ts')).toMatchObject([
      { english: 'At most {max}.', notes: [arrives] },
      { english: 'Within {days} days', notes: [arrives] },
    ]);
    const contract = `
      import { says } from './message.ts';
      const name = z.string().check(z.minLength(min, says('At least {min}', { min })));`;
    expect(find(contract, 'contract/src/a.ts')).toMatchObject([{ english: 'At least {min}', notes: [] }]);
    expect(englishOf(`const says = (text) => text; says('Not ours')`, 'server/src/a.ts')).toEqual([]);
  });

  test('of the server that reaches a browser with a note that says so; what the server shows itself has none', () => {
    const imported = `import { word } from '@parlance/words/word';`;
    const error = `throw new ApiError('NotAllowed', { message: 'Too late.' });`;
    expect(find(error, 'server/src/a.ts')).toMatchObject([{ english: 'Too late.', notes: [arrives] }]);
    const table = `${imported} refuse(word('Too early.'));`;
    expect(find(table, 'server/src/a.ts')).toMatchObject([{ english: 'Too early.', notes: [arrives] }]);
    expect(find(table, 'server/src/a.mails.ts')).toMatchObject([{ english: 'Too early.', notes: [] }]);
    expect(find('words.t("Hello")', 'server/src/a.ts')).toMatchObject([{ english: 'Hello', notes: [] }]);
    expect(find(table, 'web/app/a.ts')).toMatchObject([{ notes: [] }]);
  });

  test('of the table of errors with that note as well, because browsers do not load it', () => {
    const rows = `// words: says\nconst messages = { ...clientMessages, NotAllowed: 'Not allowed.' };`;
    expect(find(rows, 'contract/src/error-table.ts')).toMatchObject([{ notes: ['says', arrives] }]);
    expect(find(rows, 'contract/src/errors.ts')).toMatchObject([{ notes: ['says'] }]);
  });

  test('in the contract by its place: the table, a check, a rule of text, and what a comment names', () => {
    const code = `
      export const table = { NotFound: { code: 1, message: 'Not found.' } };
      export const name = text({ max, required: 'Name is required', tooLong: 'Too long' });
      export const age = z.string('Age is required').check(z.refine(isAge, required ?? 'Not an age'), z.literal('No text'));
      // words: why a booking is refused
      export const refusals = { taken: 'Taken', own: 'Yours' } as const;
      export const path = { path: '/somewhere else', summary: 'For the reference only.' };`;
    expect(englishOf(code, 'contract/src/a.ts').toSorted()).toEqual([
      'Age is required',
      'Name is required',
      'Not an age',
      'Not found.',
      'Taken',
      'Too long',
      'Yours',
    ]);
    expect(englishOf(code, 'web/app/a.ts')).toEqual([]);
  });

  test('in a table of the contract with its comment as the note, and without the signs beside it', () => {
    const code = `
      // words: something to talk about
      export const topics = [{ name: 'Space', emoji: '🪐' }] as const satisfies readonly Topic[];`;
    expect(find(code, 'contract/src/a.ts')).toMatchObject([
      { english: 'Space', notes: ['something to talk about'] },
    ]);
  });

  test('in a row of such a table with a note of its own beside the other', () => {
    const code = `
      // words: something to talk about
      export const topics = [
        { name: 'Space', emoji: '🪐' },
        // words: feasts, no journeys
        { name: 'Holidays', emoji: '🎉' },
        { name: 'Tea', emoji: '🍵' },
      ];`;
    expect(find(code, 'contract/src/a.ts').map(({ notes }) => notes)).toEqual([
      ['something to talk about'],
      ['something to talk about', 'feasts, no journeys'],
      ['something to talk about'],
    ]);
  });

  test('not in a function of the same name that is not ours', () => {
    expect(englishOf(`const counted = (n, thing) => n + thing; counted(2, 'slot'); test.t('x');`)).toEqual(
      [],
    );
  });
});

describe('what cannot be translated is refused', () => {
  test.each([
    [`t(\`Hello \${name}\`)`, 't() takes {placeholders}'],
    ['counted(n, one, "{count} slots")', 'counted() needs both texts written out'],
    ['counted(n, "1 slot")', 'counted() needs both texts written out'],
    ['word(label)', 'word() needs its text written out'],
    ['word("Read", meaning)', 'word() needs its context written out'],
  ])('%s', (code, message) => {
    expect(() => find(imported + code)).toThrow(`web/app/a.tsx: ${message}`);
  });

  test('a message whose values are filled in where it stands', () => {
    const error = `throw new ApiError('NotAllowed', { message: \`At most \${max}.\` });`;
    expect(() => find(error, 'server/src/a.ts')).toThrow('server/src/a.ts: a message with values');
    const check = `z.minLength(min, \`At least \${min}\`)`;
    expect(() => find(check, 'contract/src/a.ts')).toThrow('contract/src/a.ts: a message with values');
  });

  test('a text that is counted in one place and not in another, or counted in two ways', () => {
    const collect = (code: string) => collectTexts(find(imported + code));
    expect(() => collect(`t('1 slot'); counted(n, '1 slot', '{count} slots')`)).toThrow(
      '"1 slot" is two texts',
    );
    expect(() => collect(`counted(n, '1 a', '{count} a'); counted(n, '1 a', '{count} of a')`)).toThrow(
      'two texts',
    );
  });

  test('a file that cannot be read', () => {
    expect(() => find('const = 1')).toThrow('web/app/a.tsx');
  });
});

describe('a catalogue brought up to date', () => {
  const texts = collectTexts([
    ...find(`${imported} t('Stays'); t('New')`),
    ...find(`${imported} t('Stays')`, 'web/app/b.tsx'),
  ]);
  const old = {
    plural: null,
    context: null,
    notes: [],
    comments: [],
    files: [],
    isFuzzy: false,
    isObsolete: false,
  };

  test('keeps its translations, has what is new, and puts what is shown no more at its end', () => {
    const merged = mergeTexts(texts, [
      { ...old, english: 'Gone', translations: ['Weg'] },
      { ...old, english: 'Gone untranslated', translations: [''] },
      { ...old, english: 'Stays', translations: ['Bleibt'], comments: ['checked'] },
    ]);
    expect(
      merged.map(({ english, translations, isObsolete }) => [english, translations, isObsolete]),
    ).toEqual([
      ['Stays', ['Bleibt'], false],
      ['New', [], false],
      ['Gone', ['Weg'], true],
    ]);
    expect(merged[0]).toMatchObject({ comments: ['checked'], files: ['web/app/a.tsx', 'web/app/b.tsx'] });
  });

  test('takes back what comes back', () => {
    const [, back] = mergeTexts(texts, [{ ...old, english: 'New', translations: ['Neu'], isObsolete: true }]);
    expect(back).toMatchObject({ translations: ['Neu'], isObsolete: false });
  });

  test('forgets a translation whose text is counted now', () => {
    const counted = collectTexts(find(`${imported} counted(n, '1 slot', '{count} slots')`));
    expect(mergeTexts(counted, [{ ...old, english: '1 slot', translations: ['1 Termin'] }])).toMatchObject([
      { translations: [], plural: '{count} slots' },
    ]);
  });
});
