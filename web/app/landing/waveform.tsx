import { classNames } from '#lib/class-names';

// Heights in percent of a short spoken sentence: two swells and a pause.
const peaks = [
  18, 34, 58, 82, 64, 92, 70, 44, 60, 36, 20, 12, 26, 52, 78, 96, 72, 54, 68, 40, 30, 48, 24, 14,
];
const barWidth = 4;
const barStep = 8;

/** A voice message as drawn in a conversation; `playedShare` of it is in full colour. */
export function Waveform({ playedShare, className }: { playedShare: number; className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${peaks.length * barStep} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={className}
    >
      {peaks.map((peak, position) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change their order
          key={position}
          x={position * barStep}
          y={50 - peak / 2}
          width={barWidth}
          height={peak}
          rx={2}
          className={classNames('fill-current', position / peaks.length >= playedShare && 'opacity-35')}
        />
      ))}
    </svg>
  );
}
