import { countedParts, parts } from '@parlance/words/current';
import type { Names } from '@parlance/words/words';
import { createElement, Fragment, type ReactNode } from 'react';

type Elements<T extends string> = Record<Exclude<Names<T>, 'count'>, ReactNode>;

const together = (pieces: ReactNode[]): ReactNode => createElement(Fragment, null, ...pieces);

/** Sentence with elements: `sentence('Signed in as {name}', { name: <b>Ana</b> })`. They need no key. */
export function sentence<const T extends string>(english: T, values: Record<Names<T>, ReactNode>): ReactNode {
  return together(parts(english, values));
}

/** Plural form of `sentence`. */
export function countedSentence<const T extends string>(
  count: number,
  one: string,
  other: T,
  values: Elements<T>,
): ReactNode {
  return together(countedParts(count, one, other as string, values as Record<string, ReactNode>));
}
