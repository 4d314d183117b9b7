import { t } from '@parlance/words/current';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { buttonClass } from '#ui/button';
import { Logo } from '#ui/logo';

/** Replaces the whole page after a render error. Plain links, because the router itself can be broken. */
export function ErrorPage() {
  const error = useRouteError();
  const thrownResponse = isRouteErrorResponse(error);
  const title = thrownResponse ? t('Unhandled Thrown Response!') : t('Application Error!');
  return (
    <main className="mx-auto flex min-h-dvh max-w-page flex-col items-start justify-center gap-5 px-4 py-12 sm:px-6">
      <title>{title}</title>
      <Logo />
      <h1 className="text-title">{title}</h1>
      <p className="max-w-reading text-lg text-ink-soft">
        {thrownResponse
          ? t('The server answered {answer}.', { answer: `${error.status} ${error.statusText}`.trim() })
          : t('Something on this page stopped working.')}{' '}
        {t('Nothing you saved was lost. Loading the page again usually helps.')}
      </p>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          onClick={() => window.location.reload()}
          className={buttonClass({ variant: 'primary' })}
        >
          {t('Load again')}
        </button>
        <a href="/dashboard" className={buttonClass()}>
          {t('Find Language Partners')}
        </a>
      </div>
    </main>
  );
}
