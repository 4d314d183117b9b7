const windowSize = 5;

/** Page numbers to show: at most five, with the current one in the middle where possible. */
export function pageWindow(page: number, pageCount: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(windowSize / 2), pageCount - windowSize + 1));
  const last = Math.min(pageCount, first + windowSize - 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step);
}
