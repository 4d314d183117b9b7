import type { ReportedSession as Reported } from '@parlance/contract/moderation';
import { counted, spoken, t } from '@parlance/words/current';
import { momentText } from './moderation-words';

/** A reported session in one line: booked time and talk time. */
export function sessionLine({ startsAt, togetherMs }: Pick<Reported, 'startsAt' | 'togetherMs'>): string {
  const time = momentText(startsAt);
  const minutes = Math.round(togetherMs / 60_000);
  return minutes === 0
    ? t('Session of {time}, less than a minute when it was reported', { time })
    : counted(
        minutes,
        'Session of {time}, 1 minute when it was reported',
        'Session of {time}, {count} minutes when it was reported',
        { time },
      );
}

export function ReportedSession({ session }: { session: Reported }) {
  return (
    <section aria-labelledby="reported-session" className="grid gap-4">
      <h2 id="reported-session" className="text-xl">
        {t('The session that was reported')}
      </h2>
      <div className="edge-when-forced grid w-full max-w-xl min-w-0 gap-2 rounded-xl border border-danger-line bg-danger-soft px-4 py-3">
        <p>{sessionLine(session)}</p>
        <p className="text-sm text-ink-soft">{t('Sessions are not recorded.')}</p>
      </div>
      {session.notes.length > 0 && (
        <div className="grid gap-2">
          <h3 className="text-base">{t('Notes written by this person')}</h3>
          <ul className="grid gap-2">
            {session.notes.map(({ noteId, text, better, createdAt }) => (
              <li key={noteId} className="rounded-md bg-sunken px-3 py-2 wrap-anywhere">
                <p dir="auto" className="text-page-start">
                  {better === null ? text : `${text} → ${better}`}
                </p>
                <time dateTime={createdAt.toISOString()} className="text-sm text-ink-soft tabular-nums">
                  {spoken().date(createdAt, 'clock')}
                </time>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
