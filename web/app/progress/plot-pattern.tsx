import type { Tone } from './plotted';

export const patternOf = (id: string): string => `url("#${id}")`;

/** Marks of each pattern: none, stripes, dots, lines. Series are distinguishable without colour. */
const marks = [
  null,
  <path key="stripes" d="M-2 2 2 -2M0 8 8 0M6 10 10 6" className="plot-stroke" />,
  <circle key="dots" cx="4" cy="4" r="1.8" className="plot-mark" />,
  <path key="lines" d="M0 4H8" className="plot-stroke" />,
];

/** The fill of a series: its tone, and a pattern by its index. */
export function PlotPattern({ id, tone, nth }: { id: string; tone: Tone; nth: number }) {
  const mark = marks[nth % marks.length];
  return (
    <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse" className={`plot-${tone}`}>
      <rect width="8" height="8" className={mark ? 'plot-ground' : 'plot-mark'} />
      {mark}
    </pattern>
  );
}
