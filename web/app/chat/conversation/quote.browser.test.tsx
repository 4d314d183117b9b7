import type { QuotedMessage } from '@parlance/contract/chat';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#test/browser/render';
import { setLanguage } from '#test/browser/surroundings';
import { Quote } from './quote';

const quotedOf = (excerpt: string): QuotedMessage => ({
  chatMessageId: '00000000-0000-7000-8000-000000000001',
  userId: '00000000-0000-7000-8000-000000000002',
  excerpt,
  kind: 'text',
  isDeleted: false,
});

const show = (excerpt: string) =>
  render(
    <div style={{ width: 240 }}>
      <Quote quoted={quotedOf(excerpt)} authorName="Omar" />
    </div>,
  );

test('a long quote in Latin letters keeps the direction of its lines in Arabic, so that its ellipsis shows', async () => {
  await setLanguage('ar');
  const long =
    'A tower seen from below, with a caption that is long enough for three lines of a narrow bubble';
  show(long);
  const words = page.getByText(long, { exact: true });
  await expect.element(words).toHaveStyle({ direction: 'ltr', textAlign: 'start' });
  const { clientHeight, scrollHeight } = words.element();
  expect(scrollHeight).toBeGreaterThan(clientHeight);
});

test('a short quote begins at the line beside it, also in Arabic', async () => {
  await setLanguage('ar');
  show('Hello');
  const words = page.getByText('Hello', { exact: true });
  await expect.element(words).toBeVisible();
  const author = page.getByText('Omar', { exact: true }).element().getBoundingClientRect();
  const { right, width } = words.element().getBoundingClientRect();
  expect(right).toBeCloseTo(author.right, 0);
  // Text of the other direction is at the far side of a box that is wider than it.
  expect(width).toBeLessThan(author.width / 2);
});
