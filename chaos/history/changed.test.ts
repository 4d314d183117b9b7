import { expect, test } from 'vitest';
import { findUnchanged } from './changed.ts';

const deleted = { chatMessageId: 'one', content: null, isAcknowledged: true };
const edited = { chatMessageId: 'one', content: 'new', isAcknowledged: true };

test('reports a deleted message that is still stored, also its text alone', () => {
  expect(findUnchanged([deleted], [{ chatMessageId: 'one', content: null, isDeleted: true }])).toEqual([]);
  const again = ['reappeared: one was deleted'];
  expect(findUnchanged([deleted], [{ chatMessageId: 'one', content: 'x', isDeleted: false }])).toEqual(again);
  expect(findUnchanged([deleted], [{ chatMessageId: 'one', content: 'x', isDeleted: true }])).toEqual(again);
  expect(findUnchanged([deleted], [{ chatMessageId: 'one', content: null, isDeleted: false }])).toEqual(
    again,
  );
});

test('the last change counts, and only where it was acknowledged', () => {
  const shown = [{ chatMessageId: 'one', content: 'new', isDeleted: false }];
  expect(findUnchanged([edited], shown)).toEqual([]);
  expect(findUnchanged([{ ...edited, content: 'newer' }], shown)).toEqual(['unedited: one is new']);
  expect(findUnchanged([edited, deleted], shown)).toEqual(['reappeared: one was deleted']);
  expect(findUnchanged([edited, { ...deleted, isAcknowledged: false }], shown)).toEqual([]);
});
