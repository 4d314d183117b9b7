import { classNames } from '#lib/class-names';

/** The sheet that floats above the page: menu, list of a combobox. */
export const popupClass = classNames(
  'origin-(--transform-origin) rounded-lg border border-line bg-surface p-1.5 text-ink shadow-floating outline-none',
  'transition-[scale,opacity] data-starting-style:scale-98 data-starting-style:opacity-0',
  'data-ending-style:scale-98 data-ending-style:opacity-0',
);

/** A row of such a sheet. The outline shows the highlighted row where colours are forced. */
export const popupItemClass = classNames(
  'flex min-h-11 w-full items-center gap-3 rounded-md px-3 py-2 leading-snug outline-none select-none',
  'data-highlighted:bg-sunken forced-colors:data-highlighted:outline-2 data-disabled:text-ink-faint',
);
