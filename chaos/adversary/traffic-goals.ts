import { type Goal, percent } from './goal.ts';
import { chanceOf, quantile, shareLarger } from './statistics.ts';
import { silentKinds } from './timing.ts';
import type { Traffic } from './traffic.ts';

const reasons = { setting: "the recipient's setting", protection: 'a protection', text: 'contact details' };

export function sameTraffic({ areBytesEqual, timing }: Traffic): Goal[] {
  return [
    {
      name: 'bytes',
      promise: 'answers to the sender of a notified and of a silent message, without ids and times',
      limit: 'equal',
      model: '–',
      measured: areBytesEqual ? 'equal' : 'different',
      isMet: areBytesEqual,
    },
    ...(['answer', 'delivery'] as const).flatMap((what) =>
      silentKinds.map((kind) =>
        sameTime(
          `median time until the ${what}, notified and silent by ${reasons[kind]}`,
          timing.notified[what],
          timing[kind][what],
        ),
      ),
    ),
  ];
}

function sameTime(promise: string, notified: number[], silent: number[]): Goal {
  const [before, after] = [quantile(notified, 0.5), quantile(silent, 0.5)];
  const difference = Math.abs(after - before) / before;
  const share = `${percent(shareLarger(silent, notified), 0)} ± ${percent(chanceOf(silent.length), 0)}`;
  return {
    name: 'times',
    promise,
    limit: '≤ 5 % apart',
    model: '–',
    measured: `${percent(difference)} (${before.toFixed(2)} and ${after.toFixed(2)} ms; ${share} of pairs slower, ${silent.length} each)`,
    isMet: difference <= 0.05,
  };
}
