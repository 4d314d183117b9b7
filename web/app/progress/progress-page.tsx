import { progressWeeks } from '@parlance/contract/progress';
import { counted, t } from '@parlance/words/current';
import { useQuery } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { ownLanguagesQuery } from '#languages/languages-queries';
import { useSignedIn } from '#session/signed-in';
import { Banner } from '#ui/banner';
import { Button } from '#ui/button';
import { Spinner } from '#ui/spinner';
import { NoProgress } from './no-progress';
import stylesheet from './progress.css?url';
import { ProgressFigures } from './progress-figures';
import { progressQuery } from './progress-queries';

/** Progress of the last weeks, private to the reader. */
export default function ProgressPage() {
  const { runtime, user } = useSignedIn();
  const weeks = useQuery(progressQuery(runtime.calls, user.userId));
  const languages = useQuery(ownLanguagesQuery(runtime.calls, user.userId));
  const isFailed = (weeks.isError && !weeks.data) || (languages.isError && !languages.data);
  const hasAny = weeks.data?.some(
    ({ talk, messages, phrasesKept, phrasesReviewed }) =>
      talk.length + messages.length + phrasesKept + phrasesReviewed > 0,
  );
  return (
    <div className="progress-page grid gap-8">
      {/* The build brings no styles along with what is loaded on use. */}
      <link rel="stylesheet" href={stylesheet} precedence="default" />
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-2">
          <h1 className="text-title">{t('Your progress')}</h1>
          <p className="max-w-reading text-ink-soft">
            {counted(
              progressWeeks,
              'The last week. Only you see this page, and a week off does no harm.',
              'The last {count} weeks. Only you see this page, and a week off does no harm.',
            )}
          </p>
        </div>
        {hasAny && (
          <Button onClick={() => window.print()} className="progress-action">
            <Printer aria-hidden="true" className="size-5" />
            {t('Print')}
          </Button>
        )}
      </header>
      {isFailed && (
        <Banner
          tone="danger"
          action={
            <Button onClick={() => void Promise.all([weeks.refetch(), languages.refetch()])}>
              {t('Try again')}
            </Button>
          }
        >
          {t('Your progress could not be loaded. Nothing was lost.')}
        </Banner>
      )}
      {!isFailed && !(weeks.data && languages.data) && <Spinner label={t('Loading your progress...')} />}
      {hasAny === false && <NoProgress />}
      {hasAny && weeks.data && languages.data && (
        <ProgressFigures weeks={weeks.data} languages={languages.data} />
      )}
    </div>
  );
}
