import { use } from 'react';
import { brandName } from '#lib/brand';
import { PageFactsContext } from '#lib/page-facts';
import { sentence } from '#lib/sentence';
import { LanguageSwitch } from './language-switch';

/** Sets the year in the browser: the landing page is rendered once per server start and can be from last year. */
function showCurrentYear(element: HTMLElement | null) {
  if (element) element.textContent = String(new Date().getFullYear());
}

const linksId = 'operator-links';
// Read once: the footer of the loading frame is replaced by that of the app.
const rendered = { __html: (!import.meta.env.SSR && document.getElementById(linksId)?.innerHTML) || '' };

export function Footer({ inert }: { inert: boolean }) {
  const links = import.meta.env.SSR ? use(PageFactsContext)?.operatorLinks : undefined;
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
        <div
          id={linksId}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML that React rendered
          dangerouslySetInnerHTML={links ? { __html: links } : rendered}
          suppressHydrationWarning
        />
        <LanguageSwitch />
      </div>
    </footer>
  );
}
