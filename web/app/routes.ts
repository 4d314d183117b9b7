import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

const landing = 'landing/landing.tsx';
const login = 'login/login.tsx';
const adminPages = 'moderation/admin-pages.tsx';
/** Screens inside this layout have a separate words file; a screen outside enlarges that of every page. */
export const laterScreens = 'shell/later-screens.tsx';
/** As above: the words of these screens are loaded only for admins. */
export const adminScreens = 'moderation/admin-layout.tsx';
/** Its words are loaded only with it. */
export const settingsScreen = 'settings/settings.tsx';
/** All screens of programmes; one file, because every page loads the list of routes. Their words are loaded only with them. */
export const programmeScreens = 'programmes/programmes.tsx';

export default [
  index('shell/home.tsx'),
  route('features', landing),
  route('privacy', 'privacy/privacy.tsx'),
  layout('shell/app-layout.tsx', [
    layout('session/signed-out-layout.tsx', [
      route('login', login),
      route('signup', login, { id: 'signup' }),
    ]),
    route('dashboard', 'dashboard/dashboard.tsx'),
    route('profile/:userId', 'profile/profile.tsx'),
    layout('session/signed-in-layout.tsx', [
      route('profile', 'profile/own-profile.tsx'),
      layout('chat/chat-layout.tsx', [
        route('chats', 'chat/chats.tsx'),
        route('chat/:userId', 'chat/conversation.tsx'),
      ]),
      layout(laterScreens, [
        route('onboarding', 'onboarding/onboarding.tsx'),
        route('onboarding-complete', 'onboarding/onboarding-complete.tsx'),
        route('booking/:userId/:slotId', 'booking/booking.tsx'),
        route('settings/:section?', settingsScreen),
        route('requests/:userId?', 'requests/requests.tsx'),
        route('appointments', 'appointments/appointments.tsx'),
        route('phrases/:part?', 'phrases/phrasebook.tsx'),
        route('progress', 'progress/progress.tsx'),
        route('programmes/*', programmeScreens),
        layout(adminScreens, [
          route('admin', adminPages),
          route('admin/cases', adminPages, { id: 'cases' }),
          route('admin/audit', adminPages, { id: 'audit' }),
          route('admin/report/:reportId', adminPages, { id: 'report' }),
          route('admin/user/:userId', adminPages, { id: 'user' }),
          route('admin/programmes', programmeScreens, { id: 'admin-programmes' }),
        ]),
      ]),
    ]),
  ]),
  layout(laterScreens, { id: 'later-pages' }, [
    route('unsubscribe', 'notify/unsubscribe.tsx'),
    route('undo', 'access/undo-change.tsx'),
    route('certificate/:code', programmeScreens, { id: 'certificate' }),
    route('join/:secret', 'access/join.tsx'),
    route('oidc', 'access/oidc-return.tsx'),
  ]),
  route('dev/ui', 'dev/ui-gallery.tsx'),
  route('*', landing, { id: 'unknown' }),
] satisfies RouteConfig;
