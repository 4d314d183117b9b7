import { t } from '@parlance/words/current';
import { useId, useState } from 'react';
import { Button } from '#ui/button';
import { PlotPattern, patternOf } from './plot-pattern';
import { PlotTable } from './plot-table';
import { isEmpty, type Plotted } from './plotted';
import type { ShownWeek } from './shown-weeks';
import { WeekPlot } from './week-plot';

export interface ProgressFigureProps {
  title: string;
  /** Text summary of the plot. */
  facts: string[];
  /** Replaces an empty plot. */
  nothingYet: string;
  /** How the numbers are computed. */
  note?: string | undefined;
  plotted: Plotted;
  weeks: ShownWeek[];
  format: (value: number) => string;
  top?: number | undefined;
}

/** One plot, with a text summary and a table. */
export function ProgressFigure({
  title,
  facts,
  nothingYet,
  note,
  plotted,
  weeks,
  ...plot
}: ProgressFigureProps) {
  const id = useId();
  const [isTableShown, setIsTableShown] = useState(false);
  const [headingId, factsId, tableId] = [`${id}title`, `${id}facts`, `${id}table`];
  return (
    <section aria-labelledby={headingId} className="progress-figure grid content-start gap-3">
      <h2 id={headingId} className="text-xl">
        {title}
      </h2>
      {isEmpty(plotted) ? (
        <p className="text-ink-soft">{nothingYet}</p>
      ) : (
        <>
          <ul id={factsId} className="flex flex-wrap gap-x-4">
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
          {plotted.series.length > 1 && <Legend plotted={plotted} />}
          <WeekPlot {...plot} plotted={plotted} weeks={weeks} labelledBy={headingId} describedBy={factsId} />
          {note && <p className="text-sm text-ink-soft">{note}</p>}
          <Button
            variant="quiet"
            aria-expanded={isTableShown}
            aria-controls={tableId}
            aria-describedby={headingId}
            onClick={() => setIsTableShown(!isTableShown)}
            className="progress-action -ms-4 justify-self-start"
          >
            {isTableShown ? t('Hide the table') : t('Show as table')}
          </Button>
          <PlotTable
            id={tableId}
            caption={title}
            plotted={plotted}
            weeks={weeks}
            format={plot.format}
            isShown={isTableShown}
          />
        </>
      )}
    </section>
  );
}

function Legend({ plotted: { series } }: { plotted: Plotted }) {
  const id = useId();
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {series.map(({ label, tone }, nth) => (
        <li key={label} className="flex items-center gap-2">
          <svg aria-hidden="true" width="16" height="16">
            <defs>
              <PlotPattern id={`${id}${nth}`} tone={tone} nth={nth} />
            </defs>
            <rect
              x="1"
              y="1"
              width="14"
              height="14"
              rx="2"
              className={`plot-bar plot-${tone}`}
              style={{ fill: patternOf(`${id}${nth}`) }}
            />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
