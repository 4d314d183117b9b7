import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#test/browser/render';
import { TextComposer } from './text-composer';

const sent: string[] = [];

function Composer({ isAfterRecording = false }) {
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
      isAfterRecording={isAfterRecording}
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
  // The caret stands behind it.
  await userEvent.click(page.getByRole('button', { name: '🍵' }));
  await expect.element(field).toHaveValue('Hola🎉🍵!');
  await userEvent.keyboard('{Escape}');
  await expect
    .element(page.getByRole('button', { name: 'Emoji and pictures' }))
    .toHaveAttribute('aria-expanded', 'false');
});

test.each([
  ['a keyboard', true, false, 'textarea'],
  ['a touch screen, whose keyboard would cover the conversation', false, false, 'body'],
  ['a touch screen after a recording', false, true, 'button[aria-label="Record a voice message"]'],
] as const)(
  'a conversation that opens on a device with %s',
  async (_device, matches, isAfterRecording, focused) => {
    const media = vi.spyOn(window, 'matchMedia').mockReturnValue({ matches } as MediaQueryList);
    onTestFinished(() => media.mockRestore());
    render(<Composer isAfterRecording={isAfterRecording} />);
    await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
    expect(document.activeElement?.matches(focused)).toBe(true);
  },
);
