import type { ResultOf } from './endpoint.ts';
import type { FullProfile, SearchFilters, searchUsers } from './people.ts';

/** A meta or link element for search engines and link previews, by its attributes as React names them. */
export type HeadTag = Record<string, string>;

/** Data that the server reads for a page. The loader of its route returns it, and the app hydrates with it. */
export interface PageData {
  /** Null where nobody has the id, or nobody who may be shown. */
  profile?: FullProfile | null;
  found?: ResultOf<typeof searchUsers>;
  /** The clock of the page until it is hydrated, in milliseconds. */
  renderedAt?: number;
}

/** One page for a visitor; `Words` are those of its language. */
export interface PageRequest<Words = unknown> {
  /** Path and query. */
  address: string;
  words: Words;
  head: HeadTag[];
  data: PageData;
}

/** The entry of the web app's server build (web/server/render.ts), as the server uses it. */
export interface PageRenderer<Words = unknown> {
  /** The whole HTML. Fails where a part of it cannot be rendered. */
  renderPage(request: PageRequest<Words>): Promise<string>;
  /** The search that a query string asks a visitor for, and the one query string of all that ask for the same. */
  readSearch(search: string): { filters: SearchFilters; search: string };
}
