import { classNames } from '#lib/class-names';

/** Three slightly offset threads per voice, for a hand-drawn look. */
const threads = [
  { offset: -14, strokeWidth: 1.25, opacity: 0.45 },
  { offset: 0, strokeWidth: 2.5, opacity: 1 },
  { offset: 13, strokeWidth: 1.25, opacity: 0.6 },
];

/** Two strands that cross and continue side by side: one conversation in two languages. */
export function Strands({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 1200 360"
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
      className={classNames('pointer-events-none', className)}
    >
      {threads.map(({ offset, strokeWidth, opacity }) => (
        <g key={offset} strokeWidth={strokeWidth} opacity={opacity}>
          <path
            vectorEffect="non-scaling-stroke"
            className="stroke-speak-bright"
            d={`M-20 ${70 + offset}C180 ${20 + offset} 300 ${330 - offset} 520 ${270 + offset}S800 ${40 - offset} 960 ${110 + offset}S1160 ${210 + offset} 1220 ${150 + offset}`}
          />
          <path
            vectorEffect="non-scaling-stroke"
            className="stroke-learn-bright"
            d={`M-20 ${260 + offset}C160 ${330 + offset} 330 ${40 - offset} 540 ${110 + offset}S800 ${320 - offset} 980 ${230 + offset}S1150 ${130 + offset} 1220 ${190 + offset}`}
          />
        </g>
      ))}
    </svg>
  );
}
