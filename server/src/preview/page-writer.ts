import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ResultOf } from '@parlance/contract/endpoint';
import type { FullProfile, SearchFilters, searchUsers } from '@parlance/contract/people';

/** What a page shows, and the answer of the API that it was made from. */
interface WrittenPage {
  html: string;
  answer: unknown;
}

/** What the web app is built into beside its files: its own screens, written out for a visitor. See web/app/written/. */
export interface PageWriter {
  /**
   * What a visitor's search asks for at an address with this query string, and the one query string of all that ask for the
   * same.
   */
  readSearch(search: string): { filters: SearchFilters; search: string };
  writeDashboard(search: string, found: ResultOf<typeof searchUsers>): WrittenPage;
  writeProfile(profile: FullProfile): WrittenPage;
}

/** Loads the writer of a build when the first page is asked for; null where there is no build. */
export function openPageWriter(folder: string): () => Promise<PageWriter | null> {
  const file = join(folder, 'page-writer.js');
  let loading: Promise<PageWriter | null> | null = null;
  return () => {
    loading ??= existsSync(file) ? import(pathToFileURL(file).href) : Promise.resolve(null);
    return loading;
  };
}

/** A written page as it stands in the HTML. The answer is JSON that no parser of HTML can take for an end of itself. */
export function toHtml({ html, answer }: WrittenPage): string {
  const json = JSON.stringify(answer).replaceAll('<', '\\u003c');
  return `${html}<script type="application/json" id="written-answer">${json}</script>`;
}
