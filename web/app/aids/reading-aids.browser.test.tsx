import type { UserLanguage } from '@parlance/contract/languages';
import type { FullProfile } from '@parlance/contract/people';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { leave, render } from '#test/browser/render';
import { ben } from '#test/browser/samples';
import { sampleMessage } from '#test/chat-samples';
import { BelowAids } from './below-aids';
import { keepLanguage, keptLanguages } from './kept-languages';
import { knownLanguageOf } from './known-languages';
import { ReadingAids } from './reading-aids';
import { useLanguageShare } from './use-language-share';

const language = (languageCode: UserLanguage['languageCode'], learning: boolean): UserLanguage => ({
  languageCode,
  learning,
  proficiency: 0.5,
});
const partner: FullProfile = { ...ben, languages: [language('ja', false), language('en', true)] };
let own: UserLanguage[];
let done: number;
const button = (name: string | RegExp) => page.getByRole('button', { name });
const names = () =>
  page
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent);

function Aids({ message }: { message: ReturnType<typeof sampleMessage> }) {
  const [panel, setPanel] = useState<{ title: string; body: ReactNode } | null>(null);
  return (
    <ul>
      <li>
        <ReadingAids
          message={message}
          partner={partner}
          onDone={() => {
            done += 1;
            setPanel(null);
          }}
          onShow={setPanel}
        />
        {panel && <section aria-label={panel.title}>{panel.body}</section>}
        <BelowAids message={message} />
      </li>
    </ul>
  );
}
const show = (content: string, hasTranslation = false, serial = 301) =>
  render(<Aids message={sampleMessage(serial, { content })} />, { staticData: { hasTranslation } });

beforeEach(() => {
  done = 0;
  own = [language('en', false), language('ja', true)];
  server.answer('listOwnLanguages', () => ({ languages: own }));
  server.answer('translateMessage', () => ({ text: 'It is raining.', languageCode: 'en' }));
  vi.spyOn(speechSynthesis, 'getVoices').mockReturnValue([]);
  vi.stubGlobal('Translator', undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a message', () => {
  test('is translated by the server where it has a translator, up to a thousand characters', async () => {
    show('雨です。', true);
    await userEvent.click(button('Translate'));
    await expect.element(page.getByText('It is raining.')).toBeVisible();
    await expect.poll(() => server.payloads('translateMessage')).toEqual([{ languageCode: 'en' }]);
    expect(done).toBe(1);
    leave();
    show('😀雨'.repeat(500), true, 302);
    await expect.element(button('Translate')).toBeVisible();
    leave();
    show(`${'😀雨'.repeat(500)}で`, true, 303);
    await expect.element(button('Show reading')).toBeVisible();
    expect(button('Translate').query()).toBeNull();
  });

  test('is not offered a translation that nobody makes', async () => {
    show('雨です。');
    await expect.element(button('Show reading')).toBeVisible();
    expect(button('Translate').query()).toBeNull();
  });

  test('is translated by the device where the server has no translator', async () => {
    vi.stubGlobal('Translator', {
      availability: async ({ sourceLanguage, targetLanguage }: Record<string, string>) =>
        sourceLanguage === 'ja' && targetLanguage === 'en' ? 'available' : 'unavailable',
      create: async () => ({ translate: async () => 'It rains.' }),
    });
    show('雨です。', false, 309);
    await userEvent.click(button('Translate'));
    await expect.element(page.getByText('It rains.')).toBeVisible();
    await expect.element(page.getByText('Translated into English by this device')).toBeVisible();
    expect(server.payloads('translateMessage')).toEqual([]);
  });

  test('is read aloud by a voice of its language, until it ends or is stopped', async () => {
    const voice = { lang: 'ja-JP', localService: true } as SpeechSynthesisVoice;
    vi.mocked(speechSynthesis.getVoices).mockReturnValue([voice]);
    // The browser takes only voices of its own.
    vi.stubGlobal('SpeechSynthesisUtterance', function (this: { text: string }, text: string) {
      this.text = text;
    });
    const speak = vi.spyOn(speechSynthesis, 'speak').mockReturnValue();
    const cancel = vi.spyOn(speechSynthesis, 'cancel').mockReturnValue();
    const isRead = page.getByText(/^Reading aloud…/);
    show('雨です。', false, 310);
    await userEvent.click(button('Read aloud'));
    await expect.element(isRead).toBeVisible();
    expect(done).toBe(1);
    const [utterance] = speak.mock.lastCall ?? [];
    expect([utterance?.text, utterance?.voice]).toEqual(['雨です。', voice]);
    utterance?.onend?.(new Event('end') as SpeechSynthesisEvent);
    await expect.element(isRead).not.toBeInTheDocument();
    await userEvent.click(button('Read aloud'));
    await expect.element(isRead).toBeVisible();
    const before = cancel.mock.calls.length;
    await userEvent.click(button('Stop'));
    await expect.element(isRead).not.toBeInTheDocument();
    expect(cancel.mock.calls.length).toBe(before + 1);
  });

  test('has a reading below it, once asked for', async () => {
    show('ラーメン', false, 305);
    await userEvent.click(button('Show reading'));
    await expect.element(page.getByText('raamen')).toBeVisible();
    expect(done).toBe(1);
    await userEvent.click(button('Hide'));
    await expect.element(page.getByText('raamen')).not.toBeInTheDocument();
  });

  test('in Han characters alone has a reading only where it can be Chinese', async () => {
    show('東京大学', false, 306);
    await expect.element(button('Language: Japanese')).toBeVisible();
    expect(names()).toEqual(['Language: Japanese']);
    leave();
    own = [...own, language('zh', true)];
    const speaker = { ...partner, languages: [...partner.languages, language('zh', false)] };
    render(
      <ReadingAids
        message={sampleMessage(307, { content: '東京大学' })}
        partner={speaker}
        onDone={() => undefined}
        onShow={() => undefined}
      />,
    );
    await expect.element(button('Show reading')).toBeVisible();
  });

  test('says its language, which the member corrects on this device', async () => {
    show('雨です。今日は雨です。', false, 308);
    await userEvent.click(button('Language: Japanese'));
    const panel = page.getByRole('region', { name: 'Which language is this message in?' });
    const choice = (name: string) => panel.getByRole('button', { name });
    await expect.element(choice('Japanese')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(choice('English')).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(choice('None of these'));
    await expect.element(button('Set its language')).toBeVisible();
    expect([done, Object.values(keptLanguages())]).toEqual([1, [null]]);
    await userEvent.click(button('Set its language'));
    await expect.element(choice('None of these')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(choice('English'));
    await expect.element(button('Language: English')).toBeVisible();
  });
});

test('the share of the languages follows the messages and the choices of the member', async () => {
  const message = (serial: number, content: string) =>
    sampleMessage(serial, { content, createdAt: new Date(Date.now() - (500 - serial) * 60_000) });
  const japanese = Array.from({ length: 10 }, (_, nth) => message(400 + nth, '今日は雨です'));
  const first = japanese.slice(0, 9);
  function Share() {
    const [messages, setMessages] = useState(first);
    const share = useLanguageShare(partner, messages);
    return (
      <button type="button" onClick={() => setMessages(japanese)}>
        {share ? `${share.more} ${share.moreShare}` : 'no share'}
      </button>
    );
  }
  render(<Share />);
  await expect.poll(() => knownLanguageOf(japanese[8]?.chatMessageId ?? '')).toBe('ja');
  await userEvent.click(button('no share'));
  await expect.element(page.getByText('ja 100')).toBeVisible();
  for (const { chatMessageId } of japanese.slice(0, 5)) keepLanguage(chatMessageId, 'en');
  await expect.element(page.getByText('en 50')).toBeVisible();
});
