import { useEffect, useState } from 'react';
import type { SectionHeading } from './section/settings-section';

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a text contains each of the words, ignoring accents and case. */
function hasWords(text: string, query: string): boolean {
  const within = folded(text);
  return folded(query)
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** Sections that match a search in the displayed language; null without a query. */
export function useFoundSections(sections: SectionHeading[], query: string): Set<string> | null {
  const [found, setFound] = useState<Set<string> | null>(null);
  useEffect(() => {
    if (query.trim() === '') return setFound(null);
    const ids = sections.map(({ id }) => id);
    setFound(new Set(ids.filter((id) => hasWords(document.getElementById(id)?.textContent ?? '', query))));
  }, [sections, query]);
  return found;
}
