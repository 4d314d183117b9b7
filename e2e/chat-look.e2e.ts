import { expect, type Page } from '@playwright/test';
import { messageField, newVisitor, sendByApi, signInToChat } from './conversations.ts';
import { choose, openIn } from './in-language.ts';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';

async function draw(page: Page, width: number, height: number) {
  const base64 = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement('canvas');
      canvas.width = w ?? 1;
      canvas.height = h ?? 1;
      const context = canvas.getContext('2d');
      const sky = context?.createLinearGradient(0, 0, 0, canvas.height);
      sky?.addColorStop(0, '#7fb8d8');
      sky?.addColorStop(1, '#e8c796');
      if (context && sky) {
        context.fillStyle = sky;
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.fillStyle = '#ffffff';
        context.beginPath();
        context.arc(
          canvas.width * 0.7,
          canvas.height * 0.3,
          Math.min(canvas.width, canvas.height) * 0.12,
          0,
          7,
        );
        context.fill();
      }
      return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
    },
    [width, height],
  );
  return Buffer.from(base64, 'base64');
}

journey('look', async ({ page, server, browser, faults }) => {
  journey.setTimeout(560_000);
  faults.allow(/.*/);
  const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
  await sendByApi(ben, ana, ['Hola Ana, ¿qué tal el fin de semana?']);
  await sendByApi(ana, ben, ['Very good, I was at the beach']);
  await signIn(page, ana);
  const files = {
    wide: await draw(page, 1600, 700),
    tall: await draw(page, 700, 1500),
    tiny: await draw(page, 16, 16),
  };
  const send = async (from: typeof ana, to: typeof ana, bytes: Buffer, caption?: string) =>
    from.client.calls.sendPictureMessage({
      userId: to.userId,
      image: new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }),
      ...(caption && { caption }),
    });
  const wide = await send(ana, ben, files.wide, 'La playa ayer por la tarde');
  await send(ben, ana, files.tall);
  await send(ben, ana, files.tiny, 'tiny');
  const gone = await ana.client.calls.sendTextMessage({ userId: ben.userId, content: 'oops' });
  await ana.client.calls.deleteMessage({ chatMessageId: gone.chatMessageId });
  const said = await ben.client.calls.sendTextMessage({
    userId: ana.userId,
    content:
      '¡Qué bonita! ¿Dónde es? Nunca he visto una playa tan tranquila en agosto, y mira que he buscado por toda la costa.',
    repliesTo: wide.chatMessageId,
  });
  const own = await ana.client.calls.sendTextMessage({
    userId: ben.userId,
    content: 'It is near Valencia.',
    repliesTo: said.chatMessageId,
  });
  await ana.client.calls.updateMessage({ chatMessageId: own.chatMessageId, content: 'It is near València.' });
  await ben.client.calls.sendTextMessage({ userId: ana.userId, content: '?', repliesTo: gone.chatMessageId });
  await ana.client.calls.markRead({ userId: ben.userId });
  const other = await newVisitor(browser, server.url, faults);
  await signInToChat(other, ben, ana);
  const out = '/tmp/chatweb/shots';
  for (const [size, width, height] of [
    ['phone', 390, 844],
    ['desktop', 1280, 800],
  ] as const) {
    for (const [locale, scheme] of [
      ['en', 'light'],
      ['en', 'dark'],
      ['ar', 'light'],
      ['ja', 'dark'],
    ] as const) {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width, height },
        colorScheme: scheme,
        hasTouch: size === 'phone',
        storageState: await page.context().storageState(),
      });
      const tab = await context.newPage();
      await choose(tab, locale);
      await openIn(tab, locale, `/chat/${ben.userId}`);
      const name = `${out}/${size}-${locale}-${scheme}`;
      const list = tab.locator('section > div > section').last();
      await expect(tab.locator('[data-row]').last()).toBeVisible();
      await tab.waitForLoadState('networkidle');
      await tab.screenshot({ path: `${name}-end.png` });
      await list.evaluate((element) => element.scrollTo(0, 0));
      await tab.waitForLoadState('networkidle');
      await tab.screenshot({ path: `${name}-top.png` });
      if (scheme === 'dark' || locale === 'ar') {
        await tab.locator('[data-row] a img').first().click();
        await expect(tab.getByRole('dialog')).toBeVisible();
        await tab.waitForLoadState('networkidle');
        await tab.screenshot({ path: `${name}-viewer.png` });
        await tab.keyboard.press('Escape');
      }
      await list.evaluate((element) => element.scrollTo(0, 100_000));
      const more = tab.locator('[data-row]').last().locator('button').last();
      await more.click();
      await expect(tab.getByRole('dialog')).toBeVisible();
      await tab.screenshot({ path: `${name}-menu.png` });
      await tab.getByRole('dialog').getByRole('button').nth(1).click();
      await expect(tab.locator('[data-composer]')).toBeFocused();
      await tab.locator('[data-composer]').evaluate(
        (field, base64s) => {
          const data = new DataTransfer();
          for (const base64 of base64s) {
            const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
            data.items.add(new File([bytes], 'picture', { type: 'image/jpeg' }));
          }
          field.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
          );
        },
        size === 'phone'
          ? [files.wide.toString('base64')]
          : [files.wide, files.tall, files.tiny].map((f) => f.toString('base64')),
      );
      await expect(tab.locator('ul img').first()).toBeVisible();
      await expect(async () => {
        await messageField(other).pressSequentially('x');
        await expect(tab.locator('.bottom-full')).toBeVisible({ timeout: 3500 });
      }).toPass();
      await tab.screenshot({ path: `${name}-compose.png` });
      await context.close();
    }
  }
});
