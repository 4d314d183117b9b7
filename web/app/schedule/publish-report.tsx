import { Progress } from '#ui/progress';
import type { CopyPlan, SkipReason } from './copy-weeks';
import type { PublishOutcome } from './publish-slots';
import type { NewSlot } from './slot-selection';
import { dayHeading, timeText } from './time-text';
import { dayAt } from './zoned-time';

/** How far a run of several slots is, or how it ended. */
export type PublishRun =
  | { state: 'running'; done: number; total: number }
  | { state: 'ended'; outcome: PublishOutcome; skipped: CopyPlan['skipped'] };

const skipWords: Record<SkipReason, string> = {
  'no-such-time': 'the clocks skip this time that day',
  past: 'is in the past',
  exists: 'already exists',
  overlaps: 'overlaps with another slot',
};

const slotCount = (count: number) => (count === 1 ? '1 slot' : `${count} slots`);

/** Progress while slots are added one by one, then what became of each that was not. */
export function PublishReport({ run, zone }: { run: PublishRun | null; zone: string }) {
  if (run?.state === 'running') {
    const { done, total } = run;
    return <Progress label="Adding slots" value={done} max={total} valueText={`${done} of ${total}`} />;
  }
  // Always there, so that what comes later is announced.
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
    `${dayHeading(dayAt(zone, startsAt.getTime()))}, ${timeText(startsAt, { zone })}`;
  const isNothing = created.length + failed.length + skipped.length === 0;
  return (
    <>
      <p className={created.length > 0 ? 'text-positive' : undefined}>
        {isNothing ? 'There is nothing to copy.' : `${slotCount(created.length)} added.`}
      </p>
      {failed.length > 0 && (
        <ul className="grid gap-1 text-sm text-danger">
          {failed.map(({ slot, message }) => (
            <li key={slot.startsAt.getTime()}>
              {nameOfSlot(slot)}: {message}
            </li>
          ))}
        </ul>
      )}
      {skipped.length > 0 && (
        <details className="text-sm text-ink-soft">
          <summary className="min-h-11 cursor-pointer py-2.5">{slotCount(skipped.length)} left out</summary>
          <ul className="grid gap-1">
            {skipped.map(({ source, week, reason }) => (
              <li key={`${source.startsAt.getTime()}/${week}`}>
                {nameOfSlot(source)}
                {week > 0 && ` (${week === 1 ? '1 week' : `${week} weeks`} later)`} {skipWords[reason]}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
