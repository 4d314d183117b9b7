import type { UserLanguage } from '@parlance/contract/languages';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { leave, render } from '#test/browser/render';
import { LanguageEditor } from './language-editor';

let chosen: UserLanguage[];

function Editor({ voice, first }: { voice: 'learning' | 'speaks'; first: UserLanguage[] }) {
  const [languages, setLanguages] = useState(first);
  chosen = languages;
  return (
    <LanguageEditor
      voice={voice}
      languages={languages}
      onChange={setLanguages}
      suggestions={['de', 'es', 'fr']}
    />
  );
}

const german: UserLanguage = { languageCode: 'de', learning: true, proficiency: 0 };
const spanish: UserLanguage = { languageCode: 'es', learning: false, proficiency: 1 };
const field = () => page.getByRole('combobox');
const radio = (name: string) => page.getByRole('radio', { name, exact: true });

test('languages are added by name or suggestion, those of the other voice are not offered', async () => {
  render(<Editor voice="learning" first={[german, spanish]} />);
  await expect.element(page.getByRole('button', { name: 'Remove German' })).toBeVisible();
  expect(page.getByRole('button', { name: /^Spanish/ }).query()).toBeNull();
  await userEvent.fill(field(), 'Spanish');
  await expect.element(page.getByText('You already speak Spanish.')).toBeVisible();
  await userEvent.fill(field(), 'japan');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => chosen.map(({ languageCode }) => languageCode)).toEqual(['de', 'es', 'ja']);
  await expect.element(field()).toHaveValue('');
  await expect.element(field()).toHaveFocus();
  await userEvent.click(page.getByRole('button', { name: /French/ }));
  await expect.poll(() => chosen.at(-1)).toEqual({ languageCode: 'fr', learning: true, proficiency: 0 });
});

test.each([
  ['learning', 'Beginner'],
  ['speaks', 'Native'],
] as const)(
  'a suggestion that is pressed hands the focus to the level of its language: %s',
  async (voice, level) => {
    render(<Editor voice={voice} first={[]} />);
    const french = page.getByRole('button', { name: /French/ });
    await expect.element(french).toBeVisible();
    french.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(radio(level)).toHaveFocus();
  },
);

test('the focus moves to the field when a language is removed', async () => {
  render(<Editor voice="learning" first={[german, spanish]} />);
  await userEvent.click(page.getByRole('button', { name: 'Remove German' }));
  await expect.element(field()).toHaveFocus();
  expect(chosen).toEqual([spanish]);
});

test('each learned language has a level of its own', async () => {
  const italian: UserLanguage = { languageCode: 'it', learning: true, proficiency: 0 };
  render(<Editor voice="learning" first={[german, italian]} />);
  const levelIn = (language: string, level: string) =>
    page.getByRole('group', { name: `Your level in ${language}` }).getByRole('radio', { name: level });
  await userEvent.click(levelIn('Italian', 'Fluent'));
  await expect.element(levelIn('Italian', 'Fluent')).toBeChecked();
  await expect.element(levelIn('German', 'Beginner')).toBeChecked();
  expect(chosen[0]).toEqual(german);
});

test('a level is that of its language; a known language says whether it is native once asked', async () => {
  render(<Editor voice="learning" first={[german]} />);
  await expect.element(radio('Beginner')).toBeChecked();
  await userEvent.click(radio('Advanced'));
  await expect.element(radio('Advanced')).toBeChecked();
  expect(chosen[0]?.proficiency).toBeGreaterThan(0.3);
  leave();
  render(<Editor voice="speaks" first={[spanish]} />);
  await expect.element(radio('Native')).not.toBeChecked();
  await expect.element(radio('Fluent')).not.toBeChecked();
  await userEvent.click(radio('Fluent'));
  await expect.element(radio('Fluent')).toBeChecked();
  expect(chosen).toEqual([{ ...spanish, isNative: false }]);
});
