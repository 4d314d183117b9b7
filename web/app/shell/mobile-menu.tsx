import { t } from '@parlance/words/current';
import { useEffect } from 'react';
import { classNames } from '#lib/class-names';
import type { NavigationItem } from './navigation-items';
import { NavigationLink } from './navigation-link';

export const mobileMenuId = 'mobile-menu';

const desktop = '(min-width: 48rem)';

/** Fills the screen below the top bar. While it is open the page behind neither scrolls nor takes the focus. */
export function MobileMenu({ items, onClose }: { items: NavigationItem[]; onClose: () => void }) {
  useEffect(() => {
    const { overflow } = document.body.style;
    document.body.style.overflow = 'hidden';
    const wide = window.matchMedia(desktop);
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    wide.addEventListener('change', onClose);
    window.addEventListener('keydown', closeOnEscape);
    return () => {
      document.body.style.overflow = overflow;
      wide.removeEventListener('change', onClose);
      window.removeEventListener('keydown', closeOnEscape);
    };
  }, [onClose]);

  return (
    <nav
      id={mobileMenuId}
      aria-label={t('Menu')}
      className="fixed inset-x-0 top-bar bottom-0 z-40 overflow-y-auto overscroll-contain bg-paper px-4 py-6 lg:hidden"
    >
      <ul className="grid">
        {items.map((item) => (
          <li key={item.to} className="border-b border-line last:border-0">
            <NavigationLink
              item={item}
              className={classNames(
                'flex min-h-16 items-center gap-3 font-display text-2xl font-semibold',
                'aria-[current]:underline aria-[current]:decoration-2',
                'aria-[current]:underline-offset-8',
              )}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
