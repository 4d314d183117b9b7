import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type PageWriter, type WrittenPage, writtenNames } from '@parlance/contract/written-page';
import type { Words } from '@parlance/words/words';

/** Loads the writer of a build when the first page is asked for; null where there is no build. */
export function openPageWriter(folder: string): () => Promise<PageWriter<Words> | null> {
  const file = join(folder, 'page-writer.js');
  let loading: Promise<PageWriter<Words> | null> | null = null;
  return () => {
    loading ??= existsSync(file) ? import(pathToFileURL(file).href) : Promise.resolve(null);
    return loading;
  };
}

/** A written page as it stands in the HTML. The answer is JSON that no parser of HTML can take for an end of itself. */
export function toHtml({ html, answer }: WrittenPage): string {
  const json = JSON.stringify(answer).replaceAll('<', '\\u003c');
  return `${html}<script type="application/json" id="${writtenNames.answerId}">${json}</script>`;
}
