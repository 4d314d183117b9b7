import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleMessage } from '#test/chat-samples';
import {
  addPopup,
  changePopup,
  emptyQueue,
  type Popup,
  popupWords,
  removePopups,
  waitingLabel,
} from './popups';

const popup = (id: string, senderUserId = 'a'): Popup => ({
  id,
  senderUserId,
  senderName: 'Aiko',
  senderImageUrl: null,
  preview: 'hello',
});
const shownIds = (queue: typeof emptyQueue) => queue.shown.map(({ id }) => id);
const fill = (...ids: string[]) => ids.reduce((queue, id) => addPopup(queue, popup(id)), emptyQueue);

test('three are shown, the rest waits behind a pill', () => {
  const queue = fill('1', '2', '3', '4', '5');
  expect(shownIds(queue)).toEqual(['1', '2', '3']);
  expect(waitingLabel(queue)).toBe('2 more message(s)');
  expect(waitingLabel(fill('1', '2', '3'))).toBeNull();
});

test('the next in the queue takes the place of one that went', () => {
  const queue = removePopups(fill('1', '2', '3', '4', '5'), ({ id }) => id === '2');
  expect(shownIds(queue)).toEqual(['1', '3', '4']);
  expect(waitingLabel(queue)).toBe('1 more message(s)');
});

test('a message is announced once', () => {
  expect(fill('1', '1').shown).toHaveLength(1);
  expect(fill('1', '2', '3', '4', '4').waiting).toHaveLength(1);
});

test('opening a conversation clears what its partner sent', () => {
  const queue = addPopup(fill('1', '2', '3', '4'), popup('5', 'b'));
  expect(shownIds(removePopups(queue, ({ senderUserId }) => senderUserId === 'a'))).toEqual(['5']);
});

test('a popup shows the first hundred letters of a message', () => {
  expect(popupWords(sampleMessage(1, { content: 'x'.repeat(100) }))).toBe('x'.repeat(100));
  expect(popupWords(sampleMessage(1, { content: 'x'.repeat(101) }))).toBe(`${'x'.repeat(100)}…`);
});

test('every popup is shown in the order it came, never more than three at once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { maxLength: 20 }), (ids) => {
      let queue = fill(...ids);
      const seen: string[] = [];
      while (queue.shown.length > 0) {
        expect(queue.shown.length).toBeLessThanOrEqual(3);
        const [first] = queue.shown;
        if (!first) break;
        seen.push(first.id);
        queue = removePopups(queue, ({ id }) => id === first.id);
      }
      expect(seen).toEqual(ids);
    }),
  );
});

test('an edit changes its popup alone, and a deletion removes it, also while it waits', () => {
  const queue = fill('1', '2', '3', '4', '5');
  const edited = changePopup(changePopup(queue, '2', 'shown'), '5', 'waiting');
  const words = [...edited.shown, ...edited.waiting].map(({ preview }) => preview);
  expect(words).toEqual(['hello', 'shown', 'hello', 'hello', 'waiting']);
  const left = changePopup(changePopup(queue, '2', null), '5', null);
  expect([...shownIds(left), ...left.waiting]).toEqual(['1', '3', '4']);
});
