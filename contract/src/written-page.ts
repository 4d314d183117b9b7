import type { ResultOf } from './endpoint.ts';
import type { FullProfile, SearchFilters, searchUsers } from './people.ts';

/**
 * What server, page and app agree on about pages that can be read before the app is there: attributes, an id and an event.
 * The styles (web/app/app.css) name the attributes as well.
 */
export const writtenNames = {
  /** The place that the server fills, with those whom it is for: 'for-visitors' or 'for-all'. */
  place: 'data-written',
  /** What is shown while that place is empty. */
  opening: 'data-unwritten',
  /** What only visitors are shown while nobody is known. */
  forVisitors: 'data-for-visitors',
  /** On the root: somebody has a session in this browser. */
  returning: 'data-returning',
  /** On the root: somebody has moved, pressed or typed here, perhaps before the app could see it. */
  used: 'data-used',
  /** A title of the server's, which goes when the screen has its own. */
  titleForNow: 'data-for-now',
  /** What only the app can show: it comes when this comes into view. */
  appPart: 'data-app-part',
  /** The element with the answer of the API. */
  answerId: 'written-answer',
  /** The app stands in the place of the page. */
  readyEvent: 'app-ready',
} as const;

/** An answer of the API that comes with the page, as the wire has it. */
export interface WrittenAnswer {
  /** The path of the call, and what was asked. */
  path: string;
  input: unknown;
  result: unknown;
}

/** What a page shows, and the answer that it was made from. */
export interface WrittenPage {
  html: string;
  answer: WrittenAnswer;
}

/** What the web app is built into beside its files: its own screens, written out for a visitor (web/written/page-writer.tsx). */
export interface PageWriter<Words = unknown> {
  /**
   * What a visitor's search asks for at an address with this query string, and the one query string of all that ask for the
   * same.
   */
  readSearch(search: string): { filters: SearchFilters; search: string };
  /** In the reader's words. */
  writeDashboard(search: string, found: ResultOf<typeof searchUsers>, words: Words): WrittenPage;
  writeProfile(profile: FullProfile, words: Words): WrittenPage;
}
