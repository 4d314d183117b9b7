/** Whether the page is read from right to left; `<html dir>` says so. */
export const isRightToLeft = (): boolean =>
  typeof document !== 'undefined' && document.documentElement.dir === 'rtl';
