import { classNames } from '#lib/class-names';

/** Class names of floating surfaces: menus and combobox lists. */
export const popupClass = classNames(
  'origin-(--transform-origin) rounded-lg border border-line bg-surface p-1.5 text-ink shadow-floating outline-none',
  'transition-[scale,opacity] data-starting-style:scale-98 data-starting-style:opacity-0',
  'data-ending-style:scale-98 data-ending-style:opacity-0',
);

/** Class names of a row in them. The outline marks the highlighted row in forced-colours mode. */
export const popupItemClass = classNames(
  'flex min-h-11 w-full items-center gap-3 rounded-md px-3 py-2 leading-snug outline-none select-none',
  'data-highlighted:bg-sunken forced-colors:data-highlighted:outline-2 data-disabled:text-ink-faint',
);
