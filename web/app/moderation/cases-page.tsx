import { casesPageSize } from '@parlance/contract/contact-cases';
import { t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { pageTitle } from '#lib/brand';
import { classNames } from '#lib/class-names';
import { pageCountOf, readPage } from '#lib/page-number';
import { useSignedIn } from '#session/signed-in';
import { Pagination } from '#ui/pagination';
import { CaseCard } from './case-card';
import { ListSkeleton, LoadFailed } from './loading-states';
import { casesQuery } from './moderation-queries';

const addressOf = (page: number) => ({ pathname: '/admin/cases', search: page > 1 ? `page=${page}` : '' });

/** Accounts that are held for review, oldest first. */
export default function CasesPage() {
  const { calls } = useSignedIn().runtime;
  const [search] = useSearchParams();
  const page = readPage(search.get('page'), casesPageSize);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(casesQuery(calls, page));
  const place = useFocusAfterDecision(data?.cases.map(({ caseId }) => caseId) ?? []);
  return (
    <div ref={place} className="grid grid-cols-1 gap-6">
      <title>{pageTitle(t('Holds'))}</title>
      <header className="grid gap-2">
        <h1 tabIndex={-1} className="text-title">
          {t('Holds')}
        </h1>
        <p className="max-w-reading text-ink-soft">
          {t(
            'These accounts cannot write to new people until you decide. You see numbers of the last 30 days, not messages; what was reported is behind its report.',
          )}
        </p>
      </header>
      {!data && !error && <ListSkeleton label={t('Loading the holds...')} />}
      {!data && error && (
        <LoadFailed
          error={error}
          failed={t('The holds could not be loaded.')}
          onRetry={() => void refetch()}
        />
      )}
      {data?.count === 0 && (
        <p className="rounded-lg border border-dashed border-line-strong p-6 text-ink-soft">
          {t('No account is held.')}
        </p>
      )}
      {data && data.count > 0 && (
        <ul
          className={classNames(
            'grid grid-cols-1 gap-4 transition-opacity',
            isPlaceholderData && 'opacity-60',
          )}
        >
          {data.cases.map((held) => (
            <CaseCard key={held.caseId} held={held} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageCount={pageCountOf(data?.count ?? 0, casesPageSize)}
        isCurrent={!isFetching}
        linkTo={addressOf}
        label={t('Pages of holds')}
      />
    </div>
  );
}

/** A decided case disappears with the pressed button: the focus moves to the next one, or to the heading. */
function useFocusAfterDecision(ids: string[]) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the array is new with each render
  useLayoutEffect(() => {
    const gone = shown.current.findIndex((id) => !ids.includes(id));
    shown.current = ids;
    if (gone < 0 || document.activeElement !== document.body) return;
    const names = place.current?.querySelectorAll<HTMLElement>('h2 a') ?? [];
    const next = names[Math.min(gone, names.length - 1)] ?? place.current?.querySelector('h1');
    next?.focus({ preventScroll: true });
  }, [ids.join()]);
  return place;
}
