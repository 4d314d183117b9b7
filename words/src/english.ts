import { withoutContext } from './word.ts';
import { type Lookup, makeWords, type Words } from './words.ts';

/** English is in the source: it needs no catalogue, and every page carries as little as that takes. */
const lookUpInSource: Lookup = {
  has: () => false,
  find: withoutContext,
  findCounted: (count, one, other) => withoutContext(count === 1 ? one : other),
};

export const makeEnglish = (browserTag?: string): Words =>
  makeWords('en', { dir: 'ltr', tag: 'en-US', weekStart: 1 }, lookUpInSource, browserTag);
