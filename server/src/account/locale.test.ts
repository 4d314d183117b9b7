import { locale } from '@parlance/contract/account';
import { locales } from '@parlance/words/locales';
import { wordsOf } from '@parlance/words/server';
import { describe, expect, test } from 'vitest';
import { type Meeting, startMeeting } from '#test/appointments';
import { type Persona, startCommunity } from '#test/personas';

// Includes partly translated languages and the pseudo-locale.
const env = { PSEUDO_LOCALES: 'on' };

const choose = ({ platform }: Meeting, { userId }: Persona, chosen: string) =>
  platform.db.updateTable('users').set({ locale: chosen }).where('user_id', '=', userId).execute();

test('the contract names the languages that there are words for', () => {
  expect(locale.options).toEqual(Object.keys(locales));
});

describe('the language of an account', () => {
  test('is chosen, changed and taken back by its owner, and stands in the export', async () => {
    const app = await startCommunity();
    const ana = await app.signUp('ana@example.org');
    expect((await ana.calls.getUser()).locale).toBeNull();
    await ana.calls.updateUser({ locale: 'pt-BR' });
    await ana.calls.updateUser({ name: 'Ana' });
    expect((await ana.calls.getUser()).locale).toBe('pt-BR');
    expect((await ana.calls.exportUser()).user).toMatchObject({ locale: 'pt-BR' });
    await ana.calls.updateUser({ locale: null });
    expect((await ana.calls.getUser()).locale).toBeNull();
    const unknown = await ana.send('POST', '/v1/user/update', { locale: 'tlh' });
    expect([unknown.status, (await ana.calls.getUser()).locale]).toEqual([400, null]);
  });

  test.each([
    ['es', 'es'],
    ['pt-PT;q=0.9, it', 'pt-BR'],
    ['it', 'en'],
    ['en-GB, *;q=0.5', 'en'],
    // A program's default header is not a choice of language.
    ['*', null],
    [' *;q=0.5', null],
    ['', null],
  ])('after a sign-up with "%s" is %s', async (acceptLanguage, taken) => {
    const app = await startCommunity();
    const guest = app.visitor({ acceptLanguage });
    const token = await app.prove(guest, 'ana@example.org', 'sign-up');
    const ana = app.withTokens(await guest.calls.createUser({ email: 'ana@example.org', token }));
    expect((await ana.calls.getUser()).locale).toBe(taken);
    const [mail] = app.sent();
    expect(mail?.html).toContain(`<html lang="${taken ?? 'en'}"`);
  });
});

describe('mails are in the language of their recipient', () => {
  test('a booking, its calendar file, its end and the feed', async () => {
    const meeting = await startMeeting({ env });
    const { ana, ben, sent } = meeting;
    await choose(meeting, ana, 'ar-XB');
    await choose(meeting, ben, 'en-XA');
    const { url } = await ana.calls.createCalendarFeed();
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: meeting.inHours(30), duration: 30 });
    const slot = { userId: ana.userId, scheduleSlotId };
    await ben.calls.bookSlot(slot);
    await meeting.runJobs();
    const booked = sent().find(({ to }) => to === ana.address);
    const arabic = wordsOf('ar-XB');
    expect(booked).toMatchObject({
      to: ana.address,
      subject: arabic.t('{name} booked a session with you', { name: 'Ben' }),
    });
    expect(booked?.html).toContain('<html lang="ar-XB" dir="rtl">');
    expect(booked?.html).toContain(arabic.t('View your sessions'));
    expect(booked?.html).toContain(arabic.t('Unsubscribe'));
    // Calendar apps show isolation marks as boxes.
    const summary = arabic
      .t('Language exchange with {name}', { name: 'Ben' })
      .replaceAll(/[\u2068\u2069]/g, '');
    expect(unfolded(booked?.attachments[0]?.content)).toContain(`SUMMARY:${summary}`);
    const feed = await fetch(url.replace(meeting.platform.config.publicUrl, meeting.url));
    expect(unfolded(await feed.text())).toContain(`SUMMARY:${summary}`);

    await ana.calls.cancelBooking(slot);
    await meeting.runJobs();
    const [cancelled] = sent();
    const english = wordsOf('en-XA');
    expect(cancelled).toMatchObject({
      to: ben.address,
      subject: english.t('{name} cancelled your session', { name: 'Ana' }),
    });
    expect(unfolded(cancelled?.attachments[0]?.content)).toContain(
      `SUMMARY:${english.t('Cancelled: Language exchange with {name}', { name: 'Ana' })}`,
    );
  });

  test('a notice of unread messages, and the digest of the morning with its dates', async () => {
    const meeting = await startMeeting({ env, now: '2030-03-05T10:00:00Z' });
    const { ana, ben, clock, sent } = meeting;
    await choose(meeting, ana, 'de');
    await choose(meeting, ben, 'en-XA');
    await ana.calls.updateUser({ timeZone: 'Europe/Berlin' });
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt: meeting.inHours(24), duration: 30 });
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    await ana.calls.sendTextMessage({ userId: ben.userId, content: 'Hallo' });
    clock.advance({ minutes: 6 });
    await meeting.runJobs();
    const subjects = sent().flatMap(({ to, subject }) => (to === ben.address ? [subject] : []));
    expect(subjects).toContain(
      wordsOf('en-XA').counted(1, 'New message from {name}', '{name}', { name: 'Ana' }),
    );
    clock.set('2030-03-06T07:30:00Z');
    await meeting.runJobs();
    const heading = wordsOf('de').t('Your next sessions');
    const digest = sent().find(({ to, text }) => to === ana.address && text.includes(heading));
    expect(digest?.text).toMatch(/Mittwoch, 6\. März 2030, 11:00–11:30\sUhr \(Europe\/Berlin\)/);
  });

  test('the mail about a changed sign-in method is in the language of its owner', async () => {
    const meeting = await startMeeting({ env });
    const { ana } = meeting;
    await choose(meeting, ana, 'en-XA');
    const token = await meeting.prove(ana, 'new@example.org', 'update-email');
    await ana.calls.updateEmail({ email: 'new@example.org', token });
    const told = meeting.sent().find(({ to }) => to === ana.address);
    expect(told?.subject).toBe(wordsOf('en-XA').t('Your email address was changed'));
  });
});

/** Unfolds the long lines of a calendar file. */
const unfolded = (file = '') => file.replaceAll('\r\n ', '');
