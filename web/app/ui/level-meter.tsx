export interface LevelMeterProps {
  label: string;
  /** From 0 to 1. */
  level: number;
}

/** Current loudness. */
export function LevelMeter({ label, level }: LevelMeterProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the meter element cannot be drawn in our colours
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(level * 100)}
      className="edge-when-forced h-3 min-w-0 flex-1 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full rounded-full bg-speak-bright forced-colors:bg-[CanvasText]"
        style={{ width: `${level * 100}%` }}
      />
    </div>
  );
}
