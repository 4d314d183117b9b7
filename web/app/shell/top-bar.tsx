import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import MenuIcon from 'lucide-react/icons/menu';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import X from 'lucide-react/icons/x';
import { Link } from 'react-router';
import { classNames } from '#lib/class-names';
import { pageAttributes } from '#lib/page-attributes';
import { Logo } from '#ui/logo';
import { MobileMenu, mobileMenuId } from './mobile-menu';
import type { NavigationItem } from './navigation-items';
import { NavigationLink } from './navigation-link';

export interface TopBarProps {
  /** Target of the logo; null for none. */
  home: string | null;
  /** Until then the items are those of visitors, hidden from a browser with a session. */
  isKnown: boolean;
  items: NavigationItem[];
  onMenuToggle: (isOpen: boolean) => void;
}

const linkClass = classNames(
  'relative flex min-h-11 items-center gap-2 rounded-md px-3 font-medium text-ink-soft transition-colors hover:text-ink',
  'aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-3 aria-[current]:after:bottom-1.5',
  'aria-[current]:after:h-0.5 aria-[current]:after:rounded-full aria-[current]:after:bg-ink',
);

export function TopBar({ home, isKnown, items, onMenuToggle }: TopBarProps) {
  // Directly in the bar; on a phone it is in the menu (docs/specification/application.md#navigation).
  const settings = items.find(({ to }) => to === '/settings');
  return (
    <header
      {...{ [pageAttributes.visitorNavigation]: isKnown ? undefined : '' }}
      className="group sticky top-0 z-40 border-b border-line bg-paper"
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
                // Its name; a label beside it would make screen readers say it twice.
                title={t(settings.label)}
                className="-me-3 flex size-11 items-center justify-center rounded-md text-ink-soft hover:text-ink max-lg:hidden"
              >
                <SlidersHorizontal aria-hidden="true" className="size-5" />
              </Link>
            )}
            {/* The browser toggles the menu, also before hydration; the styles show which of the two it would do. */}
            <button
              type="button"
              popoverTarget={mobileMenuId}
              className="-me-2.5 flex size-11 items-center justify-center rounded-md lg:hidden"
            >
              <span className="group-has-[:popover-open]:hidden">
                <MenuIcon aria-hidden="true" className="size-6" />
                <span className="sr-only">{t('Open menu')}</span>
              </span>
              <span className="hidden group-has-[:popover-open]:block">
                <X aria-hidden="true" className="size-6" />
                <span className="sr-only">{t('Close menu')}</span>
              </span>
            </button>
          </>
        )}
      </div>
      {items.length > 0 && <MobileMenu items={items} onToggle={onMenuToggle} />}
    </header>
  );
}
