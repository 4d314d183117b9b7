import { t } from '@parlance/words/current';

/** Shown if a script fails to load and the page has no content. The server renders it hidden into every page, because the app cannot. */
export function LoadFailure() {
  return (
    <div role="alert" className="mx-auto grid max-w-page justify-items-start gap-5 px-4 py-12 sm:px-6">
      <h1 className="text-title">{t('Application Error!')}</h1>
      <p className="max-w-reading text-lg text-ink-soft">
        {t('A part of this page could not be loaded.')}{' '}
        {t('Nothing you saved was lost. Loading the page again usually helps.')}
      </p>
      {/* biome-ignore lint/a11y/useValidAnchor: the address of the page itself, which works without scripts */}
      <a href="" className="underline">
        {t('Load again')}
      </a>
    </div>
  );
}
