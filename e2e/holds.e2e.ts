import { expect, type Page } from '@playwright/test';
import { admitAdmin, journey } from './admins.ts';
import { newVisitor, sendByApi } from './conversations.ts';
import { expectNothingSideways } from './layout.ts';
import { createMember, type Person, signIn } from './people.ts';
import type { ServerProcess } from './server-process.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** A member to whom three others react: each reads, answers, blocks and reports. */
async function createHeld(
  server: ServerProcess,
  name: string,
): Promise<{ sender: Person; recipients: Person[] }> {
  const sender = await createMember(server, name);
  const recipients: Person[] = [];
  for (const each of ['Ana', 'Ben', 'Cleo']) {
    const recipient = await createMember(server, each);
    const { calls } = recipient.client;
    await sendByApi(sender, recipient, ['Hello, shall we talk?']);
    await calls.markRead({ userId: sender.userId });
    const { messages } = await calls.listMessages({ userId: sender.userId });
    await calls.reportMessage({ chatMessageId: messages[0]?.chatMessageId ?? '', reason: 'scam' });
    await calls.blockUser({ userId: sender.userId });
    recipients.push(recipient);
  }
  return { sender, recipients };
}

journey(
  'a held account asks for a review, comes first for the admin, and is cleared with a mail',
  async ({ page, server, expectAccessible }) => {
    journey.slow();
    const admin = await admitAdmin(server);
    const { sender } = await createHeld(server, 'Trudy');
    expect((await sender.client.calls.getStanding()).state).toBe('held');
    await sender.client.calls.appealStanding({ text: 'I only said hello.' });

    await signIn(page, admin, '/admin');
    await page.getByRole('link', { name: 'Look at the holds' }).click();
    await expect(heading(page, 'Holds')).toBeVisible();
    await expect(card(page, 'Trudy')).toContainText('I only said hello.');
    await expect(card(page, 'Trudy')).not.toContainText('shall we talk');
    await expect(card(page, 'Trudy').getByRole('link', { name: /2\d{3}/ })).toHaveCount(3);
    await expectAccessible();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNothingSideways(page, '/admin/cases');
    await page.setViewportSize({ width: 1280, height: 800 });
    await card(page, 'Trudy').getByRole('button', { name: 'Restrict' }).click();
    await expect(page.getByLabel('For how long?')).toHaveValue('7');
    await expectAccessible();
    await page.keyboard.press('Escape');
    await card(page, 'Trudy').getByRole('button', { name: 'Nothing wrong' }).click();
    await expect(page.getByText('The hold has ended.')).toBeVisible();
    await expect(card(page, 'Trudy')).toHaveCount(0);
    expect((await sender.client.calls.getStanding()).state).toBe('new');
    const { subject, text } = await sender.mailbox.next();
    expect(subject).toBe('Your review on Parlance is done');
    expect(text).toContain('You can write to new people again.');
  },
);

journey(
  'a ban warns those who read a message, above their chats, until they dismiss it',
  async ({ page, browser, server, faults, expectAccessible }) => {
    journey.slow();
    const admin = await admitAdmin(server);
    const { sender, recipients } = await createHeld(server, 'Mallory');
    const [ana] = recipients;
    if (!ana) throw new Error('nobody was written to');
    await signIn(page, admin, '/admin/cases');
    await card(page, 'Mallory').getByRole('button', { name: 'Ban', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason', { exact: true }).fill('Asked for money');
    await dialog.getByLabel('What is the ban for?').selectOption('scam');
    await expect(dialog.getByRole('checkbox')).toBeChecked();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
    await expect(page.getByText('The person is banned.')).toBeVisible();

    const anas = await newVisitor(browser, server.url, faults);
    await signIn(anas, ana, '/chats');
    const warning = anas.getByText('An account that wrote to you, Mallory, was closed for a scam');
    // Loaded once the page is used.
    await anas.mouse.move(10, 10);
    await expect(warning).toBeVisible();
    await anas.getByRole('button', { name: 'Understood' }).click();
    await expect(warning).toHaveCount(0);
    await anas.reload();
    await expect(heading(anas, 'Messages')).toBeVisible();
    expect((await ana.client.calls.listWarnings()).warnings).toEqual([]);
    await page.goto(`/admin/user/${sender.userId}`);
    await page.getByRole('button', { name: 'Lift the ban' }).click();
    await expect(page.getByText('The ban was lifted.')).toBeVisible();
    for (const { client } of recipients) expect((await client.calls.listWarnings()).warnings).toEqual([]);
  },
);

journey(
  'a profile is reported from its menu; its words are removed, and the member is led to the last step of onboarding',
  async ({ page, browser, server, faults, expectAccessible }) => {
    journey.slow();
    const admin = await admitAdmin(server);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    const anas = await newVisitor(browser, server.url, faults);
    await signIn(anas, ana, `/profile/${ben.userId}`);
    await anas.getByRole('button', { name: 'More' }).click();
    await anas.getByRole('menuitem', { name: 'Report profile' }).click();
    await anas.getByLabel('What is it about?').selectOption('description');
    await anas.getByLabel('What is wrong with it?').selectOption('spam');
    await anas.getByRole('button', { name: 'Report', exact: true }).click();
    await expect(anas.getByText('Thank you. The profile was reported.')).toBeVisible();

    const { text } = await admin.mailbox.next();
    expect(text).toContain('Ana reported the profile of Ben: spam or advertising.');
    await signIn(page, admin, /\/admin\/report\/\S+/.exec(text)?.[0] ?? '');
    await expect(page.getByRole('region', { name: 'The profile when it was reported' })).toContainText(
      'Ben likes long walks and short words.',
    );
    await expectAccessible();
    await page.getByRole('button', { name: 'Remove the words' }).click();
    await expect(page.getByText('The words were removed.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'This report is closed' })).toBeVisible();
    const mail = await ben.mailbox.next();
    expect(mail.subject).toBe('We removed a part of your profile on Parlance');

    const bens = await newVisitor(browser, server.url, faults);
    await signIn(bens, ben);
    await expect(bens).toHaveURL('/onboarding?step=profile');
    await expect(bens.getByRole('heading', { name: 'Tell others a bit about yourself' })).toBeVisible();
  },
);
