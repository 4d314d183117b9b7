import { classNames } from '#lib/class-names';

export interface ProgressProps {
  label: string;
  value: number;
  max?: number | undefined;
  /** State as text at the end of the label: 'Step 2 of 5'. */
  valueText?: string | undefined;
  className?: string | undefined;
}

export function Progress({ label, value, max = 100, valueText, className }: ProgressProps) {
  const share = Math.min(1, Math.max(0, value / max));
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <div className="flex justify-between gap-4 text-sm text-ink-soft">
        <span>{label}</span>
        {valueText && <span className="tabular-nums">{valueText}</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={valueText}
        className="edge-when-forced h-2 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full rounded-full bg-action transition-[width] forced-colors:bg-[CanvasText]"
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
