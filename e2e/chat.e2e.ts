import { expect } from '@playwright/test';
import {
  holdScript,
  messageField,
  messageRow,
  newVisitor,
  openChat,
  rows,
  sendByApi,
  signInToChat,
  speak,
  whenConnected,
  write,
} from './conversations.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';

journey(
  'two people write by keyboard and speak, and see it delivered and read',
  async ({ page, browser, server, faults }) => {
    journey.slow();
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await signInToChat(page, ana, ben);

    // Enter in a composition of the keyboard neither sends nor breaks the line; Shift and Enter break it.
    const field = messageField(page);
    await field.focus();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Input.imeSetComposition', { text: 'にほんご', selectionStart: 4, selectionEnd: 4 });
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue(/にほんご/);
    expect(await rows(page).count()).toBe(0);
    await devtools.send('Input.insertText', { text: '日本語' });
    await field.fill('日本語');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('is fun');
    await expect(field).toHaveValue('日本語\nis fun');
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('');
    // The list shows the message a moment later.
    await expect(rows(page).filter({ hasText: 'is fun' })).toBeVisible();
    await write(page, 'Hola Ben');
    await expect(messageRow(page, 'Hola Ben')).toContainText('Sent');

    const other = await newVisitor(browser, server.url, faults);
    const connected = whenConnected(other);
    await signIn(other, ben);
    await connected;
    await sendByApi(ana, ben, ['Are you there?']);
    await expect(messageRow(page, 'Are you there?')).toContainText('Delivered');
    await openChat(other, ana);
    await expect(messageRow(other, 'Hola Ben')).toBeVisible();
    await expect(messageRow(page, 'Hola Ben')).toContainText('Read');
    await expect(messageRow(page, 'Are you there?')).toContainText('Read');

    await write(other, 'Yes, here I am');
    await expect(messageRow(page, 'Yes, here I am')).toBeVisible();
    await expect(messageRow(other, 'Yes, here I am')).toContainText('Read');

    for (const [from, to] of [
      [page, other],
      [other, page],
    ] as const) {
      const before = await to.getByRole('button', { name: 'Play' }).count();
      await speak(from);
      await expect(to.getByRole('button', { name: 'Play' })).toHaveCount(before + 1);
    }
    const latest = other.getByRole('button', { name: 'Play' }).first();
    await latest.click();
    await expect(other.getByText(/^0:01 \//)).toBeVisible();
    await other.getByRole('slider').first().press('Home');
    await other.getByRole('button', { name: 'Speed 1×' }).first().click();
    await expect(other.getByRole('button', { name: 'Speed 1.25×' })).toHaveCount(2);
  },
);

journey('leaving asks for confirmation during an exchange, until turned off', async ({ page, server }) => {
  journey.slow();
  const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
  await sendByApi(ben, ana, ['hello']);
  const dialogCode = await holdScript(page, 'leave-dialog');
  await signInToChat(page, ana, ben);
  await write(page, 'hello yourself');
  await expect(messageRow(page, 'hello yourself')).toContainText(/Sent|Delivered/);
  const close = page.getByRole('link', { name: 'Close conversation' });
  // The confirmation also appears when its lazy dialog is still loading.
  await close.click();
  dialogCode.release();
  const question = page.getByRole('dialog', { name: 'Leave this conversation?' });
  await expect(question).toContainText('1 of 10');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL(/\/chat\//);

  await messageField(page).fill('half a sent');
  await close.click();
  await expect(question).toContainText('not sent yet');
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL('/chats');
  await page.locator(`a[href="/chat/${ben.userId}"]`).click();
  await expect(messageField(page)).toHaveValue('half a sent');

  await messageField(page).fill('');
  await close.click();
  await question.getByLabel("Don't ask again").check();
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL('/chats');
  await page.locator(`a[href="/chat/${ben.userId}"]`).click();
  await expect(messageField(page)).toBeVisible();
  await close.click();
  await expect(page).toHaveURL('/chats');
});

journey(
  'the chat list searches, pages and shows conversations without messages',
  async ({ page, server, faults, expectAccessible }) => {
    journey.slow();
    faults.expect(/status of 404/);
    const ana = await createMember(server, 'Ana');
    await signIn(page, ana, '/chats');
    await expect(page.getByText('No conversations yet')).toBeVisible();
    const partners = [];
    for (let place = 0; place < 12; place++) partners.push(await createMember(server, `Partner${place}`));
    for (const partner of partners)
      await sendByApi(partner, ana, [`こんにちは from ${partner.name}, ${'x'.repeat(60)}`]);
    // The reload removes the popups, whose fading would affect the contrast check.
    await page.reload();
    const links = page.getByRole('region', { name: 'Conversations' }).getByRole('listitem');
    await expect(links).toHaveCount(10);
    await expect(links.first()).toContainText(/^PPartner11/);
    await expect(links.first()).toContainText(`こんにちは from Partner11, ${'x'.repeat(18)}…`);
    await expectAccessible();
    // A message that arrives while a page is being fetched invalidates the list.
    const nextPage = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    await page.route(
      /\/v1\/chat\?.*offset=10/,
      async (route) => {
        isHeld.resolve();
        await nextPage.promise;
        await route.continue().catch(() => undefined);
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Load more messages' }).click();
    await isHeld.promise;
    await sendByApi(partners[0] ?? ana, ana, ['first again']);
    await expect(links.first()).toContainText('first again');
    nextPage.resolve();
    await expect(links).toHaveCount(12);
    await expect(page.getByRole('button', { name: 'Load more messages' })).toBeHidden();
    await page.getByPlaceholder('Search messages...').fill('  にちは from partner3 ');
    await expect(links).toHaveCount(1);
    await links.first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Partner3' })).toBeVisible();
    await expectAccessible();
    await page.goto('/chat/00000000-0000-7000-8000-000000000000');
    await expect(page).toHaveURL('/chats');
  },
);
