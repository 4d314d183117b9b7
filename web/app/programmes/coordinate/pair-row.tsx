import { pairPoints, type RoundPair } from '@parlance/contract/programme-rounds';
import { spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import Lock from 'lucide-react/icons/lock';
import { useId } from 'react';
import { languageTitle } from '#languages/language-name';
import { classNames } from '#lib/class-names';
import { sentence } from '#lib/sentence';
import { hoursText } from '#programmes/parts/programme-words';
import { Badge } from '#ui/badge';
import { Button } from '#ui/button';
import type { RoundChanges } from './round-changes';

const reasonWords = {
  levels: word('Similar levels'),
  choice: word('First choice of both'),
  natives: word('Native speakers'),
  wishes: word('Wishes fulfilled'),
} satisfies Record<Exclude<keyof typeof pairPoints, 'hours'>, string>;
const reasonNames = Object.keys(reasonWords) as (keyof typeof reasonWords)[];

export interface PairRowProps {
  pair: RoundPair;
  canChange: boolean;
  changes: RoundChanges;
  onChange: (changes: RoundChanges) => void;
}

/** A proposed pair with the reasons for it. Lock keeps it in further rounds, Unpair keeps the two apart. */
export function PairRow({ pair, canChange, changes, onChange }: PairRowProps) {
  const { student, partner, teaches, learns, commonMinutes, score, points, isLocked, isSecond } = pair;
  const two = { userId: student.userId, partnerUserId: partner.userId };
  const names = useId();
  const change = changes.of(two);
  const isKept = change === 'lock' || (isLocked && change === null);
  const isApart = change === 'apart';
  return (
    <li
      className={classNames(
        'flex flex-wrap items-center gap-x-6 gap-y-3 rounded-lg border border-line bg-surface p-4',
        isApart && 'border-dashed',
      )}
    >
      <div className="grid min-w-0 flex-1 basis-72 gap-1.5">
        <p id={names} className={classNames('font-semibold wrap-anywhere', isApart && 'line-through')}>
          {sentence('{first} and {second}', {
            first: <bdi>{student.name}</bdi>,
            second: <bdi>{partner.name}</bdi>,
          })}
        </p>
        <p className="text-sm text-ink-soft">
          {teaches && learns
            ? // words: the two languages of a pair, the common free time of a week, and points out of 100
              t('{first} and {second} · {hours} a week in common · {score} of 100 points', {
                first: languageTitle(teaches),
                second: languageTitle(learns),
                hours: hoursText(commonMinutes),
                score: spoken().number(score),
              })
            : t('Their languages do not fit; you paired them yourself.')}
        </p>
        <div className="flex flex-wrap gap-1.5 empty:hidden">
          {isKept && <Badge icon={<Lock aria-hidden="true" className="size-4" />}>{t('Locked')}</Badge>}
          {isSecond && <Badge>{t('Second partner')}</Badge>}
          {reasonNames
            // More than half of the points of a criterion are a reason.
            .filter((name) => points && points[name] * 2 > pairPoints[name])
            .map((name) => (
              <Badge key={name} tone="positive">
                {t(reasonWords[name])}
              </Badge>
            ))}
        </div>
      </div>
      {canChange && (
        <div className="flex gap-2">
          <Button
            aria-describedby={names}
            disabled={isApart}
            onClick={() =>
              onChange(changes.with(two, isLocked ? (isKept ? 'unlock' : null) : isKept ? null : 'lock'))
            }
          >
            {isKept ? t(word('Unlock', 'a pair')) : t(word('Lock', 'a pair'))}
          </Button>
          <Button
            aria-describedby={names}
            onClick={() => onChange(changes.with(two, isApart ? null : 'apart'))}
          >
            {isApart ? t('Keep the pair') : t('Unpair')}
          </Button>
        </div>
      )}
    </li>
  );
}
