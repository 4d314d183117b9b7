import type { UserLanguage } from '@parlance/contract/languages';
import type { FullProfile } from '@parlance/contract/people';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { ben } from '#test/browser/samples';
import { setZone } from '#test/browser/surroundings';
import { sampleMessage } from '#test/chat-samples';
import { BelowAids } from './below-aids';
import { hideShareForToday, isShareHidden } from './hidden-share';
import type { LanguageShare } from './language-share';
import { ShareNote } from './share-note';
import { showAid } from './shown-aids';

const language = (languageCode: UserLanguage['languageCode'], learning: boolean): UserLanguage => ({
  languageCode,
  learning,
  proficiency: 0.5,
});
const partner: FullProfile = { ...ben, languages: [language('es', false), language('en', true)] };

beforeEach(() =>
  server.answer('listOwnLanguages', () => ({ languages: [language('en', false), language('es', true)] })),
);

test.each<[string, LanguageShare, string]>([
  [
    'the learned one is behind',
    { more: 'en', less: 'es', moreShare: 70, lessShare: 30 },
    'English and Spanish, about 70 : 30 in the last weeks. Your turn: how about Spanish next?',
  ],
  [
    'the learned one is ahead',
    { more: 'es', less: 'en', moreShare: 65, lessShare: 35 },
    'Spanish and English, about 65 : 35 in the last weeks. Ben’s turn: how about English next?',
  ],
  [
    'both are even',
    { more: 'es', less: 'en', moreShare: 50, lessShare: 50 },
    'Spanish and English, about 50 : 50 in the last weeks. An even split.',
  ],
])('the languages of a conversation, where %s, and whose turn it is', async (_case, share, words) => {
  let hidden = 0;
  render(<ShareNote share={share} partner={partner} onHide={() => hidden++} />);
  await expect.poll(() => document.querySelector('p')?.textContent).toBe(words);
  await userEvent.click(page.getByRole('button', { name: 'Hide for today' }));
  expect(hidden).toBe(1);
});

test.each([
  ['Asia/Kathmandu', '2026-05-14T18:14:59Z', '2026-05-14T18:15:00Z'],
  ['America/St_Johns', '2026-05-15T02:29:59Z', '2026-05-15T02:30:00Z'],
])('it is hidden until midnight in %s', async (zone, last, next) => {
  await setZone(zone);
  hideShareForToday(new Date('2026-05-14T12:00:00Z'));
  expect(isShareHidden(new Date(last))).toBe(true);
  expect(isShareHidden(new Date(next))).toBe(false);
});

test('aids below a message are hidden one by one, and the focus goes to the options of the message', async () => {
  const message = sampleMessage(71);
  const acts: string[] = [];
  render(
    <ul>
      <li>
        <button type="button">Message options</button>
        <BelowAids message={message} />
      </li>
    </ul>,
  );
  const options = page.getByRole('button', { name: 'Message options' });
  await expect.element(options).toBeVisible();
  showAid(message.chatMessageId, {
    translation: { state: 'failed', why: 'No connection.', onRetry: () => acts.push('retry') },
    onStop: () => {
      acts.push('stop');
      showAid(message.chatMessageId, { onStop: undefined });
    },
  });
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^No connection\./);
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(options).toHaveFocus();
  await expect.element(page.getByText(/^Reading aloud…/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Stop' }));
  await expect.element(page.getByText(/^Reading aloud…/)).not.toBeInTheDocument();
  expect(acts).toEqual(['retry', 'stop']);
  showAid(message.chatMessageId, { translation: { state: 'working' } });
  await expect.element(page.getByRole('status')).toHaveTextContent('Translating…');
  showAid(message.chatMessageId, {
    translation: { state: 'done', text: 'Guten Tag', languageCode: 'de', by: 'device' },
  });
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent('Guten TagTranslated into German by this device');
  await userEvent.click(page.getByRole('button', { name: 'Hide' }));
  await expect.element(page.getByText('Guten Tag')).not.toBeInTheDocument();
  await expect.element(options).toHaveFocus();
});
