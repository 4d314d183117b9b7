import { word } from '@parlance/words/word';

/** The groups in order; at most seven, so that the list fits beside them on a small laptop. */
export const groupTitles = {
  account: word('Account'),
  profile: word('Profile'),
  languages: word('Languages and goal'),
  availability: word('Availability'),
  notices: word('Notifications'),
  privacy: word('Privacy'),
  // words: heading of the settings of language and colours of the app
  interface: word('Interface'),
} as const;

export type GroupId = keyof typeof groupTitles;
