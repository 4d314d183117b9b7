import type { PrivacyText } from '@parlance/contract/page-renderer';
import type { Words } from '@parlance/words/words';
import type { Config } from '#platform/settings';

/** The built-in privacy page. Each sentence states what the code does: change both together. */
export function privacyText(
  { t }: Words,
  { operator: { contactEmail }, hasVisitors }: Pick<Config, 'operator' | 'hasVisitors'>,
): PrivacyText {
  return {
    title: t('Privacy'),
    sections: [
      {
        heading: t('What is stored'),
        paragraphs: [
          t(
            'Your account: email address or phone number, the Google account if you connect one, name, picture, description, languages, interests, daily goal, time zone and settings.',
          ),
          t(
            'What you do here: times that you offer and book, messages with their recordings and pictures, notes and talk time of sessions, answers and thanks afterwards, phrases and reviews, blocks and reports, and the devices on which you are signed in.',
          ),
          t(
            'Other calendars that you add: their addresses, encrypted, and the times at which you are busy. Titles are never stored, and nobody else sees these times.',
          ),
          t(
            'Passkeys, if you add any: their public keys and names, and when each was added and last used. Your fingerprint and your face stay on your device.',
          ),
          t(
            'If you turn on notifications: the address and the keys that your browser gives us for each device, until you turn them off or sign out there.',
          ),
          t(
            'About first messages: whom you wrote to or booked first, and who answered, declined, blocked or reported. Software, not a person, looks for contact details in them.',
          ),
          t(
            'In your browser: a token that keeps you signed in, drafts and messages that wait to be sent, and settings of the device. A cookie stores the language.',
          ),
        ],
      },
      {
        heading: t('Who sees it'),
        paragraphs: [
          hasVisitors
            ? t(
                'Anybody, also without an account, can see your name, picture, description, languages, time zone, offered times, how you want to be corrected, when you joined, how reliably you keep sessions and, unless you hide it, when you were last active and how fast you answer. Members also see the thanks you received.',
              )
            : t(
                'Members can see your name, picture, description, languages, time zone, offered times, how you want to be corrected, when you joined, how reliably you keep sessions, the thanks you received and, unless you hide it, when you were last active and how fast you answer. Without an account nobody sees any of this.',
              ),
          t(
            'Messages and session notes are visible to you and your partner. When one of you reports something, moderators see what was reported, with a message the ten before it. Of your interests others see only whether you share some or many. Daily goal, email address and phone number are never shown to other members.',
          ),
          t(
            'If several people refuse the first messages of an account, moderators see numbers about them and what its owner writes to us, but no messages that were not reported. If an account is closed, people who read its messages may be told its name and the reason.',
          ),
          t(
            'Sound and video of a session go encrypted from device to device or through a relay. They are not recorded.',
          ),
          t(
            'Mail and text message providers get what they deliver. Google is involved only if you sign in with Google. The operator can turn on analytics, which gets user ids and event names, and a translation server, which gets messages that members ask to have translated.',
          ),
          t(
            'If you turn on notifications, the push service of your browser passes them on without being able to read them. They never contain the text of a message.',
          ),
        ],
      },
      {
        heading: t('For how long'),
        paragraphs: [
          t(
            'Everything of your account stays until you delete it or the account. A deleted message loses its text, recording and picture at once; a report made earlier keeps its copy for moderators.',
          ),
          t(
            'Sign-in codes are valid for minutes and stored for about a day. You are signed out after 30 days without use, and after 90 days at the latest. The network that you signed in from is stored as a keyed hash and counts for 90 days. An email waits in a queue only until it is sent.',
          ),
          t(
            'Refusals of first messages count for 30 days. Removed passkeys and former addresses are kept for seven days, so that a change can be undone. A report about a profile keeps its text, and its picture until the report is closed.',
          ),
          t(
            'Logs contain no names, addresses or texts. Backups contain what was stored when they were made; the operator decides how long they are kept.',
          ),
        ],
      },
      {
        heading: t('How to get and delete it'),
        paragraphs: [
          t(
            'In the settings, under “Account”, “Download my data” gives you everything as a file, and “Delete account” removes it at once and for good: account, profile, messages for both sides, recordings and pictures. Partners are told of cancelled sessions.',
          ),
          t(
            'What stays after a deletion: the reports you made, without your name and words; the record of what moderators did, without your name; and, if the account was banned, keyed hashes of its addresses.',
          ),
        ],
      },
      {
        heading: t('Who operates this site'),
        paragraphs: [
          contactEmail === null
            ? t(
                'The operator has not given an address for questions. You can always download your data and delete your account yourself.',
              )
            : t('The operator answers questions about your data.'),
        ],
      },
    ],
    contact: contactEmail === null ? null : { label: t('Questions? Write to:'), email: contactEmail },
  };
}
