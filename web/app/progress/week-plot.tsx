import { t } from '@parlance/words/current';
import { useId } from 'react';
import { isRightToLeft } from '#lib/page-direction';
import { PlotPattern, patternOf } from './plot-pattern';
import { scaleOf } from './plot-scale';
import type { Plotted } from './plotted';
import type { ShownWeek } from './shown-weeks';

const heightPx = 160;
const abovePx = 8;
const belowPx = 28;
/** Width of a bar relative to its week. */
const barShare = 0.68;
/** A date below every third week, counted from the present one, so that they fit on a phone. */
const datesEvery = 3;

export interface WeekPlotProps {
  plotted: Plotted;
  weeks: ShownWeek[];
  /** End of the axis; a round number above the maximum by default. */
  top?: number | undefined;
  format: (value: number) => string;
  labelledBy: string;
  describedBy: string;
}

/**
 * Stacked bars by week. Horizontal positions are percentages and text keeps its size, so that the plot fits every width without
 * measuring; right to left mirrors the time axis.
 */
export function WeekPlot({ plotted, weeks, top: given, format, labelledBy, describedBy }: WeekPlotProps) {
  const id = useId();
  const totals = plotted.weeks.map((values) => (values ?? []).reduce((sum, value) => sum + value, 0));
  const { top, ticks } = scaleOf(given ?? Math.max(...totals));
  const yOf = (value: number) => abovePx + heightPx * (1 - value / top);
  const slot = 100 / weeks.length;
  const placeOf = (nth: number, share: number) => {
    const start = (nth + share) * slot;
    return `${isRightToLeft() ? 100 - start : start}%`;
  };
  return (
    <div className="flex gap-2">
      <div aria-hidden="true" className="plot-ticks" style={{ height: abovePx + heightPx + belowPx }}>
        {ticks.map((tick) => (
          <span key={tick} style={{ insetBlockStart: yOf(tick) }}>
            {format(tick)}
          </span>
        ))}
        {/* As wide as the widest number, which the others are placed in. */}
        <span className="plot-widest">{format(top)}</span>
      </div>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the heading above is its title */}
      <svg
        role="img"
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        width="100%"
        height={abovePx + heightPx + belowPx}
        className="plot"
      >
        <defs>
          {plotted.series.map(({ label, tone }, nth) => (
            <PlotPattern key={label} id={`${id}${nth}`} tone={tone} nth={nth} />
          ))}
        </defs>
        {ticks.map((tick) => (
          <line key={tick} x1="0%" x2="100%" y1={yOf(tick)} y2={yOf(tick)} className="plot-line" />
        ))}
        {weeks.map(({ startsOn, date, label }, nth) => {
          let below = 0;
          return (
            <g key={startsOn}>
              <title>{[label, ...valuesIn(plotted, nth, format)].join('\n')}</title>
              {plotted.weeks[nth]?.map((value, at) => {
                const { label: name, tone } = plotted.series[at] ?? { label: '', tone: 'plain' };
                const y = yOf(below + value);
                const height = yOf(below) - y;
                below += value;
                return (
                  value > 0 && (
                    <rect
                      key={name}
                      x={placeOf(nth, isRightToLeft() ? (1 + barShare) / 2 : (1 - barShare) / 2)}
                      width={`${barShare * slot}%`}
                      y={y}
                      height={height}
                      rx="2"
                      className={`plot-bar plot-${tone}`}
                      style={{ fill: patternOf(`${id}${at}`) }}
                    />
                  )
                );
              })}
              {(weeks.length - 1 - nth) % datesEvery === 0 && (
                <text
                  // The last date is aligned with the end of the plot, to stay out of the margin.
                  x={placeOf(nth, nth === weeks.length - 1 ? 1 : 0.5)}
                  y={abovePx + heightPx + 20}
                  textAnchor={nth === weeks.length - 1 ? 'end' : 'middle'}
                >
                  {date}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

const valuesIn = ({ series, weeks }: Plotted, nth: number, format: (value: number) => string): string[] =>
  (weeks[nth] ?? []).map((value, at) =>
    // words: what a bar stands for and its number, such as Spanish: 12
    t('{series}: {value}', { series: series[at]?.label ?? '', value: format(value) }),
  );
