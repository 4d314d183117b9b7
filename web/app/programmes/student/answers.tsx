import type { Place } from '@parlance/contract/programmes';
import { spoken, t } from '@parlance/words/current';
import { languagesText } from '#programmes/coordinate/student-words';
import { rangeText } from '#programmes/parts/programme-words';

/** What the student entered, so that a wrong answer is seen before the round. */
export function Answers({ place: { offers, seeks, freeHours } }: { place: Place }) {
  const answers = [
    [t('I speak'), languagesText(offers)],
    [t('I want to learn'), languagesText(seeks)],
    [t('Free'), spoken().list(freeHours.map(rangeText))],
  ] as const;
  return (
    <dl className="grid max-w-reading gap-x-8 gap-y-3 sm:grid-cols-2">
      {answers.map(([label, value]) => (
        <div key={label} className="grid content-start last:sm:col-span-2">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
