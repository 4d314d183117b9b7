import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#test/browser/render';
import { TextComposer } from './text-composer';

const sent: string[] = [];

function Composer() {
  const [text, setText] = useState('');
  return (
    <TextComposer
      text={text}
      maxLength={10}
      canBeEmpty={false}
      isEditing={false}
      onTextChange={setText}
      onSend={(typed) => {
        sent.push(typed);
        setText('');
      }}
      onPictures={null}
      isMicrophoneStarting={false}
      onRecord={() => undefined}
    />
  );
}

test('the button of the emoji says whether they are open, and sending closes them', async () => {
  render(<Composer />);
  const emoji = page.getByRole('button', { name: 'Emoji and pictures' });
  const field = page.getByRole('textbox', { name: 'Message' });
  await expect.element(emoji).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(emoji);
  await expect.element(emoji).toHaveAttribute('aria-expanded', 'true');
  await userEvent.fill(field, 'Hola');
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.element(emoji).toHaveAttribute('aria-expanded', 'false');
  await expect.element(field).toHaveFocus();
  expect(sent).toEqual(['Hola']);
});

test('the length is counted as the server counts it, and a text that is too long is not sent', async () => {
  sent.length = 0;
  render(<Composer />);
  const field = page.getByRole('textbox', { name: 'Message' });
  // Ten characters of two UTF-16 units each.
  await userEvent.fill(field, '🎈'.repeat(10));
  await expect.element(page.getByRole('button', { name: 'Send' })).toBeEnabled();
  expect(page.getByText(/too long/).query()).toBeNull();
  await userEvent.fill(field, `${'🎈'.repeat(12)} `);
  await expect.element(page.getByText('2 characters too long for one message.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send' })).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  await userEvent.fill(field, '🎈'.repeat(11));
  await expect.element(page.getByText('1 character too long for one message.')).toBeVisible();
  await userEvent.fill(field, '🎈'.repeat(10));
  await userEvent.keyboard('{Enter}');
  expect(sent).toEqual(['🎈'.repeat(10)]);
});

test('an emoji is inserted at the caret, and Escape in the panel closes it', async () => {
  render(<Composer />);
  const field = page.getByRole('textbox', { name: 'Message' });
  await userEvent.fill(field, 'Hola!');
  await userEvent.keyboard('{ArrowLeft}');
  await userEvent.click(page.getByRole('button', { name: 'Emoji and pictures' }));
  await userEvent.click(page.getByRole('button', { name: '🎉' }));
  await expect.element(field).toHaveValue('Hola🎉!');
  await userEvent.keyboard('{Escape}');
  await expect
    .element(page.getByRole('button', { name: 'Emoji and pictures' }))
    .toHaveAttribute('aria-expanded', 'false');
});
