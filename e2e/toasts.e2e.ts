import { expect, type Locator } from '@playwright/test';
import { messageField, messageRow, sendByApi, signInToChat } from './conversations.ts';
import { journey } from './journey.ts';
import { extremeViews } from './layout.ts';
import { createMember } from './people.ts';

async function edgesOf(part: Locator): Promise<{ top: number; bottom: number }> {
  const { y = Number.NaN, height = Number.NaN } = (await part.boundingBox()) ?? {};
  return { top: y, bottom: y + height };
}

for (const { name, viewport } of extremeViews) {
  journey(`a toast stands above the bar where messages are written, ${name}`, async ({ page, server }) => {
    await page.setViewportSize(viewport);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(ben, ana, ['send me money']);
    await signInToChat(page, ana, ben);
    // Four lines make the composer grow.
    await messageField(page).fill('one\ntwo\nthree\nfour');
    await messageRow(page, 'send me money').hover();
    await messageRow(page, 'send me money').getByRole('button', { name: 'Message options' }).click();
    await page.getByRole('button', { name: 'Report message' }).click();
    await page.getByLabel('What is wrong with it?').selectOption('scam');
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    const toast = page.getByRole('region', { name: 'Announcements' }).getByRole('dialog');
    await expect(toast).toContainText('Thank you. The message was reported.');
    const composer = messageField(page);
    await expect.poll(async () => (await edgesOf(toast)).bottom).toBeLessThan((await edgesOf(composer)).top);
    // Still in the lower half of the window.
    expect((await edgesOf(toast)).bottom).toBeGreaterThan(viewport.height / 2);
  });
}
