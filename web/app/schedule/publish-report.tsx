import { counted, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { Progress } from '#ui/progress';
import type { CopyPlan, SkipReason } from './copy-weeks';
import type { PublishOutcome } from './publish-slots';
import type { NewSlot } from './slot-selection';
import { dayHeading, timeText } from './time-text';
import { dayAt } from './zoned-time';

/** State of a batch of new slots. */
export type PublishRun =
  | { state: 'running'; done: number; total: number }
  | { state: 'ended'; outcome: PublishOutcome; skipped: CopyPlan['skipped'] };

const skipWords = {
  // words: {slot} is a day and a time at which no copy is made, in a list of those
  'no-such-time': word('{slot}: the clocks skip this time that day'),
  past: word('{slot} is in the past'),
  exists: word('{slot} already exists'),
  overlaps: word('{slot} overlaps with another slot'),
} satisfies Record<SkipReason, string>;

/** Progress of a batch, then the result of each slot that failed. */
export function PublishReport({ run, zone }: { run: PublishRun | null; zone: string }) {
  if (run?.state === 'running') {
    const { done, total } = run;
    return (
      <Progress
        label={t('Adding slots')}
        value={done}
        max={total}
        valueText={t('{done} of {total}', { done, total })}
      />
    );
  }
  // The live region is always mounted, so that later content is announced.
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      {run && <Ended outcome={run.outcome} skipped={run.skipped} zone={zone} />}
    </div>
  );
}

function Ended({
  outcome,
  skipped,
  zone,
}: {
  outcome: PublishOutcome;
  skipped: CopyPlan['skipped'];
  zone: string;
}) {
  const { created, failed } = outcome;
  const nameOfSlot = ({ startsAt }: NewSlot) =>
    // words: a day and a time of it
    t('{day}, {time}', {
      day: dayHeading(dayAt(zone, startsAt.getTime())),
      time: timeText(startsAt, { zone }),
    });
  const nameOfCopy = (source: NewSlot, weeks: number) => {
    const slot = nameOfSlot(source);
    return weeks === 0
      ? slot
      : // words: {slot} is a day and a time, of which a copy is made for a later week
        counted(weeks, '{slot} (1 week later)', '{slot} ({count} weeks later)', { slot });
  };
  const isNothing = created.length + failed.length + skipped.length === 0;
  return (
    <>
      <p className={created.length > 0 ? 'text-positive' : undefined}>
        {isNothing
          ? t('There is nothing to copy.')
          : counted(created.length, '1 slot added.', '{count} slots added.')}
      </p>
      {failed.length > 0 && (
        <ul className="grid gap-1 text-sm text-danger">
          {failed.map(({ slot, message }) => (
            <li key={slot.startsAt.getTime()}>
              {/* words: {slot} is a day and a time, {problem} why it was not added */}
              {t('{slot}: {problem}', { slot: nameOfSlot(slot), problem: message })}
            </li>
          ))}
        </ul>
      )}
      {skipped.length > 0 && (
        <details className="text-sm text-ink-soft">
          <summary className="min-h-11 cursor-pointer py-2.5">
            {counted(skipped.length, '1 slot left out', '{count} slots left out')}
          </summary>
          <ul className="grid gap-1">
            {skipped.map(({ source, week, reason }) => (
              <li key={`${source.startsAt.getTime()}/${week}`}>
                {t(skipWords[reason], { slot: nameOfCopy(source, week) })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
