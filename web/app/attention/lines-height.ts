/** The width of the window and the height of the lines, in px. Deleted at sign-out. */
export const linesHeightKey = 'parlance.lines';

/** The height that the lines had at the last visit in a window of this width. */
export function readLinesHeight(): number | undefined {
  try {
    const [width, height] = (localStorage.getItem(linesHeightKey) ?? '').split(' ').map(Number);
    return width === innerWidth ? height : undefined;
  } catch {
    return undefined;
  }
}
