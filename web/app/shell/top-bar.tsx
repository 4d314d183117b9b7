import { writtenNames } from '@parlance/contract/written-page';
import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import MenuIcon from 'lucide-react/icons/menu';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import X from 'lucide-react/icons/x';
import { useCallback, useRef } from 'react';
import { Link } from 'react-router';
import { classNames } from '#lib/class-names';
import { Logo } from '#ui/logo';
import { MobileMenu, mobileMenuId } from './mobile-menu';
import type { NavigationItem } from './navigation-items';
import { NavigationLink } from './navigation-link';

export interface TopBarProps {
  /** Where the logo leads; null where it stands alone. */
  home: string | null;
  /** Until then the items are those of visitors, and nobody who has a session sees them. */
  isKnown: boolean;
  items: NavigationItem[];
  menuOpen: boolean;
  onMenuToggle: () => void;
  onMenuClose: () => void;
}

const linkClass = classNames(
  'relative flex min-h-11 items-center gap-2 rounded-md px-3 font-medium text-ink-soft transition-colors hover:text-ink',
  'aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-3 aria-[current]:after:bottom-1.5',
  'aria-[current]:after:h-0.5 aria-[current]:after:rounded-full aria-[current]:after:bg-ink',
);

export function TopBar({ home, isKnown, items, menuOpen, onMenuToggle, onMenuClose }: TopBarProps) {
  const toggle = useRef<HTMLButtonElement>(null);
  const closeAndReturnFocus = useCallback(() => {
    onMenuClose();
    toggle.current?.focus();
  }, [onMenuClose]);
  // One press from everywhere; the menu of a phone has it among the others (§2).
  const settings = items.find(({ to }) => to === '/settings');
  const ToggleIcon = menuOpen ? X : MenuIcon;
  return (
    <header
      {...{ [writtenNames.forVisitors]: isKnown ? undefined : '' }}
      className="sticky top-0 z-40 border-b border-line bg-paper"
    >
      <div className="mx-auto flex h-bar max-w-page items-center justify-between px-4 sm:px-6">
        {home === null ? (
          <Logo />
        ) : (
          <Link to={home} className="-ms-1 flex min-h-11 items-center rounded-md px-1">
            <Logo />
          </Link>
        )}
        {items.length > 0 && (
          <>
            <nav aria-label={t(word('Main', 'navigation'))} className="ms-auto max-lg:hidden">
              <ul className="flex items-center">
                {items
                  .filter((item) => !item.mobileOnly)
                  .map((item) => (
                    <li key={item.to}>
                      <NavigationLink item={item} className={linkClass} />
                    </li>
                  ))}
              </ul>
            </nav>
            {settings && (
              <Link
                to={settings.to}
                aria-label={t(settings.label)}
                title={t(settings.label)}
                className="-me-3 flex size-11 items-center justify-center rounded-md text-ink-soft hover:text-ink max-lg:hidden"
              >
                <SlidersHorizontal aria-hidden="true" className="size-5" />
              </Link>
            )}
            <button
              ref={toggle}
              type="button"
              aria-expanded={menuOpen}
              aria-controls={menuOpen ? mobileMenuId : undefined}
              onClick={onMenuToggle}
              className="-me-2.5 flex size-11 items-center justify-center rounded-md lg:hidden"
            >
              <ToggleIcon aria-hidden="true" className="size-6" />
              <span className="sr-only">{menuOpen ? t('Close menu') : t('Open menu')}</span>
            </button>
          </>
        )}
      </div>
      {menuOpen && <MobileMenu items={items} onClose={closeAndReturnFocus} />}
    </header>
  );
}
