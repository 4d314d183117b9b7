import { t } from '@parlance/words/current';
import { useEffect, useRef } from 'react';
import { classNames } from '#lib/class-names';
import type { NavigationItem } from './navigation-items';
import { NavigationLink } from './navigation-link';

export const mobileMenuId = 'mobile-menu';

/** Fills the screen below the top bar. While it is open the page behind neither scrolls nor takes the focus. */
export function MobileMenu({ items, onClose }: { items: NavigationItem[]; onClose: () => void }) {
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    const { overflow } = document.body.style;
    document.body.style.overflow = 'hidden';
    // The style sheet alone knows from which width on there is no menu: an open one that is hidden would leave the page inert.
    const hidden = new ResizeObserver(() => menu.current?.checkVisibility() || onClose());
    if (menu.current) hidden.observe(menu.current);
    const closeOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    window.addEventListener('keydown', closeOnEscape);
    return () => {
      document.body.style.overflow = overflow;
      hidden.disconnect();
      window.removeEventListener('keydown', closeOnEscape);
    };
  }, [onClose]);

  return (
    <nav
      ref={menu}
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
