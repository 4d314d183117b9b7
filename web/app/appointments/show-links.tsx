import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { Link } from 'react-router';
import { classNames } from '#lib/class-names';

const shows = [
  { isPast: false, search: '', label: word('Upcoming', 'sessions') },
  { isPast: true, search: '?show=past', label: word('Past', 'sessions') },
] as const;

/** Upcoming or past sessions; the address holds the choice. */
export function ShowLinks({ isPast }: { isPast: boolean }) {
  return (
    <nav aria-label={t('Sessions to show')}>
      <ul className="flex gap-1 border-b border-line">
        {shows.map((show) => (
          <li key={show.label}>
            <Link
              to={{ search: show.search }}
              aria-current={show.isPast === isPast ? 'page' : undefined}
              className={classNames(
                '-mb-px flex min-h-11 items-center border-b-2 border-transparent px-4 font-medium text-ink-soft hover:text-ink',
                'aria-[current]:border-ink aria-[current]:text-ink',
              )}
            >
              {t(show.label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
