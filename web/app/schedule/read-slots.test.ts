import { describe, expect, test } from 'vitest';
import { readSlots } from './read-slots';

const ids = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ scheduleSlotId: `slot ${from + index}` }));

/** A paged list that records the requested offsets. */
function list(slots: Array<{ scheduleSlotId: string }>) {
  const offsets: number[] = [];
  const readPage = async ({ limit, offset }: { limit: number; offset: number }) => {
    offsets.push(offset);
    return { count: slots.length, slots: slots.slice(offset, offset + limit) };
  };
  return { offsets, readPage };
}

// Rules: docs/specification/schedule.md#availability-calendar
describe('The calendar reads all pages of 100', () => {
  test.each([
    [0, [0]],
    [100, [0]],
    [101, [0, 100]],
    [448, [0, 100, 200, 300, 400]],
  ])('%i slots', async (count, expectedOffsets) => {
    const { offsets, readPage } = list(ids(count));
    expect(await readSlots(readPage, () => false)).toEqual(ids(count));
    expect(offsets).toEqual(expectedOffsets);
  });

  test('no further than it has to', async () => {
    const { offsets, readPage } = list(ids(448));
    const slots = await readSlots(readPage, (page) =>
      page.some(({ scheduleSlotId }) => scheduleSlotId === 'slot 150'),
    );
    expect(slots).toHaveLength(200);
    expect(offsets).toEqual([0, 100]);
  });

  test('a slot that moves to the next page while reading is there once', async () => {
    const pages = [
      { count: 150, slots: ids(100) },
      { count: 151, slots: ids(51, 99) },
    ];
    const slots = await readSlots(
      async ({ offset }) => pages[offset / 100]!,
      () => false,
    );
    expect(slots).toEqual(ids(150));
  });

  test('a list that shrinks while reading ends', async () => {
    const { readPage } = list([]);
    expect(
      await readSlots(
        async (part) => ({ ...(await readPage(part)), count: 500 }),
        () => false,
      ),
    ).toEqual([]);
  });
});
