import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { admitAdmin, journey } from './admins.ts';
import { messageRow, newVisitor, rows, sendByApi, signInToChat, speak, write } from './conversations.ts';
import { expectNothingSideways } from './layout.ts';
import { createMember, signIn, signInHere } from './people.ts';
import { redAndBluePicture } from './pictures.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

journey(
  'a voice message is reported, heard by the admin and its sender banned; their open tab says so; unban restores the profile',
  async ({ page, browser, server, faults, expectAccessible }) => {
    journey.slow();
    const admin = await admitAdmin(server);
    const [ben, mallory] = [await createMember(server, 'Ben'), await createMember(server, 'Mallory')];
    const theirs = await newVisitor(browser, server.url, faults);
    await sendByApi(ben, mallory, ['Hello Mallory']);
    await signInToChat(theirs, mallory, ben);
    await write(theirs, 'listen to this');
    await speak(theirs);
    await expect(rows(theirs).getByRole('button', { name: 'Play' })).toBeVisible();

    const bens = await newVisitor(browser, server.url, faults);
    await signInToChat(bens, ben, mallory);
    const voice = rows(bens).filter({ has: bens.getByRole('button', { name: 'Play' }) });
    await voice.hover();
    await voice.getByRole('button', { name: 'Message options' }).click();
    await bens.getByRole('button', { name: 'Report message' }).click();
    await bens.getByLabel('What is wrong with it?').selectOption('harassment');
    await bens.getByLabel('Anything to add?').fill('They shout at me.');
    await bens.getByRole('button', { name: 'Report', exact: true }).click();
    await expect(bens.getByText('Thank you. The message was reported.')).toBeVisible();

    // The mail links to the report.
    const { text } = await admin.mailbox.next();
    const address = /\S+\/admin\/report\/\S+/.exec(text)?.[0] ?? '';
    expect(text).toContain('Ben reported a message of Mallory: harassment or threats.');
    await signIn(page, admin);
    await page.getByRole('link', { name: 'Moderation' }).click();
    await expect(heading(page, 'Reports')).toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name: /Mallory.*Voice message/s }).click();
    await expect(page).toHaveURL(address);
    await expect(heading(page, 'Report about Mallory')).toBeVisible();
    await expect(page.getByText('They shout at me.')).toBeVisible();
    const said = page.getByRole('region', { name: 'The message and what came before' }).getByRole('listitem');
    await expect(said).toHaveCount(3);
    await expect(said.nth(0)).toContainText('Hello Mallory');
    await expect(said.nth(1)).toContainText('listen to this');
    await expect(said.nth(2)).toContainText('Reported');
    await expectAccessible();
    const played = page.waitForResponse((response) => response.url().includes('/audio/voice/'));
    await said.nth(2).getByRole('button', { name: 'Play' }).click();
    expect([200, 206]).toContain((await played).status());
    await expect(said.nth(2).getByText(/^0:0[1-9] \//)).toBeVisible();

    await page.getByRole('button', { name: 'Ban', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
    await expect(dialog.getByText('Give a reason')).toBeVisible();
    await dialog.getByLabel('Reason').fill('Shouting');
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
    await expect(theirs.getByText('Your account has been banned. Please contact support.')).toBeVisible({
      timeout: 5000,
    });
    await expect(page.getByText('The person is banned.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'This report is closed' })).toBeVisible();
    faults.expect(/status of 404/);
    await bens.goto(`/profile/${mallory.userId}`);
    await expect(bens.getByText('Profile not found.')).toBeVisible();

    await page.getByRole('button', { name: 'Lift the ban' }).click();
    await expect(page.getByText('The ban was lifted.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Ban', exact: true })).toBeVisible();
    await bens.reload();
    await expect(heading(bens, 'Mallory')).toBeVisible();
    // After sign-in they return to the previous page.
    await signInHere(theirs, mallory.mailbox);
    await expect(theirs).toHaveURL(`/chat/${ben.userId}`);
    await expect(rows(theirs).getByText('Hello Mallory')).toBeVisible();

    await page.getByRole('link', { name: 'Audit trail' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Ban lifted: Mallory' }).first()).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Shouting' }).first()).toContainText(
      'Admin: Ada',
    );
    await expectAccessible();
  },
);

journey(
  'a reported picture stays visible to the admin after its sender deleted it, and to nobody else',
  async ({ page, browser, server, faults, expectAccessible }) => {
    journey.slow();
    const admin = await admitAdmin(server);
    const [ben, mallory] = [await createMember(server, 'Ben'), await createMember(server, 'Mallory')];
    await sendByApi(ben, mallory, ['Hello Mallory']);
    await sendByApi(mallory, ben, ['Hello Ben']);
    const { buffer, mimeType } = await redAndBluePicture(page);
    const { chatMessageId, picture } = await mallory.client.calls.sendPictureMessage({
      ...{ userId: ben.userId, caption: 'look' },
      image: new Blob([new Uint8Array(buffer)], { type: mimeType }),
    });
    const bens = await newVisitor(browser, server.url, faults);
    await signInToChat(bens, ben, mallory);
    const shown = rows(bens).filter({ has: bens.getByRole('link', { name: 'Show picture' }) });
    await shown.hover();
    await shown.getByRole('button', { name: 'Message options' }).click();
    // The server refuses corrections of captions, so none is offered.
    await expect(bens.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
    await expect(bens.getByRole('button', { name: 'Correct', exact: true })).toHaveCount(0);
    await bens.getByRole('button', { name: 'Report message' }).click();
    await bens.getByRole('button', { name: 'Report', exact: true }).click();
    await expect(bens.getByText('Thank you. The message was reported.')).toBeVisible();
    await mallory.client.calls.deleteMessage({ chatMessageId });
    await expect(messageRow(bens, 'Message deleted')).toBeVisible();
    await expect(shown).toHaveCount(0);
    expect((await fetch(server.url + picture?.url)).status).toBe(404);

    const { text } = await admin.mailbox.next();
    await signIn(page, admin, /\/admin\/report\/\S+/.exec(text)?.[0] ?? '');
    const said = page.getByRole('region', { name: 'The message and what came before' }).getByRole('listitem');
    await expect(said.last()).toContainText('look');
    await expect(said.last().locator('img')).toHaveJSProperty('naturalWidth', 1000);
    await expectAccessible();
  },
);

journey('a warning is mailed, closes the report and appears in the history', async ({ page, server }) => {
  const admin = await admitAdmin(server);
  const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
  await sendByApi(ben, ana, ['buy my course']);
  const { messages } = await ana.client.calls.listMessages({ userId: ben.userId });
  await ana.client.calls.reportMessage({ chatMessageId: messages[0]?.chatMessageId ?? '', reason: 'spam' });
  const { text: mailed } = await admin.mailbox.next();
  const path = /\/admin\/report\/\S+/.exec(mailed)?.[0] ?? '';

  await signIn(page, admin, path);
  await page.getByRole('button', { name: 'Warn by email' }).click();
  await page.getByLabel('What should they read?').fill('Please do not advertise here.');
  await page.getByRole('button', { name: 'Send the warning' }).click();
  await expect(page.getByText('The warning is being sent.')).toBeVisible();
  const { subject, text } = await ben.mailbox.next();
  expect(subject).toBe('A warning about your messages on Parlance');
  expect(text).toContain('Please do not advertise here.');
  await expect(page.getByRole('region', { name: 'History' })).toContainText(/Warned by email\s*Admin: Ada/);
  await page.getByRole('link', { name: 'Ben', exact: true }).first().click();
  await expect(heading(page, 'Ben')).toBeVisible();
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Spam or advertising (Warned)');
});

journey(
  'on a narrow phone nothing of it scrolls sideways, however long a name is, and right-to-left text in reports is aligned with the page',
  async ({ page, server }) => {
    journey.slow();
    const admin = await admitAdmin(server);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await ben.client.calls.updateUser({
      name: 'Maximiliana-Bartholomea Wolfeschlegelsteinhausenbergerdorffy',
    });
    const [name, complaint] = ['محمد عبد الرحمن', 'هذه الرسالة تزعجني.'];
    await sendByApi(ben, ana, [`look ${'at-this-'.repeat(40)}`]);
    const { messages } = await ana.client.calls.listMessages({ userId: ben.userId });
    await ana.client.calls.reportMessage({
      chatMessageId: messages[0]?.chatMessageId ?? '',
      text: complaint,
    });
    const { text } = await admin.mailbox.next();
    await signIn(page, admin);
    await page.setViewportSize({ width: 360, height: 740 });
    const reportPath = /\/admin\/report\/\S+/.exec(text)?.[0] ?? '';
    for (const path of ['/admin', reportPath, `/admin/user/${ben.userId}`, '/admin/audit']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (path !== '/admin/audit') await expect(page.getByText(/Wolfeschlegel/).first()).toBeVisible();
      await expectNothingSideways(page, path);
    }

    await page.setViewportSize({ width: 1280, height: 800 });
    await ben.client.calls.updateUser({ name });
    const distanceFromStart = async (words: Locator) => {
      await expect(words).toBeVisible();
      const start = await page.getByRole('link', { name: 'All reports' }).boundingBox();
      const left = await words.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().left;
      });
      return Math.abs(left - (start?.x ?? 0));
    };
    await page.goto(reportPath);
    expect(await distanceFromStart(heading(page, `Report about ${name}`))).toBeLessThan(10);
    expect(await distanceFromStart(page.getByText(complaint))).toBeLessThan(30);
    await page.goto(`/admin/user/${ben.userId}`);
    expect(await distanceFromStart(heading(page, name))).toBeLessThan(10);
  },
);

journey('the screens of admins are hidden from and refused to others', async ({ page, server }) => {
  await admitAdmin(server);
  const ana = await createMember(server, 'Ana');
  await page.goto('/admin');
  await expect(page).toHaveURL('/login');
  await signInHere(page, ana.mailbox);
  await expect(heading(page, "You don't have permission to do this.")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Chat with Admin' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Moderation' })).toHaveCount(0);
  for (const path of [
    '/admin',
    '/admin/audit',
    `/admin/report/${randomUUID()}`,
    `/admin/user/${ana.userId}`,
  ]) {
    await page.goto(path);
    await expect(heading(page, "You don't have permission to do this.")).toBeVisible();
  }
});

journey(
  'a first message with a phone number shows a warning to its receiver only',
  async ({ page, browser, server, faults, expectAccessible }) => {
    // Of a sender who is not trusted it would wait among the requests.
    const [ana, ben] = [await createMember(server, 'Ana'), await admitAdmin(server)];
    const bens = await newVisitor(browser, server.url, faults);
    await signInToChat(bens, ben, ana);
    await write(bens, 'Hi, call me: +49 170 1234567');
    await signInToChat(page, ana, ben);
    const warning = page.getByText('This message contains a phone number.');
    await expect(warning).toBeVisible();
    await expectAccessible();
    await expect(messageRow(bens, 'Hi, call me: +49 170 1234567')).toBeVisible();
    await expect(bens.getByText('This message contains a phone number.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(warning).toHaveCount(0);
    await page.getByRole('link', { name: 'Close conversation' }).click();
    await page.getByRole('link', { name: /Ada/ }).first().click();
    await expect(heading(page, ben.name)).toBeVisible();
    await expect(warning).toHaveCount(0);
  },
);
