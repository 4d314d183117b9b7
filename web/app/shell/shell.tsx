import { createBrowserStorage } from '@parlance/client/token-storage';
import { t } from '@parlance/words/current';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { screenOf } from '#lib/brand';
import { useLaterModule } from '#lib/use-later-module';
import { useSession } from '#session/session-context';
import { Footer } from './footer';
import { isOnboarding, onboardingPath, signedInItems, signedOutItems } from './navigation-items';
import { TopBar } from './top-bar';

// Lazy, and only for members. The page works without it if the load fails.
const ChatPresence = lazy(() => import('#chat/chat-presence').catch(() => ({ default: () => null })));

const DemoPresence = lazy(() => import('#demo/demo-presence').catch(() => ({ default: () => null })));

const unknownMember = { userId: '' };

export function Shell({ children }: { children: ReactNode }) {
  const { loading, user, staticData } = useSession();
  const { pathname } = useLocation();
  const [menuOpen, setMenuOpen] = useState(false);
  // It also precaches the whole app, so it waits for the first use.
  const update = useLaterModule(() => import('./update-notice'));
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);

  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    if (!main.current) return;
    main.current.setAttribute('aria-label', screenOf(document.title));
    // Moves the focus to the new screen unless the screen has set it itself.
    if (!main.current.contains(document.activeElement)) main.current.focus({ preventScroll: true });
  }, [pathname]);

  // Offline the member is unknown, but a stored token shows that one is signed in.
  const isUnreached = !loading && !user && !staticData && createBrowserStorage().get() !== null;
  const isMember = user !== null || isUnreached;
  const memberItems = signedInItems(user ?? unknownMember, staticData?.adminUserId);
  const leadsNowhere = isOnboarding(user, pathname);
  const items = leadsNowhere ? [] : isMember ? memberItems : signedOutItems;
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:inset-s-2 focus:z-50 focus:bg-surface focus:px-4 focus:py-3"
      >
        {t('Skip to content')}
      </a>
      <TopBar
        home={leadsNowhere && pathname === onboardingPath ? null : isMember ? '/dashboard' : '/'}
        isKnown={!loading}
        items={items}
        onMenuToggle={setMenuOpen}
      />
      <main id="main" ref={main} tabIndex={-1} inert={menuOpen} className="flex-1 outline-none">
        {children}
      </main>
      <Footer inert={menuOpen} />
      {user && !leadsNowhere && (
        <Suspense>
          <ChatPresence />
          {staticData?.hasDemoUser && <DemoPresence />}
        </Suspense>
      )}
      {update && <update.UpdateNotice />}
    </div>
  );
}
