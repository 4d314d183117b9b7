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
