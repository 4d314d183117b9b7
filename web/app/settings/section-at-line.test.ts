import { expect, test } from 'vitest';
import { sectionAtLine } from './section-at-line';

const sections = [
  { id: 'account', top: -700 },
  { id: 'profile', top: 120 },
  { id: 'languages', top: undefined },
  { id: 'goal', top: 640 },
];

test('the last section that begins above the line is the one being read', () => {
  expect(sectionAtLine(sections, { line: 280, isAtEnd: false })).toBe('profile');
  expect(sectionAtLine(sections, { line: 100, isAtEnd: false })).toBe('account');
  expect(sectionAtLine(sections, { line: -800, isAtEnd: false })).toBe('account');
});

test('the end of the page belongs to the last section, and a page without sections has none', () => {
  expect(sectionAtLine(sections, { line: 280, isAtEnd: true })).toBe('goal');
  expect(sectionAtLine([], { line: 280, isAtEnd: true })).toBeUndefined();
});
