import { createClient } from '@parlance/client/client';
import { refreshTokenKey } from '@parlance/client/token-storage';
import { expect } from '@playwright/test';
import { journey } from './journey.ts';
import { createMember, signIn } from './people.ts';

const minute = 60_000;

journey(
  'reuse of an old refresh token ends the session and mails its owner',
  async ({ page, server, faults }) => {
    const member = await createMember(server);
    await signIn(page, member);
    const readToken = () => page.evaluate((key) => localStorage.getItem(key), refreshTokenKey);
    const stolen = (await readToken()) ?? '';

    // The owner continues, and the token is rotated twice.
    for (let rotation = 1; rotation <= 2; rotation += 1) {
      const before = await readToken();
      await server.advanceClock(16 * minute);
      await page.goto('/settings');
      await expect(page.getByText('This device', { exact: true })).toBeVisible();
      expect(await readToken()).not.toBe(before);
    }

    // A call may be in flight when the session ends.
    faults.allow(/401 .*\/v1\//);
    const thief = createClient({ baseUrl: server.url });
    await expect(thief.calls.reauthenticate({ refreshToken: stolen })).rejects.toMatchObject({
      statusCode: 401,
      code: 2003,
    });

    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Your session is invalid. Please sign in again.')).toBeVisible();
    const warning = await member.mailbox.next();
    expect(warning.subject).toBe('We signed out one of your devices');
    expect(warning.html).toContain(`${server.url}/login`);
  },
);
