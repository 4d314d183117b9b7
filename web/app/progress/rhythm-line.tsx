import type { Rhythm } from '@parlance/contract/progress';
import { counted, spoken, t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { classNames } from '#lib/class-names';
import { useSignedIn } from '#session/signed-in';
import { rhythmQuery } from './progress-queries';

/** The reader's week in one line. Days off are not mentioned. */
export function RhythmLine() {
  const { runtime, user, staticData } = useSignedIn();
  const { data } = useQuery(rhythmQuery(runtime.calls, user.userId));
  if (!data) return null;
  const { days, today, minutesToday, sessions, phrasesReviewed, phrasesSaved } = data;
  const practised = days.filter(({ isPractised }) => isPractised).length;
  if (practised + sessions + phrasesReviewed + phrasesSaved === 0) {
    return (
      <p className="text-ink-soft">
        {t('No practice yet this week. A message, a phrase or a session counts as a day.')}
      </p>
    );
  }
  const daysSoFar = days.filter(({ day }) => day <= today).length;
  const goal = staticData.dailyGoals.find(({ value }) => value === user.dailyGoal);
  const facts = [
    sessions > 0 && counted(sessions, '1 session', '{count} sessions'),
    phrasesReviewed > 0 && counted(phrasesReviewed, '1 phrase reviewed', '{count} phrases reviewed'),
    phrasesSaved > 0 && counted(phrasesSaved, '1 phrase saved', '{count} phrases saved'),
    goal &&
      minutesToday !== undefined &&
      // words: minutes of practice today, of the minutes of the daily goal
      counted(
        goal.minutes,
        'Daily goal: {minutes} of 1 minute today',
        'Daily goal: {minutes} of {count} minutes today',
        { minutes: spoken().number(minutesToday) },
      ),
  ];
  return (
    <section aria-label={t('Your week')} className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <div className="flex items-center gap-3">
        <Days rhythm={data} />
        <Link
          to="/progress"
          className="flex min-h-11 items-center rounded-md font-medium underline underline-offset-4"
        >
          {/* words: days of practice, of the days of the week until today */}
          {counted(daysSoFar, '{practised} of 1 day this week', '{practised} of {count} days this week', {
            practised,
          })}
        </Link>
      </div>
      <ul className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
        {facts.map((fact) => fact && <li key={fact}>{fact}</li>)}
      </ul>
    </section>
  );
}

/** One dot per day, filled for practice. The text beside it says the same. */
function Days({ rhythm: { days, today } }: { rhythm: Rhythm }) {
  return (
    <span aria-hidden="true" className="flex gap-1.5">
      {days.map(({ day, isPractised }) => (
        <span
          key={day}
          className={classNames(
            'size-3 rounded-full border',
            isPractised ? 'border-ink bg-ink forced-colors:bg-[CanvasText]' : 'border-line-strong',
            day > today && 'opacity-55',
          )}
        />
      ))}
    </span>
  );
}
