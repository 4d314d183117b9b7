import { pausedForGood } from '@parlance/contract/account-care';
import { spoken, t } from '@parlance/words/current';

const dayMs = 86_400_000;
const pauseDays = { week: 7, month: 30 };

/** A choice of "Show me in search"; `kept` is a stored pause with an end. */
export type Pause = 'shown' | 'kept' | 'week' | 'month' | 'good';

/** The choice that the stored time stands for. A pause that is over is none, also before the server has removed it. */
export function pauseOf(pausedUntil: Date | null, now: Date): Pause {
  if (!pausedUntil || pausedUntil <= now) return 'shown';
  return pausedUntil >= pausedForGood ? 'good' : 'kept';
}

/** The time to store for a new choice. */
export function pausedUntilOf(pause: Pause, now: Date): Date | null {
  if (pause === 'good') return pausedForGood;
  if (pause !== 'week' && pause !== 'month') return null;
  return new Date(now.getTime() + pauseDays[pause] * dayMs);
}

/** All choices with their effects. */
export function pauseChoices(pausedUntil: Date | null, now: Date) {
  const back = (until: Date | null) =>
    t('You are shown again from {date} on.', { date: until ? spoken().date(until, 'longDay') : '' });
  const timed = (pause: 'week' | 'month', label: string) => ({
    value: pause as Pause,
    label,
    effect: back(pausedUntilOf(pause, now)),
  });
  const kept = pausedUntil && pauseOf(pausedUntil, now) === 'kept' ? pausedUntil : null;
  return [
    {
      value: 'shown' as Pause,
      label: t('Yes'),
      effect: t('People who look for your languages find you.'),
    },
    ...(kept
      ? [
          {
            value: 'kept' as Pause,
            label: t('Paused until {date}', { date: spoken().date(kept, 'longDay') }),
            effect: t('Until then search does not show you, and first messages wait in “Requests”.'),
          },
        ]
      : []),
    timed('week', t('Pause for 1 week')),
    timed('month', t('Pause for 1 month')),
    {
      value: 'good' as Pause,
      label: t('Pause until I turn it on'),
      effect: t(
        'Search does not show you, and first messages wait in “Requests”. Who has the address of your profile can still open it.',
      ),
    },
  ];
}
