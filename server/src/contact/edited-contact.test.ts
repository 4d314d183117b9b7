import { beforeEach, expect, test } from 'vitest';
import { type ContactCommunity, startContact } from '#test/first-contact';
import { codeOf } from '#test/moderation';
import type { Persona } from '#test/personas';

let app: ContactCommunity;
let olga: Persona;
let ben: Persona;
let chatMessageId: string;

beforeEach(async () => {
  app = await startContact();
  [olga, ben] = [await app.join('Olga'), await app.join('Ben')];
  ({ chatMessageId } = await olga.calls.sendTextMessage({ userId: ben.userId, content: 'Hello' }));
});

const edit = (content = 'Answer me') => olga.calls.updateMessage({ chatMessageId, content });

const limit = (column: 'held_at' | 'limited_until', at: Date) =>
  app.platform.pool.query(`UPDATE contact_standing SET ${column} = $2 WHERE user_id = $1`, [olga.userId, at]);

const tomorrow = () => new Date(app.clock.now().getTime() + 86_400_000);

const textOf = async () => {
  const { messages } = await ben.calls.listMessages({ userId: olga.userId });
  return messages.find((message) => message.chatMessageId === chatMessageId)?.content;
};

// Rules: docs/specification/contact.md#notified-or-silent
test('a held member cannot change what a stranger reads', async () => {
  await limit('held_at', app.clock.now());
  expect(await codeOf(edit())).toBe(3000);
  expect(await textOf()).toBe('Hello');
  await app.write(ben, olga);
  expect(await codeOf(edit())).toBeNull();
  expect(await textOf()).toBe('Answer me');
});

test('an edit of a restricted member makes a request, as a message would', async () => {
  await edit('Good day');
  expect(await app.placeOf(olga, ben)).toBe('notified');
  await limit('limited_until', tomorrow());
  await edit();
  expect(await app.placeOf(olga, ben)).toBe('restricted');
  await edit('https://example.com/x');
  expect(await app.placeOf(olga, ben)).toBe('contact');
  // The recipient still reads that there were contact details.
  await edit();
  expect(await app.placeOf(olga, ben)).toBe('contact');
});

test('a held member can change what a partner of a coming session reads', async () => {
  const { scheduleSlotId } = await olga.calls.createSlot({ startsAt: tomorrow(), duration: 30 });
  const cleo = await app.join('Cleo');
  await cleo.calls.bookSlot({ userId: olga.userId, scheduleSlotId });
  const sent = await olga.calls.sendTextMessage({ userId: cleo.userId, content: 'See you at six' });
  await limit('held_at', app.clock.now());
  const changed = olga.calls.updateMessage({ chatMessageId: sent.chatMessageId, content: 'See you at five' });
  expect(await codeOf(changed)).toBeNull();
  expect(await app.placeOf(olga, cleo)).toBe('notified');
});

test('an edit makes a request where the recipient wants to be asked by now, but not after a session was booked', async () => {
  await ben.calls.updateUser({ writesToMe: 'asking' });
  const startsAt = tomorrow();
  const { scheduleSlotId } = await olga.calls.createSlot({ startsAt, duration: 30 });
  const cleo = await app.join('Cleo');
  await cleo.calls.bookSlot({ userId: olga.userId, scheduleSlotId });
  const { chatMessageId: toCleo } = await olga.calls.sendTextMessage({
    userId: cleo.userId,
    content: 'Hello',
  });
  await cleo.calls.updateUser({ writesToMe: 'asking' });
  await olga.calls.updateMessage({ chatMessageId: toCleo, content: 'See you' });
  expect(await app.placeOf(olga, cleo)).toBe('notified');
  await edit();
  expect(await app.placeOf(olga, ben)).toBe('asked');
});

test('a held member can change what an admin reads', async () => {
  const ada = await app.join('Ada');
  const sent = await olga.calls.sendTextMessage({ userId: ada.userId, content: 'Help' });
  await limit('held_at', app.clock.now());
  const changed = olga.calls.updateMessage({ chatMessageId: sent.chatMessageId, content: 'Help me' });
  expect(await codeOf(changed)).toBeNull();
});
