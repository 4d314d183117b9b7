import { word } from '@parlance/words/word';
export interface NavigationItem {
  to: string;
  /** Translated where it is shown. */
  label: string;
  /** A full page load instead of a step inside the app. */
  external?: true;
  /** Where the number of unread messages stands. */
  unreadBadge?: true;
  mobileOnly?: true;
  /** Whether the item stands for the screen at this path. */
  isCurrent: (pathname: string) => boolean;
}

const isAt = (path: string) => (pathname: string) => pathname === path;

interface Viewer {
  userId: string;
  isAdmin?: boolean | undefined;
}

/** The navigation of a signed-in person (docs/specification/application.md#navigation), in order. */
export function signedInItems(
  { userId, isAdmin = false }: Viewer,
  adminUserId: string | undefined,
): NavigationItem[] {
  const adminChat = `/chat/${adminUserId}`;
  const items: NavigationItem[] = [
    { to: '/dashboard', label: word('Find Partners'), isCurrent: isAt('/dashboard') },
    { to: '/appointments', label: word('Upcoming Chats'), isCurrent: isAt('/appointments') },
  ];
  // Nobody chats with themselves.
  if (adminUserId && adminUserId !== userId) {
    items.push({ to: adminChat, label: word('Chat with Admin'), isCurrent: isAt(adminChat) });
  }
  items.push(
    {
      to: '/chats',
      label: word('Messages'),
      unreadBadge: true,
      isCurrent: (pathname) => /^\/chats?(\/|$)/.test(pathname) && pathname !== adminChat,
    },
    {
      to: '/phrases',
      label: word('Phrases'),
      isCurrent: (pathname) => pathname.startsWith('/phrases'),
    },
    { to: '/profile', label: word('Profile'), isCurrent: isAt(`/profile/${userId}`) },
    { to: '/progress', label: word('Your progress'), mobileOnly: true, isCurrent: isAt('/progress') },
    {
      to: '/settings',
      label: word('Settings'),
      mobileOnly: true,
      isCurrent: (pathname) => pathname.startsWith('/settings'),
    },
  );
  if (isAdmin) {
    const isCurrent = (pathname: string) => /^\/admin(\/|$)/.test(pathname);
    items.push({ to: '/admin', label: word('Moderation'), isCurrent });
  }
  return items;
}

/** The navigation of a visitor (docs/specification/application.md#navigation), in order. */
export const signedOutItems: NavigationItem[] = [
  { to: '/features', label: word('Features'), external: true, isCurrent: isAt('/features') },
  {
    to: '/login',
    label: word('Sign Up'),
    isCurrent: (pathname) => pathname === '/login' || pathname === '/signup',
  },
];

export const onboardingPath = '/onboarding';

/** Whether somebody has yet to finish their profile: until then every other screen leads back to it (docs/specification/application.md#guards). */
export function isOnboarding(user: { description: string } | null, pathname: string): boolean {
  return user !== null && (user.description === '' || pathname === onboardingPath);
}
