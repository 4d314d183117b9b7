import type { FullProfile } from '@parlance/contract/people';
import { thanksPageSizes } from '@parlance/contract/thanks';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { classNames } from '#lib/class-names';
import { pageCountOf, readPage } from '#lib/page-number';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Pagination } from '#ui/pagination';
import { ThanksItem } from './thanks-item';
import { thanksQuery } from './thanks-queries';

const pageParam = 'thanks';

/** Received thanks, newest first; nothing when there are none. */
export function ThanksSection({ profile }: { profile: FullProfile }) {
  const { runtime, user } = useSignedIn();
  const [search] = useSearchParams();
  const page = readPage(search.get(pageParam), thanksPageSizes.profile);
  const { data, isError, isPlaceholderData, isFetching, refetch } = useQuery(
    thanksQuery(runtime.calls, user.userId, profile.userId, page),
  );
  const linkTo = (number: number) => {
    const params = new URLSearchParams(search);
    if (number > 1) params.set(pageParam, String(number));
    else params.delete(pageParam);
    return { search: params.toString() };
  };
  if (data?.count === 0 || (!data && !isError)) return null;
  return (
    <section aria-labelledby="thanks" className="grid gap-4">
      <h2 id="thanks" className="text-2xl">
        {t(word('Thanks', 'what partners wrote after a session'))}
      </h2>
      {data ? (
        <>
          <ul
            className={classNames(
              'grid grid-cols-1 divide-y divide-line border-y border-line transition-opacity',
              isPlaceholderData && 'opacity-60',
            )}
          >
            {data.thanks.map((thanks) => (
              <ThanksItem key={thanks.thanksId} thanks={thanks} />
            ))}
          </ul>
          <Pagination
            page={page}
            pageCount={pageCountOf(data.count, thanksPageSizes.profile)}
            isCurrent={!isFetching}
            linkTo={linkTo}
            label={t('Pages of thanks')}
            keepScroll
          />
        </>
      ) : (
        <Banner tone="danger" action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}>
          {t('The thanks could not be loaded. Nothing was lost.')}
        </Banner>
      )}
    </section>
  );
}
