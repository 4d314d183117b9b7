import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { registerOutboxRoutes } from './outbox.routes.ts';
import { createOutbox, type Outbox } from './outbox.ts';

let time: Date;
let printed: string[];
let outbox: Outbox;
let fastify: FastifyInstance;

beforeEach(() => {
  time = new Date('2030-05-01T10:00:00Z');
  printed = [];
  outbox = createOutbox({ clock: { now: () => time }, print: (text) => void printed.push(text) });
  fastify = Fastify();
  registerOutboxRoutes(fastify, outbox, { publicUrl: 'http://try.example.org:3000' });
});
afterEach(() => fastify.close());

const mail = { to: 'a@example.org', subject: 'Your code', text: 'It is 480912', html: '<p>It is 480912</p>' };

describe('development outbox', () => {
  test('shows mails and text messages newest first in the agreed shape', async () => {
    await outbox.mailer.send({ ...mail, headers: { 'List-Unsubscribe': '<x>' } });
    time = new Date('2030-05-01T10:00:05Z');
    await outbox.smsSender.send({ to: '+4915112345678', text: 'Your code is 123456' });
    const response = await fastify.inject('/dev/outbox.json');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual([
      {
        channel: 'sms',
        to: '+4915112345678',
        subject: null,
        text: 'Your code is 123456',
        html: null,
        sentAt: '2030-05-01T10:00:05.000Z',
        headers: {},
        attachments: [],
      },
      {
        channel: 'email',
        ...mail,
        sentAt: '2030-05-01T10:00:00.000Z',
        headers: { 'List-Unsubscribe': '<x>' },
        attachments: [],
      },
    ]);
    const ofOne = await fastify.inject(`/dev/outbox.json?to=${encodeURIComponent('+4915112345678')}`);
    expect(ofOne.json()).toEqual([response.json()[0]]);
  });

  test('prints one line for each message, with the code itself and no escape sequence', async () => {
    await outbox.mailer.send({
      ...mail,
      text: 'Enter this code:\n\n    480912\n\nIt is valid for 10 minutes.',
    });
    await outbox.mailer.send({ ...mail, text: 'Enter this code:\n\n    4809120077\n' });
    await outbox.mailer.send({
      ...mail,
      subject: 'Hi \u001b[2J\nfrom \u009b31mEve',
      text: 'Room\n    1234567',
    });
    await outbox.smsSender.send({ to: '+4915112345678', text: 'Your code is 123456' });
    expect(printed).toEqual([
      '  Code for a@example.org: 480912\n',
      '  Code for a@example.org: 4809120077\n',
      '  Email to a@example.org: Hi [2J from 31mEve\n',
      '  Text message to +4915112345678: Your code is 123456\n',
    ]);
  });

  test('keeps the last 500', async () => {
    for (let number = 1; number <= 501; number += 1) {
      await outbox.mailer.send({ ...mail, subject: `mail ${number}` });
    }
    expect(outbox.entries()).toHaveLength(500);
    expect(outbox.entries()[0]?.subject).toBe('mail 501');
    expect(outbox.entries().at(-1)?.subject).toBe('mail 2');
    outbox.clear();
    expect(outbox.entries()).toEqual([]);
  });

  test('forgets what was sent to an address, and nothing else', async () => {
    for (const to of ['a@example.org', 'b@example.org']) await outbox.mailer.send({ ...mail, to });
    outbox.mailer.forget(['a@example.org']);
    expect(outbox.entries().map(({ to }) => to)).toEqual(['b@example.org']);
  });

  test('keeps attachments and invitations readable', async () => {
    await outbox.mailer.send({
      ...mail,
      attachments: [{ filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('words') }],
      icalEvent: { method: 'REQUEST', content: 'BEGIN:VCALENDAR' },
    });
    expect(outbox.entries()[0]?.attachments).toEqual([
      { filename: 'a.txt', contentType: 'text/plain', content: 'words' },
      { filename: 'invite.ics', contentType: 'text/calendar', content: 'BEGIN:VCALENDAR' },
    ]);
  });

  test('shows a page without scripts that reloads itself and keeps HTML bodies in a closed sandbox', async () => {
    const hostile = `"><script>alert('x')</script>`;
    await outbox.mailer.send({ to: hostile, subject: hostile, text: hostile, html: hostile });
    const response = await fastify.inject('/dev/outbox');
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(response.headers['content-security-policy']).not.toContain('script-src');
    expect(response.body).not.toContain('<script');
    expect(response.body).toContain('http-equiv="refresh"');
    expect(response.body).toContain('<iframe sandbox="" title="HTML body" srcdoc="&quot;&gt;&lt;script&gt;');
    expect(response.body).not.toMatch(/(src|href)="https?:/);
  });

  test('refuses DNS rebinding', async () => {
    await outbox.mailer.send(mail);
    const statusFor = async (url: string, host: string) =>
      (await fastify.inject({ url, headers: { host } })).statusCode;
    for (const url of ['/dev/outbox', '/dev/outbox.json']) {
      expect(await statusFor(url, 'evil.example:3000')).toBe(404);
      expect(await statusFor(url, 'localhost.evil.example')).toBe(404);
      expect(await statusFor(url, '127.0.0.1:3000')).toBe(200);
      expect(await statusFor(url, 'try.example.org')).toBe(200);
    }
  });

  test('shows a hint while it is empty', async () => {
    expect((await fastify.inject('/dev/outbox')).body).toContain('Nothing has been sent yet.');
  });
});
