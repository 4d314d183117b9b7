import { isRouteErrorResponse, useRouteError } from 'react-router';
import { buttonClass } from '#ui/button';
import { Logo } from '#ui/logo';

/** Shown in place of the whole page when a screen fails. Plain links: the router may be what broke. */
export function ErrorPage() {
  const error = useRouteError();
  const thrownResponse = isRouteErrorResponse(error);
  const title = thrownResponse ? 'Unhandled Thrown Response!' : 'Application Error!';
  return (
    <main className="mx-auto flex min-h-dvh max-w-page flex-col items-start justify-center gap-5 px-4 py-12 sm:px-6">
      <title>{title}</title>
      <Logo />
      <h1 className="text-title">{title}</h1>
      <p className="max-w-reading text-lg text-ink-soft">
        {thrownResponse
          ? `The answer was ${error.status}${error.statusText ? ` ${error.statusText}` : ''}.`
          : 'Something on this page stopped working.'}{' '}
        Nothing you saved was lost. Loading the page again usually helps.
      </p>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          onClick={() => window.location.reload()}
          className={buttonClass({ variant: 'primary' })}
        >
          Load again
        </button>
        <a href="/dashboard" className={buttonClass()}>
          Find Language Partners
        </a>
      </div>
    </main>
  );
}
