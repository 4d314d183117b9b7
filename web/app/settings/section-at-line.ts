export interface SectionPlace {
  id: string;
  /** Top edge in the window; undefined for a hidden section. */
  top: number | undefined;
}

/** The section that crosses a line of the window. At the end of the page it is the last one, even if it is short. */
export function sectionAtLine(
  sections: SectionPlace[],
  { line, isAtEnd }: { line: number; isAtEnd: boolean },
): string | undefined {
  const shown = sections.filter(({ top }) => top !== undefined);
  if (isAtEnd) return shown.at(-1)?.id;
  return (shown.findLast(({ top = 0 }) => top <= line) ?? shown[0])?.id;
}
