import { t } from '@parlance/words/current';
import { Link, useLocation } from 'react-router';
import { groupOf, type SettingsGroup } from './settings-groups';
import { useSectionInView } from './use-section-in-view';

export interface SettingsContentsProps {
  groups: SettingsGroup[];
  /** The single group of the present address. */
  shown: string | undefined;
}

/** Links to the groups: beside them on wide screens, above them on a phone. */
export function SettingsContents({ groups, shown }: SettingsContentsProps) {
  // The calendar section keeps its week in the query string.
  const { search, hash } = useLocation();
  const read = useSectionInView(
    groups.map(({ id }) => id),
    groupOf(groups, hash.slice(1))?.id,
  );
  const entries = groups.map(({ id, title }) => ({
    to: `/settings/${id}`,
    label: t(title),
    current: shown === id ? ('page' as const) : !shown && read === id ? ('location' as const) : undefined,
  }));
  return (
    <nav aria-label={t('Settings')}>
      <ul className="flex flex-wrap gap-x-5 lg:sticky lg:top-[calc(var(--spacing-bar)+2rem)] lg:grid lg:border-s lg:border-line">
        {/* Always there: a list that grows by a press puts another link under the pointer. */}
        {[{ to: '/settings', label: t('All settings'), current: undefined }, ...entries].map(
          ({ to, label, current }) => (
            <li key={to}>
              <Link
                to={{ pathname: to, search }}
                aria-current={current}
                className="flex min-h-11 items-center border-transparent text-ink-soft transition-colors hover:text-ink aria-[current]:text-ink max-lg:aria-[current=page]:underline max-lg:aria-[current=page]:underline-offset-8 lg:-ms-px lg:border-s-2 lg:ps-4 lg:aria-[current]:border-ink"
              >
                {label}
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}
