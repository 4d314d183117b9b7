import type { HeadTag } from '@parlance/contract/page-renderer';
import { createContext } from 'react';

/** Head content that only the server renders; rendering it in the app too would duplicate it. */
export interface PageFacts {
  version: string;
  /** Word files of the page; null in English. */
  words: string[] | null;
  head: HeadTag[];
  /** Scripts and API responses that the app requests on start. */
  preloads: string[];
  /** HTML of the notice for scripts that fail to load. */
  loadFailure?: string;
  /** HTML of the links to the operator's pages. */
  operatorLinks?: string;
}

/** Null in the browser. */
export const PageFactsContext = createContext<PageFacts | null>(null);
