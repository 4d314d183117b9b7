import { createWords } from '@parlance/words/create-words';
import { speaking } from '@parlance/words/current';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { countedSentence, sentence } from './sentence';

const name = <b>Ana</b>;
const minutes = (count: number) =>
  countedSentence(count, '1 minute with {name}', '{count} minutes with {name}', { name });

test('a sentence has its elements where the language puts them', () => {
  const japanese = createWords('ja', {
    words: {
      'Signed in as {name}': '{name}としてログイン中',
      '1 minute with {name}': { other: '{name}と{count}分' },
    },
  });
  const show = () => renderToStaticMarkup([sentence('Signed in as {name}', { name }), minutes(45)]);
  expect(show()).toBe('Signed in as <b>Ana</b>45 minutes with <b>Ana</b>');
  expect(speaking(japanese, show)).toBe('<b>Ana</b>としてログイン中<b>Ana</b>と45分');
});

test('a value that the sentence does not have, or lacks, does not compile', () => {
  // @ts-expect-error: the name is missing
  expect(renderToStaticMarkup(sentence('As {name}', {}))).toBe('As {name}');
  // @ts-expect-error: the name is missing
  expect(renderToStaticMarkup(countedSentence(2, '1 of {name}', '{count} of {name}', {}))).toBe(
    '2 of {name}',
  );
});
