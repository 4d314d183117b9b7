import { t } from '@parlance/words/current';
import type { Plotted } from './plotted';
import type { ShownWeek } from './shown-weeks';

export interface PlotTableProps {
  id: string;
  caption: string;
  plotted: Plotted;
  weeks: ShownWeek[];
  format: (value: number) => string;
  isShown: boolean;
}

/** The numbers of a plot, present week first. Always printed. */
export function PlotTable({ id, caption, plotted, weeks, format, isShown }: PlotTableProps) {
  return (
    <table id={id} data-shown={isShown || undefined} className="progress-table w-full text-sm tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line-strong">
          <th scope="col">{t('Week')}</th>
          {plotted.series.map(({ label }) => (
            <th key={label} scope="col" className="text-end">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks
          .map((week, nth) => (
            <tr key={week.startsOn} className="border-b border-line">
              <th scope="row" className="font-normal">
                {week.label}
              </th>
              {plotted.series.map(({ label }, at) => {
                const value = plotted.weeks[nth]?.[at];
                return (
                  <td key={label} className="text-end">
                    {value === undefined ? '–' : format(value)}
                  </td>
                );
              })}
            </tr>
          ))
          .toReversed()}
      </tbody>
    </table>
  );
}
