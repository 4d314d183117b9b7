import { NetworkError } from '@parlance/client/network-error';
import { describe, expect, test } from 'vitest';
import { publishSlots } from './publish-slots';

const slotAt = (hour: number) => ({ startsAt: new Date(Date.UTC(2026, 5, 4, hour)), duration: 30 });
const slots = [slotAt(10), slotAt(11), slotAt(12)];
const messageOf = (error: unknown) => (error as Error).message;

describe('Several slots at once: one call each, reported slot by slot', () => {
  test('one that is refused stops nothing', async () => {
    const asked: number[] = [];
    const progress: number[] = [];
    const outcome = await publishSlots(slots, {
      create: async ({ startsAt }) => {
        asked.push(startsAt.getUTCHours());
        if (startsAt.getUTCHours() === 11) throw new Error('overlaps');
      },
      messageOf,
      onProgress: (done) => progress.push(done),
    });
    expect(outcome).toEqual({
      created: [slots[0], slots[2]],
      failed: [{ slot: slots[1], message: 'overlaps' }],
    });
    expect(asked).toEqual([10, 11, 12]);
    expect(progress).toEqual([1, 2, 3]);
  });

  test('after a lost connection no further call is made, and each is reported', async () => {
    let calls = 0;
    const outcome = await publishSlots(slots, {
      create: async () => {
        calls += 1;
        throw new NetworkError();
      },
      messageOf,
    });
    expect(calls).toBe(1);
    expect(outcome.failed.map(({ slot }) => slot)).toEqual(slots);
  });

  test('the next begins when the one before is answered', async () => {
    let underWay = 0;
    await publishSlots(slots, {
      create: async () => {
        underWay += 1;
        await Promise.resolve();
        expect(underWay).toBe(1);
        underWay -= 1;
      },
      messageOf,
    });
    expect(underWay).toBe(0);
  });
});
