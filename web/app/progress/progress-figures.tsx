import type { UserLanguage } from '@parlance/contract/languages';
import { type ProgressWeek, progressMessages } from '@parlance/contract/progress';
import { counted, spoken, t } from '@parlance/words/current';
import { messageShares, type Plotted, phrasesInBook, phrasesReviewed, talkedMinutes } from './plotted';
import { ProgressFigure } from './progress-figure';
import { shownWeek } from './shown-weeks';
import { useCountedWords } from './use-counted-words';

export interface ProgressFiguresProps {
  weeks: ProgressWeek[];
  languages: UserLanguage[];
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const plain = (value: number) => spoken().number(value);
// words: a share of a hundred, such as 60%
const percent = (value: number) => t('{share}%', { share: spoken().number(value) });

export function ProgressFigures({ weeks, languages }: ProgressFiguresProps) {
  const words = useCountedWords(weeks, languages);
  const shown = weeks.map(({ startsOn }) => shownWeek(startsOn));
  const minutes = talkedMinutes(weeks, languages);
  const shares = messageShares(words ?? [], languages);
  const last = weeks.at(-1);
  const sessions = sum(weeks.map((week) => week.sessions));
  return (
    <div className="progress-figures grid gap-12 lg:grid-cols-2">
      <ProgressFigure
        title={t('Minutes talked')}
        plotted={minutes}
        facts={[
          ...minutes.series.map(({ label }, at) =>
            // words: a language and how many minutes somebody talked in it, such as Spanish: 40
            t('{language}: {minutes} min', { language: label, minutes: plain(sumOf(minutes, at)) }),
          ),
          counted(sessions, '1 session', '{count} sessions'),
        ]}
        nothingYet={t('Join a session here, and the minutes that you talk in each language appear.')}
        note={t('What you said yourself in your sessions here, by the language of each half.')}
        weeks={shown}
        format={plain}
      />
      <ProgressFigure
        title={t('Languages of your messages')}
        plotted={shares}
        facts={balanceOf(shares)}
        nothingYet={
          words
            ? t('Write a few more messages in a week to see how your languages are split.')
            : t('Counting your words...')
        }
        note={counted(
          progressMessages.aWeek,
          'An estimate from 1 message a week, made on this device and not stored.',
          'An estimate from up to {count} messages a week, made on this device and not stored.',
        )}
        weeks={shown}
        format={percent}
        top={100}
      />
      <ProgressFigure
        title={t('Phrases in your book')}
        plotted={phrasesInBook(weeks)}
        facts={[
          counted(last?.phrasesKnown ?? 0, '1 phrase known', '{count} phrases known'),
          counted(last?.phrasesKept ?? 0, '1 phrase in your book', '{count} phrases in your book'),
        ]}
        nothingYet={t('Save a phrase from a message, and your book grows here.')}
        note={t('A phrase counts as known when you will probably still remember it after three weeks.')}
        weeks={shown}
        format={plain}
      />
      <ProgressFigure
        title={t('Phrases reviewed')}
        plotted={phrasesReviewed(weeks)}
        facts={[counted(last?.phrasesReviewed ?? 0, '1 phrase this week', '{count} phrases this week')]}
        nothingYet={t('Review a phrase, and it is counted here.')}
        note={t('Each phrase counts once in a week, however often it was reviewed.')}
        weeks={shown}
        format={plain}
      />
    </div>
  );
}

const sumOf = ({ weeks }: Plotted, at: number): number => sum(weeks.map((values) => values?.[at] ?? 0));

/** The average share over all weeks that have one. */
function balanceOf({ series, weeks }: Plotted): string[] {
  const told = weeks.filter((values) => values !== null);
  const first = Math.round(sum(told.map((values) => values[0] ?? 0)) / told.length);
  return series.map(({ label }, at) =>
    t('{language}: about {share}%', { language: label, share: plain(at === 0 ? first : 100 - first) }),
  );
}
