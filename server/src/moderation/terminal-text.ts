const columnGap = '  ';
const columnMaxWidth = 60;
// Names and texts of members must not move the operator's cursor, colour the screen or reverse the line.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

/** A member's text as one safe line. */
export function oneLine(text: string): string {
  const line = text.replace(unprintable, ' ').replace(/\s+/g, ' ').trim();
  return line === '' ? '–' : line;
}

/** The day in UTC, as in logs. */
export const day = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Aligns rows in columns; the last column is not padded. */
export function alignColumns(rows: string[][]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [place, cell] of row.slice(0, -1).entries()) {
      widths[place] = Math.min(columnMaxWidth, Math.max(widths[place] ?? 0, cell.length));
    }
  }
  const lines = rows.map((row) => row.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join(columnGap));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}
