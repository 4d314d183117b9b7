import { expect, test } from 'vitest';
import { changesTo, choicesOf, presets, valuesBefore } from './preset-values';

test('a member who has chosen nothing has the open preset', () => {
  expect(choicesOf({})).toEqual(presets.open);
  expect(changesTo(choicesOf({}), presets.open)).toEqual({});
});

test('only what differs is changed, and the values before are those of the changed choices', () => {
  const present = choicesOf({ writesToMe: 'known', showsActivity: false });
  const changes = changesTo(present, presets.strict);
  expect(changes).toEqual({ writesToMe: 'asking', booksMe: 'met', showsBookings: false });
  expect(valuesBefore(present, changes)).toEqual({
    writesToMe: 'known',
    booksMe: 'everybody',
    showsBookings: true,
  });
});

test('the presets differ in every choice, and say no word about a pause', () => {
  expect(Object.keys(changesTo(presets.open, presets.strict))).toEqual(Object.keys(presets.strict));
  expect(Object.keys(presets.strict)).toEqual(['writesToMe', 'booksMe', 'showsActivity', 'showsBookings']);
});
