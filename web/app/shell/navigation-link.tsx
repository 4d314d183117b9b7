import { t } from '@parlance/words/current';
import { type ComponentType, lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { whenUsed } from '#lib/when-used';
import { rememberAddress } from '#session/return-address';
import type { NavigationItem } from './navigation-items';

// A number that cannot be fetched is left out.
const number = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(() => load().catch(() => ({ default: () => null })));

// Apart from the first page: it needs the session, which the landing page reads without.
const UnreadTotal = number(() => import('#chat/unread'));
// Nobody waits for this one: it comes once the page is used.
const DueTotal = number(() => whenUsed().then(() => import('#phrases/due-total')));

export function NavigationLink({ item, className }: { item: NavigationItem; className: string }) {
  const location = useLocation();
  const shared = {
    className,
    // An address may end in a slash.
    'aria-current': item.isCurrent(location.pathname.replace(/(.)\/$/, '$1')) ? ('page' as const) : undefined,
  };
  if (item.external) {
    return (
      <a href={item.to} {...shared}>
        {t(item.label)}
      </a>
    );
  }
  // Somebody who signs up from a profile or a search comes back to it; from the landing page there is nothing to keep.
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
