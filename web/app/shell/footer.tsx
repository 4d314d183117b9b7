import { t } from '@parlance/words/current';
import { brandName } from '#lib/brand';
import { sentence } from '#lib/sentence';
import { LanguageSwitch } from './language-switch';

/** Sets the year in the browser: the landing page is rendered once per server start and can be from last year. */
function showCurrentYear(element: HTMLElement | null) {
  if (element) element.textContent = String(new Date().getFullYear());
}

export function Footer({ inert }: { inert: boolean }) {
  return (
    <footer inert={inert} className="border-t border-line">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-6 text-sm sm:px-6">
        <p className="text-ink-faint">
          {sentence('© {year} {brand}. All rights reserved', {
            year: (
              <span ref={showCurrentYear} suppressHydrationWarning>
                {new Date().getFullYear()}
              </span>
            ),
            brand: brandName,
          })}
        </p>
        <p className="flex flex-wrap gap-x-4 *:flex *:min-h-11 *:items-center *:underline">
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
        <LanguageSwitch />
      </div>
    </footer>
  );
}
