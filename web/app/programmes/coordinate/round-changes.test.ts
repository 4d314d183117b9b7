import { expect, test } from 'vitest';
import { noChanges } from './round-changes';

const two = (userId: string, partnerUserId: string) => ({ userId, partnerUserId });

test('a change is found by the two in any order, and can be taken back', () => {
  const changes = noChanges.with(two('b', 'a'), 'lock');
  expect([changes.of(two('a', 'b')), changes.count]).toEqual(['lock', 1]);
  const none = changes.with(two('a', 'b'), null);
  expect([none.of(two('b', 'a')), none.count]).toEqual([null, 0]);
});

test('the next round keeps the lists of the one before and adds the changes', () => {
  const changes = noChanges.with(two('c', 'd'), 'lock').with(two('e', 'f'), 'apart');
  expect(changes.appliedTo([two('a', 'b')], [two('g', 'h')])).toEqual({
    locked: [two('a', 'b'), two('c', 'd')],
    apart: [two('g', 'h'), two('e', 'f')],
  });
});

test('a pair is in one of the lists only: unlocked and separated pairs leave the list of the locked', () => {
  const changes = noChanges.with(two('b', 'a'), 'apart').with(two('c', 'd'), 'unlock');
  expect(changes.appliedTo([two('a', 'b'), two('d', 'c')], [])).toEqual({
    locked: [],
    apart: [two('b', 'a')],
  });
});

test('two who were kept apart can be locked together', () => {
  const changes = noChanges.with(two('a', 'b'), 'lock');
  expect(changes.appliedTo([], [two('b', 'a')])).toEqual({ locked: [two('a', 'b')], apart: [] });
});

test('the partner chosen by hand for a student is known by name until it is taken back', () => {
  const changes = noChanges.with(two('a', 'b'), 'lock', 'Bo').with(two('c', 'd'), 'lock');
  expect(changes.chosenFor('a')).toEqual({ two: two('a', 'b'), partnerName: 'Bo' });
  expect([changes.chosenFor('b'), changes.chosenFor('c')]).toEqual([null, null]);
  expect(changes.with(two('b', 'a'), null).chosenFor('a')).toBeNull();
});
