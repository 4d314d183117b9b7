import { t } from '@parlance/words/current';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { classNames } from '#lib/class-names';
import type { NavigationItem } from './navigation-items';
import { NavigationLink } from './navigation-link';

export const mobileMenuId = 'mobile-menu';

interface MobileMenuProps {
  items: NavigationItem[];
  onToggle: (isOpen: boolean) => void;
}

const isOpen = (menu: HTMLElement | null): boolean => menu?.matches(':popover-open') ?? false;

/**
 * Full-screen menu below the top bar. A popover: works before hydration, with native Escape. While it is open, the page behind is inert and
 * does not scroll.
 */
export function MobileMenu({ items, onToggle }: MobileMenuProps) {
  const menu = useRef<HTMLElement>(null);
  const { key } = useLocation();
  const shownAt = useRef(key);

  useEffect(() => {
    // It can be open from before hydration.
    onToggle(isOpen(menu.current));
    // Wide layouts hide it by CSS: an open but hidden popover would leave the page inert.
    const hidden = new ResizeObserver(() => {
      if (isOpen(menu.current) && !menu.current?.checkVisibility()) menu.current?.hidePopover();
    });
    if (menu.current) hidden.observe(menu.current);
    return () => hidden.disconnect();
  }, [onToggle]);

  useEffect(() => {
    // Every navigation closes it, even to the same screen.
    if (shownAt.current !== key && isOpen(menu.current)) menu.current?.hidePopover();
    shownAt.current = key;
  }, [key]);

  return (
    <nav
      ref={menu}
      id={mobileMenuId}
      popover="auto"
      aria-label={t('Menu')}
      onToggle={({ newState }) => onToggle(newState === 'open')}
      className="fixed inset-x-0 top-bar bottom-0 m-0 h-auto w-auto overflow-y-auto overscroll-contain border-0 bg-paper px-4 py-6 text-ink lg:hidden"
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
