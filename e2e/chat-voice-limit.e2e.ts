import { expect } from '@playwright/test';
import { signInToChat } from './conversations.ts';
import { journey } from './journey.ts';
import { createMember } from './people.ts';

const largestBytes = 400_000;

journey('a recording ends by itself after a minute and stays under 400 kB', async ({ page, server }) => {
  journey.setTimeout(180_000);
  const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
  await signInToChat(page, ana, ben);
  await page.getByRole('button', { name: 'Record a voice message' }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible({ timeout: 90_000 });
  await page.getByRole('button', { name: 'Send' }).click();

  const stored = async () =>
    (await ben.client.calls.listMessages({ userId: ana.userId, limit: 1 })).messages[0];
  await expect.poll(async () => (await stored())?.durationMs ?? 0).toBeGreaterThan(59_000);
  const message = await stored();
  expect(message?.durationMs).toBeLessThanOrEqual(62_000);
  const audio = await fetch(new URL(message?.audioUrl ?? '', server.url));
  const bytes = (await audio.arrayBuffer()).byteLength;
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(largestBytes);
  journey.info().annotations.push({ type: 'size', description: `${bytes} bytes` });
});
