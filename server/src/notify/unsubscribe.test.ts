import { userPreferenceNames } from '@parlance/contract/account';
import { describe, expect, test } from 'vitest';
import { unsubscribeUrl } from '#account/account';
import { deliverDueMails } from '#platform/mail-delivery';
import { startMeeting } from '#test/appointments';
import { openPostOffice } from '#test/post-office';
import { notifyMails } from './notify.mails.ts';
import { queueUnreadMails } from './unread.ts';

const unknown = { statusCode: 404, code: 4001 };

async function startUnsubscribing(options?: Parameters<typeof startMeeting>[0]) {
  const meeting = await startMeeting(options);
  const { ana, platform, url } = meeting;
  const tokenOf = (name: (typeof userPreferenceNames)[number]) =>
    new URL(unsubscribeUrl(platform, ana.userId, name)).searchParams.get('token') ?? '';
  const post = (token: string, body: BodyInit | null, type?: string) =>
    fetch(`${url}/unsubscribe?token=${token}`, {
      method: 'POST',
      body,
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    });
  const preferenceOf = async (name: string) => (await ana.calls.getPreference({ name })).value;
  return { ...meeting, tokenOf, post, preferenceOf };
}

describe('one-click unsubscribe (RFC 8058)', () => {
  test('the header of a mail that really left works as mail programs use it, again and again', async () => {
    const { ana, ben, clock, platform, url, preferenceOf } = await startUnsubscribing();
    await ben.calls.sendTextMessage({ userId: ana.userId, content: 'Hello' });
    clock.advance({ minutes: 5 });
    await queueUnreadMails(platform);
    const { mailer, arrivals } = await openPostOffice(clock);
    await deliverDueMails({ ...platform, mail: mailer }, notifyMails);
    const headers = arrivals[0]?.headers;
    expect(headers?.get('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
    expect(headers?.get('message-id')).toHaveLength(1);
    const [given = ''] = headers?.get('list-unsubscribe') ?? [];
    const address = /^<(\S+)>$/.exec(given)?.[1] ?? '';
    expect(address).toMatch(new RegExp(`^${platform.config.publicUrl}/unsubscribe\\?token=`));
    for (let time = 0; time < 2; time += 1) {
      const answer = await fetch(url + address.slice(platform.config.publicUrl.length), {
        method: 'POST',
        redirect: 'error',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
      expect(await preferenceOf('new-chat-message-notification')).toBe(false);
    }
    expect(await preferenceOf('daily-digest-notification')).toBe(true);
  });

  test('both forms of the RFC are taken', async () => {
    const { tokenOf, post, preferenceOf } = await startUnsubscribing();
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    expect((await post(tokenOf('daily-digest-notification'), form)).status).toBe(200);
    const text = 'List-Unsubscribe=One-Click';
    const type = 'application/x-www-form-urlencoded';
    expect((await post(tokenOf('session-notification'), text, type)).status).toBe(200);
    expect([
      await preferenceOf('daily-digest-notification'),
      await preferenceOf('session-notification'),
    ]).toEqual([false, false]);
  });

  test('the answer is in the language of whose mails they are', async () => {
    const { ana, tokenOf, post } = await startUnsubscribing({ env: { PSEUDO_LOCALES: 'on' } });
    const answer = async () => (await post(tokenOf('daily-digest-notification'), null)).text();
    await ana.calls.updateUser({ locale: 'en' });
    expect(await answer()).toBe('You are unsubscribed.\n');
    await ana.calls.updateUser({ locale: 'es' });
    expect(await answer()).toBe('Te diste de baja.\n');
  });

  test('opening the address changes nothing: programs that look for harmful links open every one', async () => {
    const { url, tokenOf, preferenceOf, visitor } = await startUnsubscribing();
    const token = tokenOf('daily-digest-notification');
    await fetch(`${url}/unsubscribe?token=${token}`, { headers: { accept: 'text/html' } });
    await fetch(`${url}/unsubscribe?token=${token}`, { method: 'HEAD' });
    expect(await visitor().calls.getSubscription({ token })).toEqual({
      name: 'daily-digest-notification',
      isOn: true,
    });
    expect(await preferenceOf('daily-digest-notification')).toBe(true);
  });

  test('a forged, truncated or foreign token is an unknown address', async () => {
    const { ben, tokenOf, post, preferenceOf, visitor } = await startUnsubscribing();
    const token = tokenOf('daily-digest-notification');
    const forged = [
      '',
      'x',
      token.slice(0, -1),
      `${token}A`,
      `${token}.x`,
      token.replace('daily-digest-notification', 'session-notification'),
      token.replace(/^[^.]+/, ben.userId),
      token.replace('daily-digest-notification', 'everything'),
    ];
    for (const wrong of forged) {
      const answer = await post(wrong, null);
      expect([wrong, answer.status, (await answer.json()).code]).toEqual([wrong, 404, 4001]);
      if (wrong === '') continue;
      await expect(visitor().calls.setSubscription({ token: wrong, isOn: false })).rejects.toMatchObject(
        unknown,
      );
      await expect(visitor().calls.getSubscription({ token: wrong })).rejects.toMatchObject(unknown);
    }
    for (const name of userPreferenceNames) expect(await preferenceOf(name)).toBe(true);
  });

  test('the page turns it off and on again without signing in', async () => {
    const { tokenOf, preferenceOf, visitor } = await startUnsubscribing();
    const { calls } = visitor();
    const token = tokenOf('session-notification');
    expect(await calls.setSubscription({ token, isOn: false })).toEqual({
      name: 'session-notification',
      isOn: false,
    });
    expect(await calls.getSubscription({ token })).toEqual({ name: 'session-notification', isOn: false });
    expect(await preferenceOf('session-notification')).toBe(false);
    await calls.setSubscription({ token, isOn: true });
    expect(await preferenceOf('session-notification')).toBe(true);
  });

  test('the address of an account that is gone is unknown', async () => {
    const { ana, prove, tokenOf, visitor } = await startUnsubscribing();
    const token = tokenOf('session-notification');
    await ana.calls.deleteUser({ token: await prove(ana, ana.address, 'delete-user') });
    await expect(visitor().calls.getSubscription({ token })).rejects.toMatchObject(unknown);
  });
});

test('mails about sessions carry it too and follow their own choice; codes carry none', async () => {
  const { ana, ben, inHours, runJobs, sent, clock, post } = await startUnsubscribing();
  expect(sent().filter(({ headers }) => 'List-Unsubscribe' in headers)).toEqual([]);
  const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: inHours(30), duration: 30 });
  await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
  await runJobs();
  const mail = sent().find(({ to }) => to === ana.address);
  const address = mail?.headers['List-Unsubscribe'] ?? '';
  expect(address).toContain('session-notification');
  expect(mail?.text).toContain(`Unsubscribe: ${address.slice(1, -1)}`);
  await post(new URL(address.slice(1, -1)).searchParams.get('token') ?? '', null);
  clock.advance({ hours: 6 });
  await runJobs();
  expect(sent().map(({ to, subject }) => `${to}: ${subject}`)).toContain(
    'ben@example.org: Your session with Ana is coming up',
  );
  expect(sent().map(({ to, subject }) => `${to}: ${subject}`)).not.toContain(
    'ana@example.org: Your session with Ben is coming up',
  );
});
