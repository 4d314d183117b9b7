import { ApiError } from '@parlance/contract/errors';
import type { FullProfile } from '@parlance/contract/people';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { Button } from '#ui/button';
import { MoreMenu } from './more-menu';

const mallory: FullProfile = {
  userId: '00000000-0000-7000-8000-00000000000b',
  name: 'Mallory',
  description: 'Buy my course',
  profileImageUrl: '/media/profile-images/none.jpg',
  createdAt: new Date('2026-01-02T03:04:05.000Z'),
  languages: [],
};

const showMenu = (profile: FullProfile) =>
  render(<MoreMenu profile={profile} trigger={<Button>More</Button>} opensAtOnce={false} />);
const choices = () =>
  [...page.getByLabelText('What is it about?').element().querySelectorAll('option')].map(
    (option) => option.textContent,
  );

beforeEach(() => server.answer('reportProfile', () => ({})));

test('a profile is reported from its menu, with the part, the reason and a text', async () => {
  showMenu(mallory);
  await userEvent.click(page.getByRole('button', { name: 'More' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Report profile' }));
  await expect.element(page.getByRole('dialog', { name: 'Report this profile' })).toBeVisible();
  expect(choices()).toEqual(['The picture', 'The name', 'The description', 'Something else']);
  await userEvent.selectOptions(page.getByLabelText('What is it about?'), 'description');
  await expect.element(page.getByText('Buy my course')).toBeVisible();
  await userEvent.selectOptions(page.getByLabelText('What is wrong with it?'), 'spam');
  await userEvent.type(page.getByLabelText('Anything to add?'), 'It is everywhere');
  await userEvent.click(page.getByRole('button', { name: 'Report', exact: true }));
  await expect.element(page.getByText('Thank you. The profile was reported.')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const [sent, ...more] = server.received.filter(({ name }) => name === 'reportProfile');
  expect(more).toEqual([]);
  expect([sent?.params.userId, sent?.payload]).toEqual([
    mallory.userId,
    { about: 'description', reason: 'spam', text: 'It is everywhere' },
  ]);
});

test('the picture is offered only where there is one', async () => {
  showMenu({ ...mallory, profileImageUrl: null });
  await userEvent.click(page.getByRole('button', { name: 'More' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Report profile' }));
  await expect.element(page.getByLabelText('What is it about?')).toHaveValue('name');
  expect(choices()).toEqual(['The name', 'The description', 'Something else']);
});

test('a report above the limit says how long to wait and keeps the text', async () => {
  server.answer('reportProfile', () => {
    throw new ApiError('TooManyRequests', { timeout: 1500 });
  });
  showMenu(mallory);
  await userEvent.click(page.getByRole('button', { name: 'More' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Report profile' }));
  await userEvent.type(page.getByLabelText('Anything to add?'), 'It never ends');
  const report = page.getByRole('button', { name: 'Report', exact: true });
  await userEvent.click(report);
  const wait = 'That was a lot at once. Please try again in 25 minutes.';
  await expect.element(page.getByRole('alert').getByText(wait)).toBeVisible();
  await expect.element(page.getByLabelText('Anything to add?')).toHaveValue('It never ends');
  server.answer('reportProfile', () => ({}));
  await userEvent.click(report);
  await expect.element(page.getByText('Thank you. The profile was reported.')).toBeVisible();
});

test('what is reported is shown, and a report that was given up is forgotten', async () => {
  showMenu({ ...mallory, description: 'x'.repeat(250) });
  const open = async () => {
    await userEvent.click(page.getByRole('button', { name: 'More' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Report profile' }));
  };
  await open();
  const dialog = page.getByRole('dialog');
  await userEvent.selectOptions(page.getByLabelText('What is it about?'), 'name');
  await expect.element(dialog.getByText('Mallory', { exact: true })).toBeVisible();
  await userEvent.selectOptions(page.getByLabelText('What is it about?'), 'description');
  const preview = dialog.getByText(/^x+/);
  await expect.element(preview).toBeVisible();
  expect([...(preview.element().textContent ?? '')].length).toBeLessThanOrEqual(201);
  await userEvent.type(page.getByLabelText('Anything to add?'), 'Never sent');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await open();
  await expect.element(page.getByLabelText('What is it about?')).toHaveValue('picture');
  await expect.element(page.getByLabelText('Anything to add?')).toHaveValue('');
});
