import { type Entry, keyOf } from '#src/catalogue-file';
import type { FoundText } from './find-texts.ts';

/** Deduplicates texts, merging notes and files. Rejects two texts that gettext cannot distinguish. */
export function collectTexts(found: FoundText[]): FoundText[] {
  const texts = new Map<string, FoundText>();
  for (const text of found) {
    const known = texts.get(keyOf(text));
    if (known && known.plural !== text.plural) {
      const [a, b] = [known, text].map(({ plural, files }) => `${files[0]} (${plural ?? 'not counted'})`);
      throw new Error(`"${text.english}" is two texts: ${a} and ${b}. Give one of them a context.`);
    }
    texts.set(keyOf(text), {
      ...text,
      notes: joined(known?.notes, text.notes),
      files: joined(known?.files, text.files),
    });
  }
  return [...texts.values()];
}

const joined = (known: string[] = [], more: string[]): string[] => [...new Set([...known, ...more])];

/**
 * Merges these texts into a catalogue, keeping translations. Unused but translated texts move to the end, because a text often
 * returns with a small change.
 */
export function mergeTexts(texts: FoundText[], entries: Entry[]): Entry[] {
  const known = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const shown = texts.map((text): Entry => {
    const entry = known.get(keyOf(text));
    known.delete(keyOf(text));
    const isSame = entry?.plural === text.plural;
    return {
      ...text,
      translations: isSame ? entry.translations : [],
      comments: entry?.comments ?? [],
      isFuzzy: isSame && entry.isFuzzy,
      isObsolete: false,
    };
  });
  const left = [...known.values()].filter(({ translations }) => translations.some(Boolean));
  return [...shown, ...left.map((entry) => ({ ...entry, notes: [], files: [], isObsolete: true }))];
}
