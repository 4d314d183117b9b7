import { t } from '@parlance/words/current';

/** Links to the operator's pages (server/src/preview/operator-pages.ts). Only the server renders them: they never change, and cost no script. */
export function OperatorLinks() {
  return (
    <p className="flex flex-wrap gap-x-4 text-ink-soft *:flex *:min-h-11 *:items-center *:underline">
      <a href="/privacy">{t('Privacy')}</a>
      <a href="/terms" data-operator-terms="">
        {/* words: the conditions of use, of this site */}
        {t('Terms')}
      </a>
      <a href="/contact" data-operator-contact="">
        {/* words: a link to write to the operator of this site */}
        {t('Contact')}
      </a>
    </p>
  );
}
