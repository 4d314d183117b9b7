import type { HeadTag } from '@parlance/contract/page-renderer';
import { createContext } from 'react';

/** What only the server puts into a page. Rendered by the app as well, it would be there twice. */
export interface PageFacts {
  version: string;
  /** The files with the words of the page; null in English. */
  words: string[] | null;
  head: HeadTag[];
  /** Scripts and answers of the API that the app asks for as soon as it runs. */
  preloads: string[];
  /** The notice for a page whose scripts cannot be loaded, as HTML. */
  loadFailure?: string;
}

/** Null in the browser. */
export const PageFactsContext = createContext<PageFacts | null>(null);
