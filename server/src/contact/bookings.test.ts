import { expect, test } from 'vitest';
import { type ContactCommunity, startContact } from '#test/first-contact';
import { codeOf } from '#test/moderation';
import type { Persona } from '#test/personas';

const later = 'Write to them first. You can book them once they have answered.';

/** Books a new slot of the owner; returns null or the message of the refusal. */
async function book(
  { clock }: ContactCommunity,
  guest: Persona,
  owner: Persona,
  hours: number,
): Promise<string | null> {
  const startsAt = new Date(clock.now().getTime() + hours * 3_600_000);
  const { scheduleSlotId } = await owner.calls.createSlot({ startsAt, duration: 30 });
  return guest.calls.bookSlot({ userId: owner.userId, scheduleSlotId }).then(
    () => null,
    (error: Error) => error.message,
  );
}

// Rules: docs/specification/contact.md#bookings
test('a booking counts as one first contact, with the note that follows', async () => {
  const app = await startContact({ CONTACT_NOTIFIED_PER_DAY: '2', CONTACT_NOTIFIED_MAX: '2' });
  const [olga, ben] = [await app.join('Olga'), await app.join('Ben')];
  expect(await book(app, olga, ben, 30)).toBeNull();
  await app.write(olga, ben);
  expect(await app.placeOf(olga, ben)).toBe('notified');
  expect(await olga.calls.getStanding()).toMatchObject({ notifiedLeft: 1, left: 49 });
  // The owner knows the guest by the session: no first contact of the owner.
  const cleo = await app.join('Cleo');
  expect(await book(app, cleo, ben, 32)).toBeNull();
  await app.write(ben, cleo);
  expect(await ben.calls.getStanding()).toMatchObject({ notifiedLeft: 2, left: 50 });
});

test('where a message would wait, a booking is refused, and nothing is booked', async () => {
  const app = await startContact({ CONTACT_NOTIFIED_PER_DAY: '1', CONTACT_NOTIFIED_MAX: '1' });
  const [olga, ben, cleo] = [await app.join('Olga'), await app.join('Ben'), await app.join('Cleo')];
  await ben.calls.updateUser({ writesToMe: 'known' });
  expect(await book(app, olga, ben, 30)).toBe(later);
  expect((await ben.calls.listOwnSlots({ start: app.clock.now() })).slots).toMatchObject([
    { bookedByUserId: null },
  ]);
  expect((await olga.calls.getStanding()).left).toBe(50);
  await app.write(olga, cleo, 'https://example.com/x');
  expect(await book(app, olga, cleo, 32)).toBe(later);
  // Over the quota.
  const dan = await app.join('Dan');
  expect(await book(app, olga, dan, 34)).toBe(later);
  await app.write(cleo, olga);
  expect(await book(app, olga, cleo, 36)).toBeNull();
});

test('a member may take bookings only of people whom they have written with', async () => {
  const app = await startContact();
  const [olga, ben] = [await app.join('Olga'), await app.join('Ben')];
  await ben.calls.updateUser({ booksMe: 'met' });
  expect(await book(app, olga, ben, 30)).toBe(later);
  await app.write(olga, ben);
  expect(await book(app, olga, ben, 32)).toBe(later);
  await app.write(ben, olga);
  expect(await book(app, olga, ben, 34)).toBeNull();
});

test('booking the sender of a request accepts it', async () => {
  const app = await startContact();
  const [olga, ben] = [await app.join('Olga'), await app.join('Ben')];
  await app.write(olga, ben, 'https://example.com/x');
  expect(await book(app, ben, olga, 30)).toBeNull();
  expect((await ben.calls.getChatStat()).requests).toBe(0);
  expect((await ben.calls.listChats({})).count).toBe(1);
  await app.write(olga, ben, 'https://example.com/y');
  expect(await app.placeOf(olga, ben)).toBe('notified');
});

test('a held member cannot book new people, but those of their conversations', async () => {
  const app = await startContact();
  const [olga, ben, cleo] = [await app.join('Olga'), await app.join('Ben'), await app.join('Cleo')];
  await app.write(olga, cleo);
  await app.write(cleo, olga);
  await app.platform.pool.query('UPDATE contact_standing SET held_at = $2 WHERE user_id = $1', [
    ...[olga.userId, app.clock.now()],
  ]);
  expect(await book(app, olga, ben, 30)).toMatch(/^Somebody is looking at your account/);
  expect(await book(app, olga, cleo, 32)).toBeNull();
  expect(await codeOf(app.write(ben, olga))).toBeNull();
  expect(await book(app, olga, ben, 34)).toBeNull();
});

test('a restricted member cannot book somebody who has not answered, but somebody with whom they have a session', async () => {
  const app = await startContact();
  const [olga, ben, cleo] = [await app.join('Olga'), await app.join('Ben'), await app.join('Cleo')];
  await app.write(olga, ben);
  expect(await book(app, olga, cleo, 30)).toBeNull();
  await app.platform.pool.query('UPDATE contact_standing SET limited_until = $2 WHERE user_id = $1', [
    ...[olga.userId, new Date(app.clock.now().getTime() + 86_400_000)],
  ]);
  expect(await book(app, olga, ben, 32)).toBe(later);
  for (const words of ['Hello', 'Are you there?']) await app.write(olga, cleo, words);
  expect(await app.placeOf(olga, cleo)).toBe('notified');
  expect(await book(app, olga, cleo, 34)).toBeNull();
});

test('a cancelled booking makes nobody acquainted: the setting and a hold apply to what follows', async () => {
  const app = await startContact();
  const [olga, ben, cleo] = [await app.join('Olga'), await app.join('Ben'), await app.join('Cleo')];
  for (const [hours, owner] of [
    [30, ben],
    [32, cleo],
  ] as const) {
    expect(await book(app, olga, owner, hours)).toBeNull();
    const { slots } = await owner.calls.listOwnSlots({ start: app.clock.now() });
    for (const { scheduleSlotId } of slots)
      await olga.calls.cancelBooking({ userId: owner.userId, scheduleSlotId });
  }
  await ben.calls.updateUser({ writesToMe: 'asking' });
  await app.write(olga, ben);
  expect(await app.placeOf(olga, ben)).toBe('asked');
  // Each booking was counted, so the message is not.
  expect((await olga.calls.getStanding()).left).toBe(48);
  await app.platform.pool.query('UPDATE contact_standing SET held_at = $2 WHERE user_id = $1', [
    ...[olga.userId, app.clock.now()],
  ]);
  expect(await codeOf(app.write(olga, cleo))).toBe(3000);
});

test('a stranger who was booked and cancelled counts again on the next day, as a booking and as a message', async () => {
  const app = await startContact({ CONTACT_NOTIFIED_PER_DAY: '1', CONTACT_NOTIFIED_MAX: '1' });
  const [olga, ben, cleo] = [await app.join('Olga'), await app.join('Ben'), await app.join('Cleo')];
  const cancelAll = async (owner: Persona) => {
    for (const { scheduleSlotId } of (await owner.calls.listOwnSlots({ start: app.clock.now() })).slots)
      await olga.calls.cancelBooking({ userId: owner.userId, scheduleSlotId }).catch(() => undefined);
  };
  expect(await book(app, olga, ben, 30)).toBeNull();
  await cancelAll(ben);
  // The same day: counted once.
  expect(await book(app, olga, ben, 32)).toBeNull();
  await cancelAll(ben);
  expect((await olga.calls.getStanding()).left).toBe(49);
  await app.passTime(24);
  expect(await book(app, olga, cleo, 34)).toBeNull();
  expect(await book(app, olga, ben, 36)).toBe(later);
  await app.write(olga, ben);
  expect(await app.placeOf(olga, ben)).toBe('volume');
  await app.passTime(24);
  expect(await book(app, olga, await app.join('Dan'), 38)).toBeNull();
  expect((await olga.calls.getStanding()).notifiedLeft).toBe(0);
});

test('a booking after an unanswered message counts with it on the same day, and anew on the next', async () => {
  const app = await startContact({ CONTACT_NOTIFIED_PER_DAY: '1', CONTACT_NOTIFIED_MAX: '1' });
  const [olga, ben, cleo] = [await app.join('Olga'), await app.join('Ben'), await app.join('Cleo')];
  const bookAndCancel = async (hours: number) => {
    const refusal = await book(app, olga, ben, hours);
    for (const { scheduleSlotId } of (await ben.calls.listOwnSlots({ start: app.clock.now() })).slots)
      await olga.calls.cancelBooking({ userId: ben.userId, scheduleSlotId }).catch(() => undefined);
    return refusal;
  };
  await app.write(olga, ben);
  expect(await bookAndCancel(30)).toBeNull();
  expect((await olga.calls.getStanding()).left).toBe(49);
  await app.passTime(24);
  expect(await bookAndCancel(32)).toBeNull();
  expect(await olga.calls.getStanding()).toMatchObject({ left: 49, notifiedLeft: 0 });
  await app.passTime(24);
  await app.write(olga, cleo);
  expect(await bookAndCancel(34)).toBe(later);
});

test('guests give no points to the owner who writes to them after the booking, also when they book again', async () => {
  const app = await startContact();
  const [olga, ben] = [await app.join('Olga'), await app.join('Ben')];
  await app.trust(ben);
  expect(await book(app, ben, olga, 30)).toBeNull();
  await app.write(olga, ben, 'Thank you for booking');
  const { messages } = await ben.calls.listMessages({ userId: olga.userId });
  const { slots } = await ben.calls.listAppointments({});
  expect(slots).toHaveLength(1);
  await ben.calls.cancelBooking({ userId: olga.userId, scheduleSlotId: slots[0]?.scheduleSlotId ?? '' });
  await app.passTime(25);
  expect(await book(app, ben, olga, 32)).toBeNull();
  await ben.calls.reportMessage({ chatMessageId: messages[0]?.chatMessageId ?? '' });
  await ben.calls.blockUser({ userId: olga.userId });
  expect(await app.pointsOf(olga)).toBe(0);
});

test('a greeting and a booking back give no points, also after the first booking was purged', async () => {
  const app = await startContact();
  const [olga, ben, cleo] = [await app.join('Olga'), await app.join('Ben'), await app.join('Cleo')];
  const cancel = async (guest: Persona, owner: Persona) => {
    const { slots } = await guest.calls.listAppointments({});
    for (const { scheduleSlotId } of slots)
      await guest.calls.cancelBooking({ userId: owner.userId, scheduleSlotId });
  };
  await app.trust(ben, cleo, olga);
  for (const guest of [ben, cleo]) {
    expect(await book(app, guest, olga, 30)).toBeNull();
    await cancel(guest, olga);
  }
  await app.write(olga, ben, 'Thank you for booking');
  await app.passTime(20 * 24);
  expect(await book(app, olga, cleo, 34)).toBeNull();
  await app.passTime(11 * 24);
  await app.runJobs();
  const { rows } = await app.platform.pool.query('SELECT user_id FROM contact_bookings');
  expect(rows).toEqual([{ user_id: olga.userId }]);
  for (const guest of [ben, cleo]) await guest.calls.blockUser({ userId: olga.userId });
  expect(await app.pointsOf(olga)).toBe(0);
});

test('the guest who booked first gets points, also when the owner has booked back', async () => {
  const app = await startContact();
  const [olga, ben] = [await app.join('Olga'), await app.join('Ben')];
  await app.trust(ben);
  expect(await book(app, olga, ben, 30)).toBeNull();
  expect(await book(app, ben, olga, 32)).toBeNull();
  await ben.calls.blockUser({ userId: olga.userId });
  expect(await app.pointsOf(olga)).toBe(3);
});

test('contact details wait, too, where the two have a session', async () => {
  const app = await startContact();
  const [olga, ben, cleo] = [await app.join('Olga'), await app.join('Ben'), await app.join('Cleo')];
  for (const owner of [ben, cleo]) expect(await book(app, olga, owner, owner === ben ? 30 : 32)).toBeNull();
  await app.write(olga, ben, 'https://example.com/x');
  for (const text of ['Hello', 'https://example.com/x']) await app.write(olga, cleo, text);
  expect([await app.placeOf(olga, ben), await app.placeOf(olga, cleo)]).toEqual(['contact', 'contact']);
});
