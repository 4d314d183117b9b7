import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
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
