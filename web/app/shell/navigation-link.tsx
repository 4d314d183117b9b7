import { t } from '@parlance/words/current';
import { type ComponentType, lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { whenUsed } from '#lib/when-used';
import { rememberAddress } from '#session/return-address';
import type { NavigationItem } from './navigation-items';

// A badge that fails to load is omitted.
const number = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(() => load().catch(() => ({ default: () => null })));

// Separate chunk: it needs the session, which the landing page does not load.
const UnreadTotal = number(() => import('#chat/unread'));
// Low priority: loaded on first use of the page.
const DueTotal = number(() => whenUsed().then(() => import('#phrases/due-total')));

export function NavigationLink({ item, className }: { item: NavigationItem; className: string }) {
  const location = useLocation();
  const shared = {
    className,
    // The path can end in a slash.
    'aria-current': item.isCurrent(location.pathname.replace(/(.)\/$/, '$1')) ? ('page' as const) : undefined,
  };
  if (item.external) {
    return (
      <a href={item.to} {...shared}>
        {t(item.label)}
      </a>
    );
  }
  // Signing up from a profile or a search returns there; from the landing page there is no target.
  const state =
    item.to === '/login' && /^\/(profile\/|dashboard)/.test(location.pathname) && rememberAddress(location);
  const Total = item.unreadBadge ? UnreadTotal : item.to === '/phrases' && DueTotal;
  return (
    <Link to={item.to} state={state || undefined} {...shared}>
      {t(item.label)}
      {Total && (
        <Suspense>
          <Total />
        </Suspense>
      )}
    </Link>
  );
}
