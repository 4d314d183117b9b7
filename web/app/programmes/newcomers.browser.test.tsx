import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '#lib/query-client';
import { server } from '#test/browser/network';
import { at, coordinatorView, programmeSample } from '#test/browser/programme-samples';
import { coordinatorAddress, emptyOverview, showCoordinator as show } from '#test/browser/programme-screens';
import { leave, ownUserId, render } from '#test/browser/render';
import OperatorPage from './operator/operator-page';

// Dead ends that people new to the coordinator's screens ran into.

let programme: typeof programmeSample;
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => {
  programme = programmeSample;
  server.answer('getProgramme', () => coordinatorView(programme));
  server.answer('listStudents', () => ({ count: 0, students: [] }));
  server.answer('listProgrammeInvitations', () => ({ count: 0, invitations: [] }));
});

test('operators open the programme that they coordinate from the list', async () => {
  const person = { userId: ownUserId, name: 'Ada', description: '', profileImageUrl: null, createdAt: at };
  let coordinators = [person];
  server.answer('listAllProgrammes', () => ({
    count: 1,
    canTry: false,
    programmes: [{ ...programme, coordinators }],
  }));
  const open = page.getByRole('link', { name: 'Open the programme' });
  render(<OperatorPage />);
  await expect.element(open).toHaveAttribute('href', coordinatorAddress);
  leave();
  queryClient.clear();
  coordinators = [];
  render(<OperatorPage />);
  await expect.element(page.getByRole('heading', { name: 'Tandem spring' })).toBeVisible();
  await expect.element(open).not.toBeInTheDocument();
});

test('an ended programme offers no invitation link, which the server would refuse', async () => {
  programme = { ...programme, state: 'closed' };
  show('/students');
  await expect.element(page.getByRole('heading', { name: 'Invitations' })).toBeVisible();
  await expect.element(button('New invitation link')).not.toBeInTheDocument();
  await expect.element(page.getByText('Nobody has joined.', { exact: true })).toBeVisible();
});

test('the settings of a term have only the fields that can still be changed', async () => {
  programme = { ...programme, state: 'running' };
  server.answer('getProgrammeOverview', () => emptyOverview);
  show();
  await button('Change the settings').click();
  await expect.element(page.getByLabelText('Last day of the term')).toBeVisible();
  for (const label of [
    'Last day of registration',
    'First day of the term',
    'Any member can join, without an invitation',
  ])
    await expect.element(page.getByLabelText(label)).not.toBeInTheDocument();
});

test('an empty or incomplete day is asked for in plain words', async () => {
  programme = { ...programme, state: 'draft' };
  server.answer('getProgrammeOverview', () => emptyOverview);
  show();
  for (const label of ['Last day of registration', 'All data are erased on']) {
    const day = page.getByLabelText(label);
    await day.fill('');
    await button('Save').click();
    await expect.element(day).toHaveFocus();
    await expect.element(day).toHaveAccessibleDescription('Please choose a day.');
    await day.fill('2026-12-31');
    await expect.element(day).not.toHaveAttribute('aria-invalid');
  }
});

test('the title of the page names the screen before the programme', async () => {
  show('/students');
  await expect.poll(() => document.title).toMatch(/^Students · Tandem spring/);
});
