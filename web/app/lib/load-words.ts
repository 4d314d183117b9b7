import { lookUpIn, type WordsFile } from '@parlance/words/catalogue';
import { speak } from '@parlance/words/current';
import { makeWords } from '@parlance/words/words';

/**
 * Speaks the language that the page is written in: a file, whose address the build has put into the page. Where it cannot
 * be had, the app speaks English, and says so to screen readers.
 */
export async function loadWords(page: Document = document): Promise<void> {
  const html = page.documentElement;
  const listed = page.querySelector<HTMLMetaElement>('meta[name="words"]')?.content;
  const address = (JSON.parse(listed ?? '{}') as Partial<Record<string, string>>)[html.lang];
  if (address === undefined) return;
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    const file = (await answer.json()) as WordsFile;
    speak(makeWords(file.locale, file.facts, lookUpIn(file, file.facts.tag)));
  } catch {
    html.lang = 'en';
    html.dir = 'ltr';
  }
}
