import { ApiError } from '@parlance/contract/errors';
import type { UserLanguage } from '@parlance/contract/languages';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { leave, ownUserId, render } from '#test/browser/render';
import Onboarding from './onboarding';
import { unfinishedKey } from './unfinished-mark';

const languages = [
  { languageCode: 'ja' as const, learning: true, proficiency: 0.2 },
  { languageCode: 'en' as const, learning: false, proficiency: 1 },
];
const interests = ['Basic Phrases', 'Travel', 'Business', 'Food', 'Culture'];
let sent: string[];

const show = (step: string, user: { description?: string; interests?: string[] } = {}) =>
  render(
    <Routes>
      <Route path="/onboarding" element={<Onboarding />} />
      <Route path="/onboarding-complete" element={<h1>All set</h1>} />
      <Route path="/dashboard" element={<h1>Find partners</h1>} />
    </Routes>,
    {
      at: `/onboarding${step && `?step=${step}`}`,
      user: { description: '', interests, ...user },
      profile: { languages },
    },
  );
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name });

/** A picture of one colour. */
async function picture(): Promise<File> {
  const canvas = new OffscreenCanvas(300, 300);
  canvas.getContext('2d')?.fillRect(0, 0, 300, 300);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'me.png', { type: 'image/png' });
}

beforeEach(() => {
  sent = [];
  server.answer('updateUser', () => {
    sent.push('updateUser');
    return {};
  });
});

test('a picture that is being cropped keeps the profile from being finished, and the focus returns', async () => {
  show('profile');
  await userEvent.fill(field('About Me'), 'I like trains.');
  await expect.element(button('Finish')).toBeEnabled();
  const chooser = page.getByLabelText('Choose picture');
  const input = chooser.element() as HTMLInputElement;
  await userEvent.upload(chooser, await picture());
  // A field that keeps its file tells nothing when the same file is chosen again.
  expect(input.value).toBe('');
  await expect.element(button('Save Crop')).toBeEnabled();
  await expect.element(button('Finish')).toBeDisabled();
  // Enter in a field submits, too.
  await userEvent.click(field('Name'));
  await userEvent.keyboard('{Enter}');
  await userEvent.click(button('Cancel'));
  await expect.element(chooser).toHaveFocus();
  await expect.element(button('Finish')).toBeEnabled();
  expect(sent).toEqual([]);
  await userEvent.upload(chooser, await picture());
  await userEvent.click(button('Save Crop'));
  await expect.element(button('Remove')).toBeVisible();
  await expect.element(button('Finish')).toBeEnabled();
  await userEvent.click(button('Remove'));
  await expect.element(button('Remove')).not.toBeInTheDocument();
  await expect.element(chooser).toHaveFocus();
});

test('leaving the step while a picture is being cropped does not keep the profile from being finished', async () => {
  show('profile');
  await userEvent.fill(field('About Me'), 'I like trains.');
  await userEvent.upload(page.getByLabelText('Choose picture'), await picture());
  await expect.element(button('Finish')).toBeDisabled();
  await userEvent.click(button('Back'));
  await userEvent.click(button('Continue'));
  await expect.element(field('About Me')).toHaveValue('I like trains.');
  await expect.element(button('Finish')).toBeEnabled();
});

test('a failed submission keeps everything, also where the member came from, and says so on the last step', async () => {
  server.answer('updateUser', () => {
    throw new ApiError('ServerError');
  });
  const { router } = show('profile');
  const state = { returnTo: '/chats' };
  await router.navigate('/onboarding?step=profile', { state });
  await userEvent.fill(field('About Me'), 'I like trains.');
  await userEvent.click(button('Finish'));
  await expect.element(page.getByText(/Everything you entered is still here: press Finish/)).toBeVisible();
  await expect.element(field('About Me')).toHaveValue('I like trains.');
  expect(router.state.location.state).toEqual(state);
});

test('a step that cannot be shown yet leads to the one that is missing, and from there back to where the member came from', async () => {
  const { router } = show('', { interests: interests.slice(0, 4) });
  const state = { returnTo: '/chats' };
  await router.navigate('/onboarding?step=profile', { state });
  await expect.poll(() => router.state.location.search).toBe('?step=interests');
  expect(router.state.location.state).toEqual(state);
  expect(router.state.historyAction).toBe('REPLACE');
});

test('steps count, move the focus to their heading, and interests say how many are missing', async () => {
  const { router } = show('', { interests: interests.slice(0, 4) });
  const progress = page.getByRole('progressbar', { name: 'Your profile' });
  await expect.element(progress).toHaveAttribute('aria-valuetext', 'Step 4 of 5');
  await router.navigate('/onboarding');
  await expect.element(progress).toHaveAttribute('aria-valuetext', 'Step 1 of 5');
  await userEvent.click(button('Continue'));
  await expect.element(page.getByRole('heading', { level: 1, name: /^And what languages/ })).toHaveFocus();
  await userEvent.click(button('Continue'));
  await expect.element(progress).toHaveAttribute('aria-valuetext', 'Step 3 of 5');
  await userEvent.click(button('Continue'));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Choose your interests' })).toHaveFocus();
  await expect.element(button('4/5 selected')).toBeDisabled();
  await userEvent.click(page.getByRole('checkbox', { name: 'Culture' }));
  await expect.element(button('Continue')).toBeEnabled();
  await userEvent.click(button('Back'));
  await expect.element(progress).toHaveAttribute('aria-valuetext', 'Step 3 of 5');
});

test('what was entered survives a reload, at the step where it was left', async () => {
  show('profile');
  await userEvent.fill(field('About Me'), 'I like trains.');
  await userEvent.fill(field('Name'), 'Ada L.');
  leave();
  show('');
  await expect.element(field('About Me')).toHaveValue('I like trains.');
  await expect.element(field('Name')).toHaveValue('Ada L.');
});

test('a finished profile goes on to the search', async () => {
  show('', { description: 'Likes tea' });
  await expect.element(page.getByRole('heading', { name: 'Find partners' })).toBeVisible();
});

test('a finished submission is stored once, says how far it is, and leads on to where the member came from', async () => {
  const held = Promise.withResolvers<void>();
  server.answer('updateUser', async () => {
    sent.push('updateUser');
    await held.promise;
    return {};
  });
  const { router } = show('profile');
  const state = { returnTo: '/chats' };
  await router.navigate('/onboarding?step=profile', { state });
  await userEvent.fill(field('About Me'), 'I like trains.');
  await userEvent.click(button('Finish'));
  const heading = page.getByRole('heading', { level: 1, name: /^Customizing/ });
  await expect.element(heading).toHaveFocus();
  const progress = page.getByRole('progressbar', { name: 'Saving your profile' });
  await expect.element(progress).toHaveAttribute('aria-valuetext', '0%');
  expect(sessionStorage.getItem(unfinishedKey)).toBe(ownUserId);
  held.resolve();
  await expect.element(page.getByRole('heading', { name: 'All set' })).toBeVisible();
  expect([sent, sessionStorage.length]).toEqual([['updateUser'], 0]);
  expect(router.state.location.state).toEqual(state);
  expect(router.state.historyAction).toBe('REPLACE');
});

test('a submission that was interrupted says so, and the next one asks what is stored', async () => {
  // Only calls by fetch reach the server of the test.
  const { XMLHttpRequest } = globalThis;
  Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
  onTestFinished(() => void Object.assign(globalThis, { XMLHttpRequest }));
  sessionStorage.setItem(unfinishedKey, ownUserId);
  server.answer('listOwnLanguages', () => ({ languages: languages as UserLanguage[] }));
  server.answer('updateProfileImage', () => ({}));
  show('profile', { description: 'Likes tea' });
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Saving was interrupted\./);
  await userEvent.click(button('Finish'));
  await expect.element(page.getByRole('heading', { name: 'All set' })).toBeVisible();
  // The languages are stored already.
  expect(server.received.map(({ name }) => name).filter((name) => /Language|Image/.test(name))).toEqual([
    'listOwnLanguages',
    'updateProfileImage',
  ]);
});

test('a file that is no picture is refused by its name, can be chosen again, and leaves nothing behind', async () => {
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  onTestFinished(() => revoked.mockRestore());
  show('profile');
  const chooser = page.getByLabelText('Choose picture');
  for (let nth = 1; nth <= 2; nth++) {
    await userEvent.upload(chooser, new File(['words'], 'words.txt', { type: 'image/png' }));
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'This file cannot be read as a picture.' }))
      .toBeVisible();
    await expect.element(chooser).toHaveFocus();
    expect((chooser.element() as HTMLInputElement).value).toBe('');
    expect(revoked).toHaveBeenCalledTimes(nth);
  }
  await userEvent.upload(chooser, await picture());
  await expect.element(button('Save Crop')).toBeEnabled();
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Crop');
  const zoom = page.getByRole('slider', { name: 'Zoom' });
  await expect.element(zoom).toHaveAttribute('aria-valuetext', '1.0 times');
  await userEvent.click(button('Save Crop'));
  expect(page.getByText('This file cannot be read as a picture.').query()).toBeNull();
  await userEvent.click(button('Remove'));
  await expect.element(chooser).toBeInTheDocument();
});

test('the account is named, with a way to leave it', async () => {
  server.answer('endSession', () => ({}));
  show('');
  await expect.element(page.getByText('Signed in as ada@example.org')).toBeVisible();
  await userEvent.click(button('Logout'));
  await expect.poll(() => server.params('endSession')).toHaveLength(1);
});
