import type { UserPreferenceName } from '@parlance/contract/account';
import { word } from '@parlance/words/word';
import { noticeKinds } from '#notify/notice-kinds';
import type { GroupId } from './option-groups';

/** One option of the settings, as the screen and the search name it. Translated at render time. */
export interface OptionText {
  group: GroupId;
  label: string;
  /** One line about what the option does. */
  effect: string;
  /** Names the part of the group where another option has the same label. */
  within?: string;
  /** The option to show instead while this one is not on the screen. */
  instead?: string;
}

const byMail = (kind: UserPreferenceName): OptionText => {
  const { label = '', help = '' } = noticeKinds.find(({ name }) => name === kind) ?? {};
  return { group: 'notices', label, effect: help, within: word('By email') };
};

const byDevice = (label: string, effect: string): OptionText => {
  const within = word('What your devices tell you');
  return { group: 'notices', label, effect, within, instead: 'device-notices' };
};

/** All options, in the order of the screen. Each has its place there (`optionPlace`) and its keywords (`option-keywords.ts`). */
export const optionTexts = {
  email: {
    group: 'account',
    label: word('Email'),
    effect: word('Receives sign-in codes and our emails.'),
  },
  phone: { group: 'account', label: word('Phone'), effect: word('Receives sign-in codes by SMS.') },
  google: { group: 'account', label: 'Google', effect: word('Signs you in with your Google account.') },
  organisation: {
    group: 'account',
    label: word('Organisation'),
    effect: word('Signs you in at your university or company.'),
  },
  passkeys: {
    group: 'account',
    label: word('Passkeys'),
    effect: word(
      'Sign in with your fingerprint, your face or the lock of your device, without waiting for a code.',
    ),
  },
  devices: {
    group: 'account',
    label: word('Devices'),
    effect: word('Where you are signed in. You can sign out each of them.'),
  },
  export: {
    group: 'account',
    label: word('Download my data'),
    effect: word('One file with everything that we keep about you.'),
  },
  deletion: {
    group: 'account',
    label: word('Delete account'),
    effect: word('Deletes everything for good, after a code.'),
  },
  logout: { group: 'account', label: word('Logout'), effect: word('Signs you out on this device.') },

  picture: {
    group: 'profile',
    label: word('Profile picture'),
    effect: word('Shown on your profile, in the search and in chats.'),
  },
  name: { group: 'profile', label: word('Name'), effect: word('The name that others see.') },
  about: { group: 'profile', label: word('About Me'), effect: word('The text on your profile.') },
  'correct-me': {
    group: 'profile',
    label: word('Please correct me'),
    effect: word('Your partners see it on your profile, and in the chat unless it is “Always”.'),
  },
  'interest-list': {
    group: 'profile',
    label: word('Interests'),
    effect: word('Others see only whether you share some or many.'),
  },

  speaks: {
    group: 'languages',
    label: word('Languages you speak'),
    effect: word('People who learn them find you.'),
  },
  learning: {
    group: 'languages',
    label: word('Languages you learn'),
    effect: word('People who speak them find you.'),
  },
  'daily-goal': {
    group: 'languages',
    label: word('Daily goal'),
    effect: word('The search screen shows your minutes of today beside it.'),
  },

  'weekly-hours-form': {
    group: 'availability',
    label: word('Weekly hours'),
    effect: word('Say once when you have time each week. Slots are added automatically, weeks ahead.'),
  },
  'minimum-notice': {
    group: 'availability',
    label: word('Minimum notice'),
    effect: word('Slots that start sooner cannot be booked.'),
  },
  buffer: {
    group: 'availability',
    label: word('Free time around sessions'),
    effect: word('Slots that are closer to a session are not offered.'),
  },
  'weeks-ahead': {
    group: 'availability',
    label: word('Weeks ahead'),
    effect: word('How far ahead your weekly hours are offered.'),
  },
  slots: {
    group: 'availability',
    label: word('Single slots'),
    effect: word(
      'For exceptions: add a time, or remove one of your weekly hours. Changes take effect at once.',
    ),
  },
  'busy-calendar': {
    group: 'availability',
    label: word('Your other calendar'),
    effect: word(
      'See here when you are busy elsewhere. We keep the times, no titles, and nobody else sees them.',
    ),
  },
  feed: {
    group: 'availability',
    label: word('Sessions in your calendar app'),
    effect: word('A private address that your calendar app can subscribe to.'),
  },

  'device-notices': {
    group: 'notices',
    label: word('On this device'),
    effect: word('Tells you of new messages and of your sessions.'),
  },
  'push-messages': byDevice(word('New messages'), word('Says who wrote, but not what.')),
  'push-sessions': byDevice(word('Sessions'), word('Bookings, changes and reminders.')),
  'push-names': byDevice(
    word('Show names'),
    word('Without them a notification only says that something came.'),
  ),
  'push-quiet': byDevice(
    word('Quiet hours'),
    word('Only a session within the next hour still notifies you then.'),
  ),
  'mail-sessions': byMail('session-notification'),
  'mail-messages': byMail('new-chat-message-notification'),
  'mail-digest': byMail('daily-digest-notification'),

  'privacy-presets': {
    group: 'privacy',
    label: word('Strict or open'),
    effect: word('Sets the four choices about contact and visibility in one press.'),
  },
  'writes-to-me': {
    group: 'privacy',
    label: word('Who may write to me'),
    effect: word('Whose first messages arrive at once, and whose wait in “Requests”.'),
  },
  'books-me': {
    group: 'privacy',
    label: word('Who may book me'),
    effect: word('Who can book your free times.'),
  },
  pause: {
    group: 'privacy',
    label: word('Show me in search'),
    effect: word('A pause hides you from new people; your conversations go on.'),
  },
  'blocked-list': {
    group: 'privacy',
    label: word('Blocked people'),
    effect: word('Whom you have blocked, with a way to unblock them.'),
  },
  'shows-activity': {
    group: 'privacy',
    label: word('Show others when I am active'),
    effect: word('Also how soon you usually answer. While hidden, you stand further down in search.'),
  },
  'shows-bookings': {
    group: 'privacy',
    label: word('Show others my name on times that I book'),
    effect: word('Otherwise they see “Booked”. The person you meet sees your name either way.'),
  },

  locale: {
    group: 'interface',
    label: word('Language of the interface'),
    effect: word('Emails to you use this language, too.'),
  },
  'colour-scheme': {
    group: 'interface',
    label: word('Appearance'),
    effect: word('Applies to this device only. “System” follows the setting of the device.'),
  },
} satisfies Record<string, OptionText>;

export type OptionId = keyof typeof optionTexts;

/** Attribute of the element that holds an option: the search moves the focus there. */
export const optionPlace = (id: OptionId) => ({ 'data-option': id });
