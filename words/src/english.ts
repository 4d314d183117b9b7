import { withoutContext } from './word.ts';
import { type Lookup, makeWords, type Words } from './words.ts';

/** English is in the source and needs no catalogue, which keeps the first page small. */
const lookUpInSource: Lookup = {
  has: () => false,
  find: withoutContext,
  findCounted: (count, one, other) => withoutContext(count === 1 ? one : other),
};

export const makeEnglish = (browserTag?: string): Words =>
  makeWords('en', { dir: 'ltr', tag: 'en-US', weekStart: 1 }, lookUpInSource, browserTag);
