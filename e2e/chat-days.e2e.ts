import { expect } from '@playwright/test';
import { sendByApi, signInToChat } from './conversations.ts';
import { journey } from './journey.ts';
import { createMember } from './people.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const aheadMinutes = 345;
journey.use({ timezoneId: 'Asia/Kathmandu' });

journey('an open conversation changes its day label at midnight', async ({ page, server }) => {
  // Both clocks show a local noon, so that no other midnight falls into the journey.
  const sinceMidnight = (Date.now() + server.clockAheadMs() + aheadMinutes * minuteMs) % dayMs;
  const toNoonMs = dayMs / 2 - sinceMidnight;
  await server.advanceClock(toNoonMs);
  try {
    const [ana, ben] = [await createMember(server, 'Ana'), await createMember(server, 'Ben')];
    await sendByApi(ben, ana, ['good evening']);
    await page.clock.install({ time: Date.now() + server.clockAheadMs() });
    await signInToChat(page, ana, ben);
    const heading = page.getByRole('region', { name: 'Messages', exact: true }).getByRole('heading');
    await expect(heading).toHaveText(['Today']);
    await page.clock.fastForward(dayMs / 2 - 10 * minuteMs);
    await expect(heading).toHaveText(['Today']);
    await page.clock.fastForward(10 * minuteMs);
    await expect(heading).toHaveText(['Yesterday']);
  } finally {
    // Its token may be expired at the other time.
    await page.close();
    await server.advanceClock(-toNoonMs);
  }
});
