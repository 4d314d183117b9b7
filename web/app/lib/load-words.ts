import { type Catalogue, lookUpIn, type WordsFile } from '@parlance/words/catalogue';
import { speak } from '@parlance/words/current';
import { withNames } from '@parlance/words/locale-names';
import { shortKey } from '@parlance/words/short-key';
import { makeWords } from '@parlance/words/words';

type Addresses = Partial<
  Record<
    string,
    [first: string, parts: string, screens: string, settings: string, admin: string, programmes: string]
  >
>;

/**
 * Loads the words of the page's language from the URL that the build put into the page. On failure the app falls back to English and sets
 * `lang` for screen readers. Further files load with lazy modules.
 */
export async function loadWords(page: Document = document): Promise<void> {
  const html = page.documentElement;
  const listed = page.querySelector<HTMLMetaElement>('meta[name="words"]')?.content;
  const addresses = (JSON.parse(listed ?? '{}') as Addresses)[html.lang];
  if (addresses === undefined) return;
  const [first, parts, screens, settings, admin, programmes] = addresses;
  try {
    const file = await readWords<WordsFile>(first);
    const lookup = lookUpIn(file, file.facts.tag, shortKey);
    const later = (address: string) => onceRead(address, lookup.add);
    const fetchMore = {
      parts: later(parts),
      screens: later(screens),
      settings: later(settings),
      admin: later(admin),
      programmes: later(programmes),
    };
    speak(withNames(makeWords(file.locale, file.facts, lookup), file.names), (name) => fetchMore[name]());
  } catch {
    html.lang = 'en';
    html.dir = 'ltr';
  }
}

/** Loads a file once. After a failure English is used, and the next use retries. */
function onceRead(address: string, add: (catalogue: Catalogue) => void): () => Promise<void> {
  let reading: Promise<void> | null = null;
  return () => {
    reading ??= readWords<Catalogue>(address).then(add, () => {
      reading = null;
    });
    return reading;
  };
}

async function readWords<File>(address: string): Promise<File> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return answer.json() as Promise<File>;
}
