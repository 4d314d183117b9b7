import { countedParts, parts } from '@parlance/words/current';
import type { Names } from '@parlance/words/words';
import { createElement, Fragment, type ReactNode } from 'react';

type Elements<T extends string> = Record<Exclude<Names<T>, 'count'>, ReactNode>;

const together = (pieces: ReactNode[]): ReactNode => createElement(Fragment, null, ...pieces);

/** A sentence with elements inside: `sentence('Signed in as {name}', { name: <b>Ana</b> })`. They need no key. */
export function sentence<const T extends string>(english: T, values: Record<Names<T>, ReactNode>): ReactNode {
  return together(parts(english, values));
}

/** The same for a number of things. */
export function countedSentence<const T extends string>(
  count: number,
  one: string,
  other: T,
  values: Elements<T>,
): ReactNode {
  return together(countedParts(count, one, other as string, values as Record<string, ReactNode>));
}
