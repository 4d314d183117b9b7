import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { scrollKeyOf } from '#lib/scroll-place';
import { sectionAtLine } from './section-at-line';

/** Events of user scrolling, as opposed to anchors and growing sections. */
const ownMoves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
/** A section is current once its top has passed this share of the window. */
const lineShare = 0.35;

/** The section in view: that of the anchor, until the user scrolls. */
export function useSectionInView(ids: string[], anchored: string | undefined): string | undefined {
  const location = useLocation();
  const place = scrollKeyOf(location);
  const [found, setFound] = useState<string | undefined>();
  const list = ids.join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: every press of an anchor counts, and another week does not
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
  }, [place, list]);

  return found ?? anchored ?? ids[0];
}
