import { counted, t } from '@parlance/words/current';
import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { useSignedIn } from '#session/signed-in';
import { findOptions } from './find-options';

export interface FoundOptionsProps {
  /** Empty before and after a search. The live region stays mounted, because a count that is inserted with it is not always announced. */
  query: string;
}

/** Results of the settings search; each leads to its option, which takes the focus. */
export function FoundOptions({ query }: FoundOptionsProps) {
  const { staticData } = useSignedIn();
  // The calendar section keeps its week in the query string.
  const { search } = useLocation();
  const isSearching = query !== '';
  const found = isSearching ? findOptions(query, staticData) : [];
  const listId = useId();
  return (
    <>
      <p role="status" className="pb-3 text-ink-soft empty:sr-only">
        {isSearching &&
          (found.length === 0
            ? t('No setting contains these words.')
            : counted(found.length, '1 setting found', '{count} settings found'))}
      </p>
      <ul
        aria-label={t('Found settings')}
        hidden={!isSearching}
        className="grid max-w-reading divide-y divide-line [[hidden]]:hidden"
      >
        {found.map(({ id, group, label, effect, place }) => (
          <li key={id}>
            {/* A name from the content would join its parts without spaces. The visible text needs the same spaces to agree with it. */}
            <Link
              to={{ pathname: `/settings/${group}`, search, hash: id }}
              aria-labelledby={`${listId}-${id} ${listId}-${id}-place ${listId}-${id}-effect`}
              className="grid gap-0.5 py-3 -outline-offset-2 hover:bg-sunken"
            >
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span id={`${listId}-${id}`} className="font-medium underline underline-offset-4">
                  {label}
                </span>{' '}
                <span id={`${listId}-${id}-place`} className="text-sm text-ink-soft">
                  {place}
                </span>
              </span>{' '}
              <span id={`${listId}-${id}-effect`} className="text-sm text-ink-soft">
                {effect}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
