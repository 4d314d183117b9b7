import { word } from '@parlance/words/word';
export interface NavigationItem {
  to: string;
  /** Translated where it is rendered. */
  label: string;
  /** Full page load instead of client-side navigation. */
  external?: true;
  /** Shows the unread count. */
  unreadBadge?: true;
  mobileOnly?: true;
  /** Whether the item represents the screen at this path. */
  isCurrent: (pathname: string) => boolean;
}

const isAt = (path: string) => (pathname: string) => pathname === path;

interface Viewer {
  userId: string;
  isAdmin?: boolean | undefined;
  programme?: object | undefined;
}

/** Navigation of a member (docs/specification/application.md#navigation), in order. */
export function signedInItems(
  { userId, isAdmin, programme }: Viewer,
  adminUserId: string | undefined,
): NavigationItem[] {
  const adminChat = `/chat/${adminUserId}`;
  const items: NavigationItem[] = [
    { to: '/dashboard', label: word('Find Partners'), isCurrent: isAt('/dashboard') },
    { to: '/appointments', label: word('Upcoming Chats'), isCurrent: isAt('/appointments') },
  ];
  // The admin has no chat with themselves.
  if (adminUserId && adminUserId !== userId) {
    items.push({ to: adminChat, label: word('Chat with Admin'), isCurrent: isAt(adminChat) });
  }
  items.push(
    {
      to: '/chats',
      label: word('Messages'),
      unreadBadge: true,
      isCurrent: (pathname) => /^\/(chats?|requests)(\/|$)/.test(pathname) && pathname !== adminChat,
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
  const isBelow = (path: string) => (pathname: string) => `${pathname}/`.startsWith(`${path}/`);
  if (programme)
    items.push({ to: '/programmes', label: word('My programme'), isCurrent: isBelow('/programmes') });
  if (isAdmin) items.push({ to: '/admin', label: word('Moderation'), isCurrent: isBelow('/admin') });
  return items;
}

/** Navigation of a visitor (docs/specification/application.md#navigation), in order. */
export const signedOutItems: NavigationItem[] = [
  { to: '/features', label: word('Features'), external: true, isCurrent: isAt('/features') },
  {
    to: '/login',
    label: word('Sign Up'),
    isCurrent: (pathname) => pathname === '/login' || pathname === '/signup',
  },
];

export const onboardingPath = '/onboarding';

/** Whether the profile is unfinished: until then every other screen redirects to it (docs/specification/application.md#guards). */
export function isOnboarding(user: { description: string } | null, pathname: string): boolean {
  return user !== null && (user.description === '' || pathname === onboardingPath);
}
