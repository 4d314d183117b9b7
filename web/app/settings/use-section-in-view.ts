import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { sectionAtLine } from './section-at-line';

/** Signs that the reader moves the page, and not an anchor or a section that grows. */
const ownMoves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
/** A section is being read once its beginning has come this far up. */
const lineShare = 0.35;

/** The section somebody looks at: that of the anchor, until they move on by themselves. */
export function useSectionInView(ids: string[]): string | undefined {
  const { hash, key } = useLocation();
  const [found, setFound] = useState<string | undefined>();
  const list = ids.join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same anchor pressed again counts again
  useEffect(() => {
    let isOwnMove = false;
    setFound(undefined);
    const notice = () => {
      isOwnMove = true;
    };
    const look = () => {
      if (!isOwnMove) return;
      const { clientHeight, scrollHeight } = document.documentElement;
      setFound(
        sectionAtLine(
          list
            .split(',')
            .map((id) => ({ id, top: document.getElementById(id)?.getBoundingClientRect().top })),
          { line: clientHeight * lineShare, isAtEnd: window.scrollY + clientHeight >= scrollHeight - 1 },
        ),
      );
    };
    for (const move of ownMoves) window.addEventListener(move, notice, { passive: true });
    window.addEventListener('scroll', look, { passive: true });
    return () => {
      for (const move of ownMoves) window.removeEventListener(move, notice);
      window.removeEventListener('scroll', look);
    };
  }, [hash, key, list]);

  const anchored = ids.find((id) => hash === `#${id}`);
  return found ?? anchored ?? ids[0];
}
