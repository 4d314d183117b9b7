import { expect, type Page } from '@playwright/test';
import {
  chooseMessage,
  messageRow,
  networkOf,
  newVisitor,
  openChat,
  rows,
  sendByApi,
  signInToChat,
  storedConversation,
} from './conversations.ts';
import { journey } from './journey.ts';
import { expectNothingSideways } from './layout.ts';
import { createMember, type Person, signIn } from './people.ts';

async function beginCorrection(page: Page, text: string): Promise<void> {
  await chooseMessage(page, text);
  await page.getByRole('button', { name: 'Correct', exact: true }).click();
}

const editor = (page: Page) => page.getByRole('textbox', { name: 'How you would say it' });
const cards = (page: Page, text: string) => messageRow(page, text).getByRole('article');

/** A correction on one line, with its text in bidi isolates. */
const correctedLine = (text: string) => `Corrected: \u2068${text}\u2069`;

/** Deleted and inserted words in a part of the page. */
const changesIn = async (page: Page, text: string): Promise<Record<'del' | 'ins', string[]>> => {
  const card = cards(page, text).first();
  const texts = (mark: 'del' | 'ins') => card.locator(`${mark} > [aria-hidden]`).allTextContents();
  return { del: await texts('del'), ins: await texts('ins') };
};

const languages = [
  {
    original: 'Yesterday I goed home.',
    corrected: 'Yesterday I went home.',
    changes: { del: ['goed'], ins: ['went'] },
    spoken: 'Yesterday I (removed: goed)(added: went) home.',
    direction: 'ltr',
  },
  {
    original: '明日学校を行きます。',
    corrected: '明日学校に行きます。',
    changes: { del: ['を'], ins: ['に'] },
    spoken: '明日学校(removed: を)(added: に)行きます。',
    direction: 'ltr',
  },
  {
    original: 'ذهبت إلى المدرسه أمس.',
    corrected: 'ذهبت إلى المدرسة أمس.',
    changes: { del: ['المدرسه'], ins: ['المدرسة'] },
    spoken: 'ذهبت إلى (removed: المدرسه)(added: المدرسة) أمس.',
    direction: 'rtl',
  },
] as const;

journey(
  'one corrects in English, Japanese and Arabic, and the other sees what changed, on two screens',
  async ({ page, browser, server, faults, expectAccessibleInBothSchemes }) => {
    journey.slow();
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(
      ana,
      ben,
      languages.map(({ original }) => original),
    );
    const bens = page;
    const anas = await newVisitor(browser, server.url, faults);
    await signInToChat(bens, ben, ana);
    await signInToChat(anas, ana, ben);

    for (const { original, corrected, changes, spoken, direction } of languages) {
      await beginCorrection(bens, original);
      await expect(editor(bens)).toHaveValue(original);
      await editor(bens).fill(corrected);
      await bens.getByRole('textbox', { name: 'A note' }).fill('One letter.');
      await bens.getByRole('radio', { name: 'A mistake' }).check();
      await expectAccessibleInBothSchemes(bens.getByRole('dialog'));
      await bens.getByRole('button', { name: 'Send correction' }).click();

      await expect(cards(bens, original)).toContainText('You corrected a mistake');
      expect(await changesIn(bens, original)).toEqual(changes);
      await expect(cards(anas, original)).toContainText('Ben corrected a mistake');
      await expect(cards(anas, original)).toContainText('One letter.');
      expect(await changesIn(anas, original)).toEqual(changes);
      const sentence = cards(anas, original).locator('p[dir=auto]');
      await expect(sentence).toHaveCSS('direction', direction);
      // The accessible text: everything but aria-hidden parts.
      const heard = await sentence.evaluate((element) => {
        const copy = element.cloneNode(true) as HTMLElement;
        for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove();
        return copy.textContent;
      });
      expect(heard).toBe(spoken);
      await expect(cards(bens, original)).toContainText('Read');

      await cards(anas, original).getByRole('button', { name: 'Whole text' }).click();
      await expect(sentence).toHaveText(corrected);
      await expect(sentence.locator('del, ins')).toHaveCount(0);
    }
    await expectAccessibleInBothSchemes();
    expect(await storedConversation(ana, ben)).toEqual([
      ...languages.map(({ original }) => original),
      ...languages.map(({ corrected }) => corrected),
    ]);
    await anas.context().close();
  },
);

journey(
  'several corrections stand together below the message; the list says Corrected, one press says that it looks right',
  async ({ page, server }) => {
    journey.slow();
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(ben, ana, ['I goed home.', 'I am tired.']);
    await signInToChat(page, ana, ben);
    await beginCorrection(page, 'I goed home.');
    await editor(page).fill('I went home.');
    await page.getByRole('button', { name: 'Send correction' }).click();
    await beginCorrection(page, 'I goed home.');
    await editor(page).fill('I headed home.');
    await page.getByRole('radio', { name: 'More natural' }).check();
    await page.getByRole('button', { name: 'Send correction' }).click();
    await expect(cards(page, 'I goed home.')).toHaveCount(2);
    await expect(cards(page, 'I goed home.').nth(0)).toContainText('You corrected a mistake');
    await expect(cards(page, 'I goed home.').nth(1)).toContainText('You suggested a more natural way');
    // Other messages came in between, so the correction is also shown as a row of its own.
    await expect(messageRow(page, correctedLine('I headed home.'))).toContainText('Sent');

    await chooseMessage(page, 'I am tired.');
    await page.getByRole('button', { name: 'Looks right' }).click();
    await expect(cards(page, 'I am tired.')).toContainText('You: this looks right');
    await page.goto('/chats');
    await expect(page.getByRole('listitem').filter({ hasText: 'Ben' })).toContainText(
      correctedLine('I am tired.'),
    );

    // Message actions also apply to a correction: it can be copied and corrected.
    const answer = await createCorrection(ben, ana, 'I went home.', 'I went back home.');
    await openChat(page, ben);
    await expect(cards(page, 'I goed home.')).toHaveCount(3);
    const third = cards(page, 'I goed home.').nth(2);
    await expect(third).toContainText('Ben corrected a mistake');
    await expect(third.locator('ins > [aria-hidden]')).toHaveText('back ');
    await third.getByRole('button', { name: 'Correction options' }).click();
    await expect(page.getByRole('button', { name: 'Report message' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible();
    expect(answer.corrects?.kind).toBe('mistake');
  },
);

async function createCorrection(from: Person, to: Person, text: string, content: string) {
  const { messages } = await from.client.calls.listMessages({ userId: to.userId });
  const { chatMessageId = '' } = messages.find((message) => message.content === text) ?? {};
  const corrects = { chatMessageId, kind: 'mistake' as const };
  return from.client.calls.sendTextMessage({ userId: to.userId, content, corrects });
}

journey(
  'a correction that was begun is there after leaving, and one that was sent offline arrives once',
  async ({ page, server, faults }) => {
    journey.slow();
    faults.expect(/ERR_INTERNET_DISCONNECTED/);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(ben, ana, ['I goed home.']);
    const network = await networkOf(page);
    await signInToChat(page, ana, ben);
    await beginCorrection(page, 'I goed home.');
    await editor(page).fill('I went home');
    await page.getByRole('textbox', { name: 'A note' }).fill('Irregular');
    await page.getByRole('radio', { name: 'More natural' }).check();
    await page.keyboard.press('Escape');
    await page.reload();
    await beginCorrection(page, 'I goed home.');
    await expect(editor(page)).toHaveValue('I went home');
    await expect(page.getByRole('textbox', { name: 'A note' })).toHaveValue('Irregular');
    await expect(page.getByRole('radio', { name: 'More natural' })).toBeChecked();

    await network.cut();
    await editor(page).fill('I went home.');
    await page.getByRole('button', { name: 'Send correction' }).click();
    await expect(messageRow(page, correctedLine('I went home.'))).toContainText('Sending...');
    await page.reload().catch(() => undefined);
    await network.mend();
    await openChat(page, ben);
    await expect(cards(page, 'I goed home.')).toContainText('You suggested a more natural way');
    await expect(rows(page).filter({ hasText: 'Sending...' })).toHaveCount(0);
    expect(await storedConversation(ana, ben)).toEqual(['I goed home.', 'I went home.']);
    // Sending clears the draft.
    await beginCorrection(page, 'I goed home.');
    await expect(editor(page)).toHaveValue('I goed home.');
  },
);

journey(
  'the setting against corrections is shown on profile and composer',
  async ({ page, server, browser, faults }) => {
    journey.slow();
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await signIn(page, ana, '/settings');
    const section = page.getByRole('region', { name: 'Profile information' });
    await expect(section.getByRole('radio', { name: 'Always' })).toBeChecked();
    await section.getByRole('radio', { name: 'When I ask' }).check();
    await section.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Profile information updated successfully')).toBeVisible();
    await page.reload();
    await expect(section.getByRole('radio', { name: 'When I ask' })).toBeChecked();

    const bens = await newVisitor(browser, server.url, faults);
    await signInToChat(bens, ben, ana);
    await expect(bens.getByText('Ana: corrections only when asked for.')).toBeVisible();
    await bens.goto(`/profile/${ana.userId}`);
    await expect(bens.getByText('Corrections only when asked for.')).toBeVisible();
    await ana.client.calls.updateUser({ correctMe: 'always' });
    await openChat(bens, ana);
    await expect(bens.getByText('Ana: corrections only when asked for.')).toHaveCount(0);
    await bens.context().close();
  },
);

journey.describe('on a phone', () => {
  journey.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  journey('a long press on a message opens its options', async ({ page, server }) => {
    journey.slow();
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(ben, ana, ['I goed home.']);
    await signInToChat(page, ana, ben);
    const words = messageRow(page, 'I goed home.').getByText('I goed home.', { exact: true });
    // The first touch loads the module that handles it.
    await words.tap();
    const box = await words.boundingBox();
    if (!box) throw new Error('the message is not on the screen');
    const touch = await page.context().newCDPSession(page);
    const point = { x: box.x + 20, y: box.y + box.height / 2 };
    const looksRight = page.getByRole('button', { name: 'Looks right' });
    await expect(async () => {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
      const isOpen = looksRight.waitFor({ timeout: 3000 });
      await isOpen.finally(() =>
        touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
      );
    }).toPass({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Correct', exact: true }).tap();
    await editor(page).fill('I went home.');
    await expectNothingSideways(page, 'the editor');
    await page.getByRole('button', { name: 'Send correction' }).tap();
    await expect(cards(page, 'I goed home.')).toContainText('You corrected a mistake');
    await expectNothingSideways(page, 'a correction');
  });
});
