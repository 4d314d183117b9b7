import { expect, type Page } from '@playwright/test';
import { admitAdmin, journey } from './admins.ts';
import { newVisitor } from './conversations.ts';
import { expectNothingSideways } from './layout.ts';
import { createMember, createPartner, signIn } from './people.ts';

const dayMs = 24 * 3_600_000;
/** A day from now on, as a date field takes it. */
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const pressInDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

journey(
  'a programme from its creation over registration, a round and hours to a checked certificate',
  async ({ page, browser, server, faults, expectAccessible }) => {
    journey.slow();
    const admin = await admitAdmin(server);
    const coordinator = await createMember(server, 'Cora');
    const ana = await createMember(server, 'Ana');
    const ben = await createPartner(server, 'Ben');

    await signIn(page, admin, '/admin/programmes');
    await press(page, 'New programme');
    await page.getByLabel('Name of the programme').fill('Tandem spring');
    await page.getByLabel('Office', { exact: true }).fill('Language Centre');
    for (const language of ['German', 'Spanish']) {
      await page.getByLabel('Languages of the programme').fill(language);
      await page.getByRole('option', { name: language }).click();
    }
    await page.getByLabel('Last day of registration').fill(inDays(2));
    await page.getByLabel('First day of the term').fill(inDays(4));
    await page.getByLabel('Last day of the term').fill(inDays(60));
    await page.getByLabel('All data are erased on').fill(inDays(120));
    await page.getByLabel('Hours for the certificate').fill('1');
    await page.getByLabel('Percent of them that may be held elsewhere').fill('100');
    await expectAccessible();
    await press(page, 'Create the programme');
    // Other journeys of the same server have programmes, too.
    const created = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 2, name: 'Tandem spring' }) });
    await created.getByLabel('Email address of their account').fill(coordinator.mailbox.address);
    await created.getByRole('button', { name: 'Appoint', exact: true }).click();
    await expect(created.getByRole('button', { name: 'Remove Cora' })).toBeVisible();

    const office = await newVisitor(browser, server.url, faults);
    await signIn(office, coordinator, '/dashboard');
    await office.getByRole('link', { name: 'My programme' }).first().click();
    await expect(heading(office, 'Tandem spring')).toBeVisible();
    await press(office, 'Open registration');
    await pressInDialog(office, 'Open registration');
    await office.getByRole('link', { name: 'Invite students' }).click();
    await press(office, 'New invitation link');
    await press(office, 'Create the link');
    const shown = await office.getByText(/\/join\//).textContent();
    const secret = /\/join\/([\w-]+)/.exec(shown ?? '')?.[1] ?? '';

    const student = await newVisitor(browser, server.url, faults);
    await signIn(student, ana, `/join/${secret}`);
    await expect(heading(student, 'Join Tandem spring')).toBeVisible();
    await press(student, 'Add hours on Tuesday');
    await student.getByLabel('I have read this and agree.').check();
    await press(student, 'Join');
    await expect(student.getByText('You have joined Tandem spring.')).toBeVisible();
    await expect(student.getByText(/^You have a place\. Registration is open until/)).toBeVisible();
    await student.setViewportSize({ width: 360, height: 740 });
    await expectNothingSideways(student, student.url());
    await student.setViewportSize({ width: 1280, height: 800 });

    const programmeId = /programmes\/([\w-]+)/.exec(student.url())?.[1] ?? '';
    const { place } = await ana.client.calls.getProgramme({ programmeId });
    if (!place) throw new Error('Ana has no place');
    await ben.client.calls.joinProgramme({
      ...place,
      programmeId,
      invitation: secret,
      offers: [{ languageCode: 'es', isNative: true }],
      seeks: [{ languageCode: 'de', level: 'beginner' }],
    });

    await office.getByRole('link', { name: 'Overview' }).click();
    await press(office, 'Close registration');
    await pressInDialog(office, 'Close registration');
    await office.getByRole('link', { name: 'Choose partners' }).click();
    await press(office, 'Try a round');
    await expect(office.getByText('1 pair · 0 students without a partner')).toBeVisible({ timeout: 60_000 });
    await expect(student.getByRole('heading', { name: 'Ben' })).toHaveCount(0);
    await press(office, 'Publish 1 pair');
    await pressInDialog(office, 'Publish 1 pair');
    await expect(office.getByText(/^Published on/)).toBeVisible();

    // Tokens expire when the clock advances: a page that stays open may ask with its old one, and gets a 401 first.
    await Promise.all([page.close(), office.close(), student.goto('about:blank')]);
    const termMs = 5 * dayMs;
    await server.advanceClock(termMs);
    await expect(async () => {
      const { programme } = await ben.client.calls.getProgramme({ programmeId });
      expect(programme.state).toBe('running');
    }).toPass();
    await ben.client.calls.declareHours({ programmeId, day: inDays(4), minutes: 60, languageCode: 'es' });
    await signIn(student, ana, '/programmes');
    await expect(student.getByRole('heading', { name: 'Ben' })).toBeVisible();
    await press(student, 'Confirm');
    await expect(student.getByText('The hours count now.')).toBeVisible();
    await expect(student.getByText('1 h of 1 h')).toBeVisible();
    await press(student, 'Get my certificate');
    await student.getByLabel('Name on the certificate').fill('Ana López');
    await pressInDialog(student, 'Get my certificate');
    const address = (await student.getByText(/\/certificate\/\w{20}$/).textContent()) ?? '';

    const visitor = await newVisitor(browser, server.url, faults);
    await visitor.goto(new URL(address).pathname);
    await expect(visitor.getByText('This certificate is valid.')).toBeVisible();
    await expect(heading(visitor, 'Ana López')).toBeVisible();
    await expect(visitor.getByRole('img', { name: /^QR code/ })).toBeVisible();
    // Other journeys share this server.
    await server.advanceClock(-termMs);
  },
);
