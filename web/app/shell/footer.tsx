import { brandName } from '#lib/brand';

/** The landing page is written at build time, perhaps last year: the browser puts the year right. */
function showCurrentYear(element: HTMLElement | null) {
  if (element) element.textContent = String(new Date().getFullYear());
}

export function Footer({ inert }: { inert: boolean }) {
  return (
    <footer inert={inert} className="border-t border-line">
      <p className="mx-auto max-w-page px-4 py-6 text-sm text-ink-faint sm:px-6">
        ©{' '}
        <span ref={showCurrentYear} suppressHydrationWarning>
          {new Date().getFullYear()}
        </span>{' '}
        {brandName}. All rights reserved
      </p>
    </footer>
  );
}
