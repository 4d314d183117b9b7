import type { CallSummary } from '@parlance/contract/call';
import { counted, spoken, t } from '@parlance/words/current';
import { languageTitle } from '#languages/language-name';
import { NoteCards } from './notes';
import { TalkBalance } from './talk-balance';

export interface SessionRecapProps {
  summary: CallSummary;
  userId: string;
  partnerName: string;
}

/** What took place in a session: minutes, balance and notes. */
export function SessionRecap({ summary, userId, partnerName }: SessionRecapProps) {
  const { togetherMs, notes, talk, languages, startsAt } = summary;
  const minutes = Math.round(togetherMs / 60_000);
  const titleOf = (half: 'first' | 'second') =>
    languages ? languageTitle(languages[half]) : half === 'first' ? t('First half') : t('Second half');
  const hasTalk = talk.some(({ firstMs, secondMs }) => firstMs + secondMs >= 1000);
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">
        {togetherMs === 0
          ? t('You did not meet in this session.')
          : minutes === 0
            ? t('You talked for less than a minute.')
            : counted(
                minutes,
                'You talked for 1 minute, from {time} on.',
                'You talked for {count} minutes, from {time} on.',
                {
                  time: spoken().date(summary.startedAt ?? startsAt, 'clock'),
                },
              )}
      </p>
      {hasTalk && (
        <div className="grid gap-3">
          {(['first', 'second'] as const).map((half) => (
            <TalkBalance
              key={half}
              half={half}
              title={titleOf(half)}
              talk={talk}
              userId={userId}
              partnerName={partnerName}
            />
          ))}
          <p className="text-sm text-ink-faint">
            {t('How long each of you talked, as your devices estimate it.')}
          </p>
        </div>
      )}
      {notes.length > 0 && (
        <div className="grid gap-2">
          <h3 className="text-base">{t('Words and corrections')}</h3>
          <NoteCards notes={notes} userId={userId} partnerName={partnerName} />
        </div>
      )}
    </div>
  );
}
