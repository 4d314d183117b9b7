import { expect, type Page } from '@playwright/test';
import {
  chooseMessage,
  messageField,
  newVisitor,
  openChat,
  rows,
  sendByApi,
  signInToChat,
} from './conversations.ts';
import { journey } from './journey.ts';
import { createMember } from './people.ts';
import { redAndBluePicture } from './pictures.ts';
import type { ServerProcess } from './server-process.ts';

const chosen = (page: Page) => page.getByRole('list', { name: 'Pictures to send' }).getByRole('listitem');
const pictures = (page: Page) => page.getByRole('link', { name: 'Show picture' });
const caption = (page: Page, text: string) => rows(page).filter({ hasText: text });

type FileToSend = Awaited<ReturnType<typeof redAndBluePicture>>;

async function choosePictures(page: Page, files: FileToSend[]): Promise<void> {
  await page.getByRole('button', { name: 'Emoji and pictures' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Send a picture' }).click();
  await (await chooser).setFiles(files);
}

async function talkingPair(server: ServerProcess) {
  const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
  await sendByApi(ana, ben, ['Hello']);
  await sendByApi(ben, ana, ['Hola']);
  return { ana, ben };
}

journey(
  'pictures are chosen, kept with the draft, sent with a caption, and opened in the viewer',
  async ({ page, server, browser, faults, expectAccessible }) => {
    journey.slow();
    const { ana, ben } = await talkingPair(server);
    const other = await newVisitor(browser, server.url, faults);
    await signInToChat(other, ben, ana);
    await signInToChat(page, ana, ben);
    const file = await redAndBluePicture(page);
    await choosePictures(page, [file, file, file]);
    await expect(chosen(page)).toHaveCount(3);
    await chosen(page).first().getByRole('button', { name: 'Remove picture' }).click();
    await expect(chosen(page)).toHaveCount(2);
    await messageField(page).fill('La playa ayer');
    await expectAccessible();
    await page.reload();
    await expect(chosen(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(chosen(page)).toHaveCount(0);
    for (const side of [page, other]) {
      await expect(pictures(side)).toHaveCount(2, { timeout: 30_000 });
      await expect(caption(side, 'La playa ayer').getByRole('link', { name: 'Show picture' })).toHaveCount(1);
    }
    const image = pictures(other).first().locator('img');
    await expect(image).toHaveJSProperty('complete', true);
    await expect(image).toHaveJSProperty('naturalWidth', 1000);
    // The layout reserves the size of the picture before it is loaded.
    expect(await pictures(other).first().boundingBox()).toMatchObject({ width: 320, height: 160 });

    const viewer = other.getByRole('dialog');
    await pictures(other).nth(1).focus();
    await other.keyboard.press('Enter');
    await expect(viewer).toBeVisible();
    await expect(viewer).toContainText('La playa ayer');
    const shown = viewer.getByRole('img');
    const before = await shown.boundingBox();
    await other.keyboard.press('+');
    await expect
      .poll(async () => (await shown.boundingBox())?.width ?? 0)
      .toBeGreaterThan(before?.width ?? 0);
    await other.keyboard.press('0');
    await expect.poll(() => shown.boundingBox()).toEqual(before);
    await other.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await expect(pictures(other).nth(1)).toBeFocused();
    await pictures(other).nth(1).click();
    await expect(viewer).toBeVisible();
    await other.goBack();
    await expect(viewer).toHaveCount(0);
    await expect(other).toHaveURL(`/chat/${ana.userId}`);

    // A deleted picture also disappears from the partner's viewer.
    await pictures(other).nth(1).click();
    await expect(viewer).toBeVisible();
    await chooseMessage(page, 'La playa ayer');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(viewer).toHaveCount(0);
    await expect(pictures(other)).toHaveCount(1);
  },
);

journey(
  'a caption is edited; a picture is pasted and dropped; a file that is none is refused here',
  async ({ page, server }) => {
    journey.slow();
    const { ana, ben } = await talkingPair(server);
    await signInToChat(page, ana, ben);
    const { buffer } = await redAndBluePicture(page);
    const base64 = buffer.toString('base64');
    const give = (event: 'paste' | 'drop', type = 'image/png') =>
      messageField(page).evaluate(
        (field, { event, type, base64 }) => {
          const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
          const data = new DataTransfer();
          data.items.add(new File([bytes], 'picture', { type }));
          field.dispatchEvent(
            event === 'paste'
              ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
              : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
          );
        },
        { event, type, base64: type === 'image/png' ? base64 : btoa('no picture') },
      );
    await messageField(page).click();
    await expect(async () => {
      await give('paste');
      await expect(chosen(page).first()).toBeVisible({ timeout: 2000 });
    }).toPass();
    const before = await chosen(page).count();
    await give('drop');
    await expect(chosen(page)).toHaveCount(before + 1);
    await give('drop', 'text/plain');
    await expect(page.getByText('This file cannot be read as a picture.').first()).toBeVisible();
    while ((await chosen(page).count()) > 1)
      await chosen(page).first().getByRole('button', { name: 'Remove picture' }).click();
    await messageField(page).fill('The see');
    await messageField(page).press('Enter');
    await expect(pictures(page)).toHaveCount(1, { timeout: 30_000 });
    await chooseMessage(page, 'The see');
    await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click();
    await messageField(page).fill('The sea');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(caption(page, 'The sea')).toContainText('Edited');
    await expect(pictures(page)).toHaveCount(1);
  },
);

journey(
  'an upload shows how far it is and can be cancelled; one that was refused says why and can be retried',
  async ({ page, server, faults }) => {
    journey.slow();
    faults.allow(/status of 403|ERR_FAILED/);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(ana, ben, ['Hello']);
    await signInToChat(page, ana, ben);
    const file = await redAndBluePicture(page);
    await choosePictures(page, [file]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const refused = rows(page).filter({ hasText: 'Not sent' });
    await expect(refused.getByRole('alert')).toContainText(
      'Pictures can be sent once you have both written.',
    );
    await openChat(page, ben);
    await expect(refused).toHaveCount(1);
    await sendByApi(ben, ana, ['Hola']);
    await refused.getByRole('button', { name: 'Retry' }).click();
    await expect(pictures(page)).toHaveCount(1, { timeout: 30_000 });

    // A slow upload.
    const held = Promise.withResolvers<void>();
    await page.route('**/picture', async (route) => {
      await held.promise;
      await route.abort().catch(() => undefined);
    });
    await choosePictures(page, [file]);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const onItsWay = rows(page).filter({ hasText: 'Sending...' });
    await expect(onItsWay).toHaveCount(1);
    await onItsWay.getByRole('button', { name: 'Cancel' }).click();
    await expect(onItsWay).toHaveCount(0);
    held.resolve();
    await page.unroute('**/picture');
    const { count } = await ana.client.calls.listMessages({ userId: ben.userId, limit: 1 });
    expect(count).toBe(3);
    await page.reload();
    await expect(rows(page).filter({ hasText: 'Sending...' })).toHaveCount(0);
  },
);
