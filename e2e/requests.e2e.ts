import { expect } from '@playwright/test';
import { expectDelivered, messageField, newVisitor, sendByApi, whenConnected } from './conversations.ts';
import { journey } from './journey.ts';
import { createMember, createPartner, signIn } from './people.ts';

journey(
  'A first message with contact details waits quietly until it is answered',
  async ({ page, server, expectAccessibleInBothSchemes }) => {
    const [ana, ben] = [await createMember(server, 'Ana'), await createPartner(server, 'Ben')];
    const connected = whenConnected(page);
    await signIn(page, ana, '/chats');
    await connected;
    await sendByApi(ben, ana, ['Hi! Look at https://ben.example/me or write to ben.b@mail.example']);

    const line = page.getByRole('link', { name: 'Requests (1)' });
    await expect(line).toBeVisible();
    await expectDelivered(ben, ana);
    // No popup, no badge, no number in the title, no row in the list.
    await expect(page).toHaveTitle(/^Messages/);
    await expect(page.getByRole('region', { name: 'New messages' })).toBeHidden();
    await expect(page.getByText('No conversations yet')).toBeVisible();

    await line.press('Enter');
    await page.getByRole('link', { name: /^Ben/ }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Ben' })).toBeVisible();
    const article = page.getByRole('article', { name: 'Ben' });
    await expect(article.getByText(/^It contains a link, a number/)).toBeVisible();
    await expect(article.getByRole('link', { name: /ben\.example/ })).toHaveCount(0);
    await expectAccessibleInBothSchemes();
    const seenBy = async () =>
      (await ben.client.calls.listMessages({ userId: ana.userId })).messages.map(
        ({ readAt }) => readAt !== null,
      );
    expect(await seenBy()).toEqual([false]);

    // The conversation leads to the request while it is not answered.
    await page.goto(`/chat/${ben.userId}`);
    await expect(page).toHaveURL(`/requests/${ben.userId}`);
    await article.getByRole('button', { name: 'Answer' }).press('Enter');
    await page.keyboard.type('Hola Ben, better here.');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/chat/${ben.userId}`);
    await expect(page.getByText('Hola Ben, better here.')).toBeVisible();
    await expect(messageField(page)).toBeVisible();
    await expect.poll(seenBy).toEqual([false, true]);
    await page.goto('/chats');
    await expect(page.getByRole('listitem').filter({ hasText: 'Ben' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Requests/ })).toHaveCount(0);
  },
);

journey(
  'A member asks everybody to ask first, declines one and blocks another',
  async ({ page, browser, server, faults, expectAccessibleInBothSchemes }) => {
    const ana = await createMember(server, 'Ana');
    const [ben, cleo] = [await createPartner(server, 'Ben'), await createPartner(server, 'Cleo')];
    await signIn(page, ana, '/settings#contact');
    await page.getByRole('radio', { name: /^Everybody asks first/ }).check();
    await page.getByRole('radio', { name: /^People I have written with/ }).check();
    await expectAccessibleInBothSchemes(page.locator('#contact'));
    await page.locator('#contact').getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Your choices were saved')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('radio', { name: /^Everybody asks first/ })).toBeChecked();

    await sendByApi(ben, ana, ['Hallo Ana']);
    // Cleo writes on the screen and sees what every sender sees.
    const other = await newVisitor(browser, server.url, faults);
    await signIn(other, cleo, `/chat/${ana.userId}`);
    await messageField(other).fill('Good morning Ana');
    await messageField(other).press('Enter');
    await expect(other.getByText(/· (Sent|Delivered)$/)).toBeVisible();

    await page.goto('/requests');
    await page.getByRole('link', { name: /^Ben/ }).click();
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(page.getByText('Declined. Ben is not told.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Cleo/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Block and report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Block and report Cleo' });
    await expectAccessibleInBothSchemes(dialog);
    await expect(page.getByRole('checkbox', { name: /^Let accounts/ })).toBeChecked();
    await dialog.getByRole('button', { name: 'Block and report' }).click();
    await expect(page.getByText('You blocked and reported Cleo.')).toBeVisible();
    await expect(page.getByText('No requests are waiting.')).toBeVisible();

    await messageField(other).fill('Are you there?');
    await messageField(other).press('Enter');
    await expect(other.getByText('One of you has blocked the other.')).toBeVisible();
    await page.goto('/settings#blocked');
    await expect(page.locator('#blocked').getByText('Cleo')).toBeVisible();
    await expectAccessibleInBothSchemes(page.locator('#blocked'));
    // A declined request can still be answered.
    await page.goto(`/chat/${ben.userId}`);
    await expect(page.getByText(/^You declined this request/)).toBeVisible();
  },
);
