import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { leave, render } from '#test/browser/render';
import { sampleMessage } from '#test/chat-samples';
import { CorrectionCard } from './correction-card';
import { type CorrectionDraft, CorrectionForm } from './correction-form';

describe('a correction that is written', () => {
  const original = 'I am agree';
  let kept: CorrectionDraft | null = null;
  const show = () =>
    render(
      <CorrectionForm
        original={original}
        partner={undefined}
        readDraft={async () => kept}
        onDraft={(draft) => {
          kept = draft;
        }}
        onSend={async () => undefined}
      />,
    );
  const note = () => page.getByRole('textbox', { name: 'A note' });

  test('is kept when it has only a note, and restored with it', async () => {
    kept = null;
    show();
    await note().fill('agree is a verb');
    expect(kept).toEqual({ text: original, kind: 'mistake', note: 'agree is a verb' });
    leave();
    show();
    await expect.element(note()).toHaveValue('agree is a verb');
    await userEvent.clear(note());
    expect(kept).toBeNull();
  });

  test('keeps its note while the text and the kind change', async () => {
    kept = null;
    show();
    await note().fill('a verb');
    await page.getByRole('textbox', { name: 'How you would say it' }).fill('I agree');
    await page.getByRole('radio', { name: 'More natural' }).click();
    expect(kept).toEqual({ text: 'I agree', kind: 'natural', note: 'a verb' });
    await expect.element(page.getByRole('button', { name: 'Send correction' })).toBeEnabled();
  });
});

describe('a correction that was received', () => {
  test('says whether its whole text is shown, and shows it', async () => {
    const message = sampleMessage(1, {
      content: 'I agree with you',
      corrects: { chatMessageId: sampleMessage(2).chatMessageId, kind: 'mistake' },
    });
    render(
      <CorrectionCard
        correction={{ message, original: 'I am agree with you' }}
        lang="en"
        authorName="Ben"
        foot="10:00"
        onMore={() => undefined}
      />,
    );
    const button = page.getByRole('button', { name: 'Whole text' });
    const whole = page.getByText('I agree with you', { exact: true });
    await expect.element(button).toHaveAttribute('aria-pressed', 'false');
    await expect.element(whole).not.toBeInTheDocument();
    await button.click();
    await expect.element(button).toHaveAttribute('aria-pressed', 'true');
    await expect.element(whole).toBeVisible();
    await userEvent.keyboard(' ');
    await expect.element(button).toHaveAttribute('aria-pressed', 'false');
    await expect.element(whole).not.toBeInTheDocument();
  });
});
