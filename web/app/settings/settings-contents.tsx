import { t } from '@parlance/words/current';
import { Link, useLocation } from 'react-router';
import type { SettingsSectionEntry } from './settings-sections';
import { useSectionInView } from './use-section-in-view';

/** The list of sections beside them, where there is room for it. */
export function SettingsContents({ sections }: { sections: SettingsSectionEntry[] }) {
  // The calendar of a section keeps its week there.
  const { search } = useLocation();
  const current = useSectionInView(sections.map(({ id }) => id));
  return (
    <nav aria-label={t('Settings')} className="max-lg:hidden">
      <ul className="sticky top-[calc(var(--spacing-bar)+2rem)] grid border-s border-line">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link
              to={{ search, hash: id }}
              aria-current={id === current ? 'location' : undefined}
              className="-ms-px flex min-h-11 items-center border-s-2 border-transparent ps-4 text-ink-soft transition-colors hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
            >
              {t(title)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
