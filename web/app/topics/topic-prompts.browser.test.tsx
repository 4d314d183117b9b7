import { ApiError } from '@parlance/contract/errors';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { setLanguage } from '#test/browser/surroundings';
import { TopicPrompts } from './topic-prompts';

test('a question in a left-to-right language begins at the edge of a right-to-left page', async () => {
  await setLanguage('ar');
  const text = 'When do you like to drink tea?';
  server.answer('listTopics', () => ({
    topics: [{ topicId: 'tea', languageCode: 'en', band: 'A1-A2', text, starter: 'I like to drink tea ...' }],
  }));
  render(<TopicPrompts partnerUserId="00000000-0000-7000-8000-000000000009" />);
  await expect.element(page.getByText(text)).toHaveStyle({ textAlign: 'right', direction: 'ltr' });
});

const teaTopic = {
  topicId: 'tea',
  languageCode: 'en' as const,
  band: 'A1-A2' as const,
  text: 'When do you drink tea?',
  starter: 'I drink tea ...',
};

test('a topic is pressed as a whole, with its beginning of an answer; without a use for it nothing can be pressed', async () => {
  const picked: string[] = [];
  server.answer('listTopics', () => ({
    topics: [teaTopic, { ...teaTopic, topicId: 'sea', text: 'The sea?', starter: null }],
  }));
  const partnerUserId = '00000000-0000-7000-8000-000000000019';
  render(
    <>
      <TopicPrompts partnerUserId={partnerUserId} onPick={({ topicId }) => picked.push(topicId)} />
      <TopicPrompts partnerUserId={partnerUserId} />
    </>,
  );
  const buttons = page.getByRole('button');
  await expect
    .poll(() => buttons.elements().map(({ textContent }) => textContent))
    .toEqual(['When do you drink tea?An answer may begin: I drink tea ...', 'The sea?']);
  await userEvent.click(buttons.first());
  expect(picked).toEqual(['tea']);
  expect(page.getByRole('listitem').elements()).toHaveLength(4);
});

test('topics that could not be loaded are asked for again on request; used up ones say so', async () => {
  server.answer('listTopics', () => {
    throw new ApiError('ServerError');
  });
  render(<TopicPrompts partnerUserId="00000000-0000-7000-8000-000000000029" />);
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => server.payloads('listTopics').length).toBeGreaterThan(1);
  server.answer('listTopics', () => ({ topics: [] }));
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByText('You two have talked about all of our topics.')).toBeVisible();
});

test('topics that are shown do not change when the member returns to the page', async () => {
  server.answer('listTopics', () => ({ topics: [teaTopic] }));
  render(<TopicPrompts partnerUserId="00000000-0000-7000-8000-000000000039" />);
  await expect.element(page.getByText('When do you drink tea?')).toBeVisible();
  window.dispatchEvent(new Event('visibilitychange'));
  await userEvent.keyboard('{Shift}');
  await expect.poll(() => server.payloads('listTopics')).toHaveLength(1);
});

test('each partner has topics of their own', async () => {
  const idOf = (serial: number) => `00000000-0000-7000-8000-0000000000${serial}`;
  server.answer('listTopics', ({ payload, params }) => {
    const { userId } = { ...payload, ...params };
    return { topics: [{ ...teaTopic, text: `For ${userId}`, starter: null }] };
  });
  render(
    <>
      <TopicPrompts partnerUserId={idOf(49)} />
      <TopicPrompts partnerUserId={idOf(59)} />
    </>,
  );
  await expect.element(page.getByText(`For ${idOf(49)}`)).toBeVisible();
  await expect.element(page.getByText(`For ${idOf(59)}`)).toBeVisible();
});
