import type { Phrase } from '@parlance/contract/phrases';
import { counted, t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { classNames } from '#lib/class-names';
import { pageCountOf } from '#lib/page-number';
import { useNow } from '#lib/use-now';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { LinkButton } from '#ui/link-button';
import { Pagination } from '#ui/pagination';
import { Spinner } from '#ui/spinner';
import { NoPhrases } from './no-phrases';
import { PendingReviews } from './pending-reviews';
import { PhraseDialog } from './phrase-dialog';
import { readFilters, searchOf } from './phrase-filters';
import { PhraseItem } from './phrase-item';
import { PhraseSearch } from './phrase-search';
import { phrasePageSize, phrasesQuery } from './phrases-queries';
import { useDeleting } from './use-deleting';

const minuteMs = 60_000;

export default function Phrases() {
  const { runtime, user } = useSignedIn();
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  const { data, isError, isPlaceholderData, isFetching, refetch } = useQuery(
    phrasesQuery(runtime.calls, user.userId, filters),
  );
  const now = useNow(minuteMs);
  const [edited, setEdited] = useState<Phrase | 'new' | null>(null);
  const { isHidden, deletePhrase } = useDeleting();
  const phrases = data?.phrases.filter(({ phraseId }) => !isHidden(phraseId)) ?? [];
  const isAll = filters.query === '' && filters.languageCode === null;
  const isEmpty = data?.count === 0 || (data !== undefined && phrases.length === 0 && !isFetching);

  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-title">{t('Phrases')}</h1>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setEdited('new')}>
            <Plus aria-hidden="true" className="size-5" />
            {t('Add a phrase')}
          </Button>
          {data && data.dueCount > 0 && (
            <LinkButton to="/phrases/review" variant="primary">
              {counted(data.dueCount, 'Review 1 phrase', 'Review {count} phrases')}
            </LinkButton>
          )}
        </div>
      </header>
      <PendingReviews />
      {!(isAll && data?.count === 0) && (
        <PhraseSearch
          filters={filters}
          onSearch={(next) => setParams(searchOf(next), { replace: true, preventScrollReset: true })}
        />
      )}
      {!data && !isError && <Spinner label={t('Loading your phrases...')} />}
      {!data && isError && (
        <Banner tone="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
          {t('Your phrases could not be loaded. Nothing was lost.')}
        </Banner>
      )}
      {isEmpty && <NoPhrases isAll={isAll} />}
      {data && data.count > 0 && (
        <>
          <p role="status" className="text-ink-soft">
            {counted(data.count, '1 phrase', '{count} phrases')}
          </p>
          <ul className={classNames('-mt-4 transition-opacity', isPlaceholderData && 'opacity-60')}>
            {phrases.map((phrase) => (
              <PhraseItem
                key={phrase.phraseId}
                phrase={phrase}
                now={now}
                onEdit={() => setEdited(phrase)}
                onDelete={() => deletePhrase(phrase)}
              />
            ))}
          </ul>
        </>
      )}
      <Pagination
        page={filters.page}
        pageCount={pageCountOf(data?.count ?? 0, phrasePageSize)}
        isCurrent={!isFetching}
        linkTo={(page) => ({ search: searchOf({ ...filters, page }) })}
        label={t('Pages of phrases')}
      />
      <p className="-ms-4">
        <LinkButton to="/phrases/files" variant="quiet">
          {t('Import and export')}
        </LinkButton>
        <LinkButton to="/progress" variant="quiet">
          {t('Your progress')}
        </LinkButton>
      </p>
      {edited !== null && (
        <PhraseDialog
          phrase={edited === 'new' ? null : edited}
          languageCode={filters.languageCode}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}
