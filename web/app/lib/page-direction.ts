/** Whether the page is right-to-left, from `<html dir>`. */
export const isRightToLeft = (): boolean =>
  typeof document !== 'undefined' && document.documentElement.dir === 'rtl';
