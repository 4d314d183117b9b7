import { describe, expect, test } from 'vitest';
import { refusalOf, startAfterSession } from '#test/appointments';
import { startCallSession } from '#test/call-session';

const starts = '2030-03-06T10:00:00Z';

// Rules: docs/specification/schedule.md#past-sessions
describe('past sessions', () => {
  test('are those that have ended, newest first, for both parties and nobody else', async () => {
    const { ana, ben, chen, scheduleSlotId, clock, inHours, again } = await startAfterSession(starts);
    const book = async (hours: number) => {
      const slot = await ana.calls.createSlot({ startsAt: inHours(hours), duration: 30 });
      await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId: slot.scheduleSlotId });
      return slot.scheduleSlotId;
    };
    const second = await book(2);
    await book(4);
    const idsOf = async (person: typeof ana, part = {}) => {
      const { count, slots } = await person.calls.listPastSessions(part);
      return [count, ...slots.map((slot) => slot.scheduleSlotId)];
    };
    expect(await idsOf(ana)).toEqual([1, scheduleSlotId]);
    clock.set(new Date(inHours(2.5).getTime() - 1));
    expect(await idsOf(await again(ana))).toEqual([1, scheduleSlotId]);
    clock.advance({ seconds: 0.001 });
    const [owner, guest, stranger] = [await again(ana), await again(ben), await again(chen)];
    for (const person of [owner, guest]) expect(await idsOf(person)).toEqual([2, second, scheduleSlotId]);
    expect(await idsOf(owner, { limit: 1, offset: 1 })).toEqual([2, scheduleSlotId]);
    expect(await idsOf(owner, { limit: 1, offset: 9 })).toEqual([2]);
    expect(await idsOf(stranger)).toEqual([0]);
  });

  test('have the own answer, thanks and what an appointment has; after a block they stay without them', async () => {
    const { ana, ben, scheduleSlotId } = await startAfterSession(starts);
    await ana.calls.answerOutcome({ scheduleSlotId, answer: 'kept' });
    await ana.calls.giveThanks({ scheduleSlotId, words: ['humour'], text: '' });
    const first = async (person: typeof ana) => (await person.calls.listPastSessions()).slots[0];
    expect(await first(ana)).toMatchObject({
      outcome: { answer: 'kept', isOpen: true },
      thanks: { isOpen: true, given: { words: ['humour'] }, received: null },
      hasNotes: false,
      user: { name: 'Ana' },
      bookedByUser: { name: 'Ben' },
    });
    expect(await first(ben)).toMatchObject({
      outcome: { answer: null },
      thanks: { given: null, received: null },
    });
    await ben.calls.giveThanks({ scheduleSlotId, words: ['patience'], text: '' });
    expect(await first(ana)).toMatchObject({ thanks: { isOpen: false, received: { words: ['patience'] } } });
    await ben.calls.blockUser({ userId: ana.userId });
    for (const person of [ana, ben])
      expect(await first(person)).toMatchObject({ scheduleSlotId, outcome: null, thanks: null, again: null });
  });

  test('keep their notes and talk for both, a month later as well', async () => {
    const { ana, ben, chen, scheduleSlotId, open, at, again, clock } = await startCallSession();
    at(0);
    const page = await open(ana);
    await page.join();
    await page.emit('call:note', { noteId: crypto.randomUUID(), kind: 'word', text: 'Brot' } as never);
    clock.advance({ days: 31 });
    for (const person of [await again(ana), await again(ben)]) {
      expect((await person.calls.listPastSessions()).slots).toMatchObject([
        { scheduleSlotId, hasNotes: true },
      ]);
      expect((await person.calls.getCallSummary({ scheduleSlotId })).notes).toMatchObject([{ text: 'Brot' }]);
    }
    const refusal = await refusalOf((await again(chen)).calls.getCallSummary({ scheduleSlotId }));
    expect(refusal).toMatchObject({ statusCode: 404 });
  });
});
