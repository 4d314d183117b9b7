import { nameOf } from '#people/person-name';
import { bothClocks } from './time-text';
import { viewerZone } from './viewer-zone';

interface SessionTimesProps {
  slot: { startsAt: Date; duration: number };
  partner?: { name: string; timeZone?: string | null | undefined } | undefined;
}

/** Time range in both time zones where they differ. */
export function SessionTimes({ slot, partner }: SessionTimesProps) {
  const { startsAt } = slot;
  const [own, theirs] = bothClocks(
    slot,
    { zone: viewerZone() },
    partner ? { zone: partner.timeZone, name: nameOf(partner) } : { zone: null, name: '' },
  );
  const isValid = !Number.isNaN(startsAt.getTime());
  return (
    <time dateTime={isValid ? startsAt.toISOString() : undefined} dir="auto" className="tabular-nums">
      {theirs === undefined ? (
        own
      ) : (
        <>
          <span className="max-sm:block">{own}</span>
          {/* On a phone each clock has a line of its own. */}
          <span className="max-sm:hidden"> · </span>
          <span className="font-normal text-ink-soft max-sm:block">{theirs}</span>
        </>
      )}
    </time>
  );
}
