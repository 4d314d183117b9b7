import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#session/session-context';
import { Footer } from './footer';
import { signedInItems, signedOutItems } from './navigation-items';
import { TopBar } from './top-bar';

/** The frame of every page: skip link, top bar, main, footer. `landing` shows a visitor's navigation at once. */
export function Shell({ landing, children }: { landing: boolean; children: ReactNode }) {
  const { loading, user, staticData } = useSession();
  const { pathname, key } = useLocation();
  const [menuOpen, setMenuOpen] = useState(false);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu, also one to the same screen
  useEffect(() => setMenuOpen(false), [key]);

  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    // Keyboard and screen reader go on at the new screen, unless it has already put the focus somewhere itself.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);

  const visitorItems = loading && !landing ? [] : signedOutItems;
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:bg-surface focus:px-4 focus:py-3"
      >
        Skip to content
      </a>
      <TopBar
        signedIn={user !== null}
        items={user ? signedInItems(user.userId, staticData?.adminUserId) : visitorItems}
        menuOpen={menuOpen}
        onMenuToggle={() => setMenuOpen(!menuOpen)}
        onMenuClose={closeMenu}
      />
      <main id="main" ref={main} tabIndex={-1} inert={menuOpen} className="flex-1 outline-none">
        {children}
      </main>
      <Footer inert={menuOpen} />
    </div>
  );
}
