import { ApiError } from '@parlance/contract/errors';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { leave, render } from '#test/browser/render';
import Onboarding from './onboarding';

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
  await userEvent.upload(chooser, await picture());
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
});

test('a failed submission keeps everything and says so on the last step', async () => {
  server.answer('updateUser', () => {
    throw new ApiError('ServerError');
  });
  show('profile');
  await userEvent.fill(field('About Me'), 'I like trains.');
  await userEvent.click(button('Finish'));
  await expect.element(page.getByText(/Everything you entered is still here: press Finish/)).toBeVisible();
  await expect.element(field('About Me')).toHaveValue('I like trains.');
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
