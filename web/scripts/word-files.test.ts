import { expect, test } from 'vitest';
import { commonFile, readWordFiles } from './word-files.ts';

const fileOf = readWordFiles();

test.each([
  ['web/app/landing/hero.tsx', 'first', 'a screen that visitors enter by'],
  ['web/app/chat/conversation/composer.tsx', 'first', 'what such a screen imports'],
  ['web/app/session/session-runtime.ts', 'first', 'what it fetches without waiting for words'],
  ['web/app/shell/later-screens.tsx', 'first', 'the layout that waits'],
  ['contract/src/errors.ts', 'first', 'messages of the contract'],
  ['client/src/error-message.ts', 'first', 'messages of the client'],
  ['web/app/chat/conversation/report-dialog.tsx', 'parts', 'what comes by useLaterModule'],
  ['web/app/languages/language-picker.tsx', 'parts', 'what comes so to one screen and at once to another'],
  ['web/app/phrases/phrasebook.tsx', 'screens', 'a screen inside the layout that waits'],
  ['web/app/settings/settings.tsx', 'settings', 'the settings'],
  ['web/app/settings/account/passkey-list.tsx', 'settings', 'what they fetch'],
  ['web/app/account/goal-picker.tsx', 'screens', 'what they share with the onboarding'],
  ['web/app/moderation/report-queue.tsx', 'admin', 'a screen of admins'],
  ['web/app/moderation/restrict-dialog.tsx', 'admin', 'what only such screens show'],
  ['web/app/programmes/programmes.tsx', 'programmes', 'the screens of programmes'],
  ['web/app/programmes/student/student-page.tsx', 'programmes', 'what they fetch'],
  ['web/app/moderation/not-allowed.tsx', 'admin', 'what only admins see around one of them'],
  ['web/app/reports/report-reasons.ts', 'parts', 'what they share with other screens'],
  ['web/app/notify/unsubscribe.tsx', 'screens', 'a screen in its other place'],
])('the words of %s are in the file "%s": %s', (source, file) => {
  expect(fileOf(source)).toBe(file);
});

test.each([
  [['screens', 'first', 'admin'], 'first'],
  [['programmes', 'screens'], 'screens'],
  [['settings', 'settings'], 'settings'],
  [['settings', 'admin'], 'screens'],
  [['programmes', 'admin'], 'screens'],
] as const)('a text of the files %j is in "%s", which all of them load', (files, file) => {
  expect(commonFile([...files])).toBe(file);
});
