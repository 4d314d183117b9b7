import { describe, expect, test } from 'vitest';
import { isOnboarding, signedInItems, signedOutItems } from './navigation-items';

const me = { userId: 'user-1' };
const admin = 'user-0';

// Rules: docs/specification/application.md#navigation
describe('navigation', () => {
  test('Signed in, with an admin', () => {
    expect(signedInItems(me, admin).map(({ to, label }) => [label, to])).toEqual([
      ['Find Partners', '/dashboard'],
      ['Upcoming Chats', '/appointments'],
      ['Chat with Admin', '/chat/user-0'],
      ['Messages', '/chats'],
      ['Phrases', '/phrases'],
      ['Profile', '/profile'],
      ['Your progress', '/progress'],
      ['Settings', '/settings'],
    ]);
  });

  test('Chat with Admin only when the static data provides an admin id', () => {
    expect(signedInItems(me, undefined).map(({ label }) => label)).not.toContain('Chat with Admin');
  });

  test('An admin has Moderation in place of a chat with themselves; nobody else has it', () => {
    const items = signedInItems({ userId: admin, isAdmin: true }, admin);
    expect(items.map(({ label }) => label)).not.toContain('Chat with Admin');
    expect(items.at(-1)).toMatchObject({ label: 'Moderation', to: '/admin' });
    expect(items.at(-1)?.isCurrent('/admin/report/1')).toBe(true);
    expect(items.at(-1)?.isCurrent('/admin')).toBe(true);
    expect(items.at(-1)?.isCurrent('/administration')).toBe(false);
    expect(items.at(-1)?.isCurrent('/profile/admin')).toBe(false);
    expect(signedInItems(me, admin).map(({ label }) => label)).not.toContain('Moderation');
  });

  test('My programme only for coordinators and students of one', () => {
    expect(signedInItems(me, admin).map(({ label }) => label)).not.toContain('My programme');
    const programme = { programmeId: 'programme-1', isCoordinator: false };
    const item = signedInItems({ ...me, programme }, admin).at(-1);
    expect(item).toMatchObject({ label: 'My programme', to: '/programmes' });
    expect(item?.isCurrent('/programmes/programme-1/coordinate')).toBe(true);
    expect(item?.isCurrent('/programmesque')).toBe(false);
  });

  test('Progress and Settings in the mobile menu only', () => {
    const onlyMobile = signedInItems(me, admin).filter((item) => item.mobileOnly);
    expect(onlyMobile.map(({ to }) => to)).toEqual(['/progress', '/settings']);
  });

  test('Signed out', () => {
    expect(signedOutItems.map(({ to, label, external }) => [label, to, external])).toEqual([
      ['Features', '/features', true],
      ['Sign Up', '/login', undefined],
    ]);
  });

  test.each([
    ['/dashboard', ['Find Partners']],
    ['/appointments', ['Upcoming Chats']],
    ['/settings', ['Settings']],
    ['/chats', ['Messages']],
    ['/profile/chat', []],
    ['/chat/user-2', ['Messages']],
    ['/requests/user-2', ['Messages']],
    ['/chat/user-0', ['Chat with Admin']],
    ['/profile/user-1', ['Profile']],
    ['/profile/user-2', []],
    ['/phrases/review', ['Phrases']],
    ['/progress', ['Your progress']],
  ])('At %s the current item is %j', (pathname, labels) => {
    const current = signedInItems(me, admin).filter((item) => item.isCurrent(pathname));
    expect(current.map(({ label }) => label)).toEqual(labels);
  });
});

test('the number of unread messages stands beside Messages', () => {
  const badged = signedInItems(me, admin).filter((item) => item.unreadBadge);
  expect(badged.map(({ label }) => label)).toEqual(['Messages']);
});

test.each([
  ['/features', ['Features']],
  ['/login', ['Sign Up']],
  ['/signup', ['Sign Up']],
  ['/dashboard', []],
])('A visitor at %s is at %j', (pathname, labels) => {
  const current = signedOutItems.filter((item) => item.isCurrent(pathname));
  expect(current.map(({ label }) => label)).toEqual(labels);
});

// Rules: docs/specification/application.md#guards
describe('Until the profile is there every way leads back to it', () => {
  test.each([
    [{ description: '' }, '/onboarding', true],
    [{ description: '' }, '/features', true],
    // A half-failed submission has already stored the description.
    [{ description: 'I like tea.' }, '/onboarding', true],
    [{ description: 'I like tea.' }, '/onboarding-complete', false],
    [{ description: 'I like tea.' }, '/dashboard', false],
    [null, '/features', false],
    [null, '/onboarding', false],
  ])('%j at %s', (user, pathname, expected) => {
    expect(isOnboarding(user, pathname)).toBe(expected);
  });
});
