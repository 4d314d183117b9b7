import { useEffect, useState } from 'react';
import type { SectionHeading } from './section/settings-section';

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether each of the words stands somewhere in a text, accents and case aside. */
function hasWords(text: string, query: string): boolean {
  const within = folded(text);
  return folded(query)
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** The sections that say what somebody looks for, in whatever language they are shown; null while nothing is looked for. */
export function useFoundSections(sections: SectionHeading[], query: string): Set<string> | null {
  const [found, setFound] = useState<Set<string> | null>(null);
  useEffect(() => {
    if (query.trim() === '') return setFound(null);
    const ids = sections.map(({ id }) => id);
    setFound(new Set(ids.filter((id) => hasWords(document.getElementById(id)?.textContent ?? '', query))));
  }, [sections, query]);
  return found;
}
