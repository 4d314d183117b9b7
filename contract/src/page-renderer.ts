import type { ResultOf } from './endpoint.ts';
import type { FullProfile, SearchFilters, searchUsers } from './people.ts';

/** A meta or link element for search engines and link previews, by its React attributes. */
export type HeadTag = Record<string, string>;

/** The built-in privacy page, in the language of the page. */
export interface PrivacyText {
  title: string;
  sections: { heading: string; paragraphs: string[] }[];
  /** The address for questions, with the text before it. */
  contact: { label: string; email: string } | null;
}

/** Data that the server reads for a page. The route's loader returns it, and the app hydrates with it. */
export interface PageData {
  /** Null for an unknown id or a hidden member. */
  profile?: FullProfile | null;
  found?: ResultOf<typeof searchUsers>;
  privacy?: PrivacyText;
  /** Clock of the page until hydration, in milliseconds. */
  renderedAt?: number;
}

export interface PageRequest<Words = unknown> {
  address: string;
  words: Words;
  head: HeadTag[];
  data: PageData;
}

/** Entry of the web app's server build (web/server/render.ts). */
export interface PageRenderer<Words = unknown> {
  /** Returns the whole HTML; rejects when a part cannot be rendered. */
  renderPage(request: PageRequest<Words>): Promise<string>;
  /** The visitor search of a query string, and its canonical query string. */
  readSearch(search: string): { filters: SearchFilters; search: string };
}
