import { correctionMaxLength, correctionNoteMaxLength } from '@parlance/contract/corrections';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { leave, render } from '#test/browser/render';
import { ben } from '#test/browser/samples';
import { sampleMessage } from '#test/chat-samples';
import { CorrectionCard } from './correction-card';
import { type CorrectionDraft, CorrectionForm } from './correction-form';
import { DifferenceWords } from './difference-words';

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

test('a correction without words cannot be sent; one without a change confirms the message', async () => {
  render(
    <CorrectionForm
      original="I agree"
      partner={undefined}
      readDraft={async () => null}
      onDraft={() => undefined}
      onSend={async () => undefined}
    />,
  );
  const text = page.getByRole('textbox', { name: 'How you would say it' });
  await expect.element(page.getByRole('button', { name: 'Looks right' })).toBeEnabled();
  await text.fill('   ');
  await expect.element(page.getByRole('button', { name: 'Send correction' })).toBeDisabled();
});

test.each([
  [null, 'mistake', 'I agree with you', 'You corrected a mistake'],
  [null, 'natural', 'I agree with you', 'You suggested a more natural way'],
  [null, 'natural', 'I agree', 'You: this looks right'],
  ['Ben', 'mistake', 'I agree with you', 'Ben corrected a mistake'],
  ['Ben', 'natural', 'I agree with you', 'Ben suggests a more natural way'],
  ['Ben', 'natural', 'I agree', 'Ben: this looks right'],
] as const)('a correction of %s (%s: %s) is named', async (authorName, kind, content, words) => {
  const corrects = { chatMessageId: sampleMessage(2).chatMessageId, kind };
  render(
    <CorrectionCard
      correction={{ message: sampleMessage(1, { content, corrects }), original: 'I agree' }}
      lang="en"
      authorName={authorName}
      foot="10:00"
      onMore={() => undefined}
    />,
  );
  await expect.element(page.getByText(words)).toBeVisible();
  const whole = page.getByRole('button', { name: 'Whole text' }).elements();
  expect(whole).toHaveLength(content === 'I agree' ? 0 : 1);
});

test('a correction is sent without the spaces around it, and not while the text or the note is too long', async () => {
  const sent: CorrectionDraft[] = [];
  render(
    <CorrectionForm
      original="I am agree"
      partner={undefined}
      readDraft={() => Promise.reject(new Error('no storage'))}
      onDraft={() => undefined}
      onSend={async (correction) => void sent.push(correction)}
    />,
  );
  const text = page.getByRole('textbox', { name: 'How you would say it' });
  const note = page.getByRole('textbox', { name: 'A note' });
  const send = page.getByRole('button', { name: 'Send correction' });
  await text.fill(`${'😀'.repeat(correctionMaxLength + 1)} `);
  await expect.element(page.getByText('1 character too long.')).toBeVisible();
  await expect.element(send).toBeDisabled();
  await text.fill('😀'.repeat(correctionMaxLength));
  await expect.element(send).toBeEnabled();
  await note.fill('😀'.repeat(correctionNoteMaxLength + 2));
  await expect.element(page.getByText('2 characters too long.')).toBeVisible();
  await expect.element(send).toBeDisabled();
  await text.fill('  I agree ');
  await note.fill(' a verb ');
  await page.getByRole('radio', { name: 'More natural' }).click();
  await send.click();
  expect(sent).toEqual([{ text: 'I agree', kind: 'natural', note: 'a verb' }]);
});

test('what changes is read aloud in words, also a space', async () => {
  render(<DifferenceWords original="I goed home to day" corrected="I went home today" lang="en" />);
  const heard = () =>
    [...document.querySelectorAll('del, ins')].map((part) => [
      part.tagName,
      part.querySelector('[aria-hidden="true"]')?.textContent,
      part.querySelector('.sr-only')?.textContent,
    ]);
  await expect.poll(heard).toEqual([
    ['DEL', 'goed', '(removed: goed)'],
    ['INS', 'went', '(added: went)'],
    ['DEL', 'to day', '(removed: to day)'],
    ['INS', 'today', '(added: today)'],
  ]);
  leave();
  render(<DifferenceWords original="a b" corrected="ab" />);
  await expect.poll(() => document.querySelector('del, ins')).not.toBeNull();
  leave();
  render(<DifferenceWords original="a, b" corrected="a,  b" />);
  await expect.poll(() => heard().map(([, , words]) => words)).toContain('(added: a space)');
});

test('a correction that is written shows what it changes, and whether its reader asked for one', async () => {
  render(
    <CorrectionForm
      original="I am agree"
      partner={{ ...ben, languages: [], correctMe: 'asked' }}
      readDraft={async () => null}
      onDraft={() => undefined}
      onSend={async () => undefined}
    />,
  );
  const text = page.getByRole('textbox', { name: 'How you would say it' });
  const changes = page.getByRole('region', { name: 'What you change' });
  await expect.element(text).toHaveValue('I am agree');
  await expect.element(page.getByText('Ben: corrections only when asked for.')).toBeVisible();
  expect(changes.query()).toBeNull();
  await text.fill('I agree');
  await expect.element(changes.getByText('am')).toBeVisible();
  await text.fill(' ');
  await expect.element(changes).not.toBeInTheDocument();
});

test('a correction is copied without what it corrects', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => write.mockRestore());
  const corrects = { chatMessageId: sampleMessage(2).chatMessageId, kind: 'mistake' as const };
  render(
    <CorrectionCard
      correction={{ message: sampleMessage(1, { content: 'I agree', corrects }), original: 'I am agree' }}
      lang="en"
      authorName="Ben"
      foot="10:00"
      onMore={() => undefined}
    />,
  );
  await userEvent.click(page.getByRole('button', { name: 'Copy the correction' }));
  expect(write.mock.calls).toEqual([['I agree']]);
});
