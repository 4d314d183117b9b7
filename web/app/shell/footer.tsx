import { brandName } from '#lib/brand';
import { sentence } from '#lib/sentence';

/** The landing page is written at build time, perhaps last year: the browser puts the year right. */
function showCurrentYear(element: HTMLElement | null) {
  if (element) element.textContent = String(new Date().getFullYear());
}

export function Footer({ inert }: { inert: boolean }) {
  return (
    <footer inert={inert} className="border-t border-line">
      <p className="mx-auto max-w-page px-4 py-6 text-sm text-ink-faint sm:px-6">
        {sentence('© {year} {brand}. All rights reserved', {
          year: (
            <span ref={showCurrentYear} suppressHydrationWarning>
              {new Date().getFullYear()}
            </span>
          ),
          brand: brandName,
        })}
      </p>
    </footer>
  );
}
