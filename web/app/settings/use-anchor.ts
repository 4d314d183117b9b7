import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { scrollKeyOf } from '#lib/scroll-place';
import { type OptionText, optionTexts } from './options/option-texts';

/** User input, after which the page no longer scrolls to the anchor and the mark of a found option disappears. */
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
/** Lazily loaded parts are awaited this long; then the focus goes to the option that shows them, or to the group. */
const waitMs = 3000;
const controls = 'input, select, textarea, button, a[href], [tabindex]';

const placeOf = (option: string) => document.querySelector<HTMLElement>(`[data-option="${option}"]`);

/** Moves the focus into an option: to the chosen radio button, else to its first control. */
function focusOption(place: HTMLElement): void {
  const all = [...place.querySelectorAll<HTMLElement>(controls)].filter(
    (control) => !control.matches(':disabled') && control.checkVisibility(),
  );
  const target = place.matches(controls)
    ? place
    : (all.find((one) => one.matches(':checked')) ?? all.find((one) => one.tabIndex >= 0) ?? all[0]);
  target?.focus({ preventScroll: true });
  place.dataset.found = '';
}

/**
 * Scrolls to the anchor of the address, a section or an option; an option also takes the focus. The sections render after the session is
 * loaded, when the browser has already given up on the anchor.
 */
export function useAnchor(shownSection: string | undefined): void {
  const location = useLocation();
  const { hash } = location;
  const place = scrollKeyOf(location);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every press of an anchor scrolls, and another week does not
  useEffect(() => {
    const anchor = decodeURIComponent(hash.slice(1)) || shownSection;
    if (anchor === undefined) return;
    const text: OptionText | undefined = (optionTexts as Record<string, OptionText>)[anchor];
    const watched = new AbortController();
    let target: HTMLElement | null = null;
    // Sections above the target still grow while their data load.
    const growth = new ResizeObserver(() => target?.scrollIntoView({ block: text ? 'center' : 'start' }));
    const show = (found: HTMLElement | null) => {
      if (!found || target) return;
      target = found;
      changes.disconnect();
      clearTimeout(timer);
      if (text) focusOption(found);
      growth.observe(document.body);
    };
    const find = () => show(text ? placeOf(anchor) : document.getElementById(anchor));
    const changes = new MutationObserver(find);
    const timer = setTimeout(() => {
      if (text) show(placeOf(text.instead ?? '') ?? document.getElementById(text.group));
    }, waitMs);
    const stop = () => {
      watched.abort();
      growth.disconnect();
      changes.disconnect();
      clearTimeout(timer);
      delete target?.dataset.found;
    };
    changes.observe(document.body, { childList: true, subtree: true });
    for (const move of ownMoves)
      window.addEventListener(move, stop, { passive: true, signal: watched.signal });
    find();
    return stop;
  }, [place, hash, shownSection]);
}
