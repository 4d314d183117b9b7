import type { Phrase } from '@parlance/contract/phrases';
import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { pass, stopClock } from '#test/browser/surroundings';
import { PhraseSearch } from './phrase-search';
import Phrases from './phrases';
import type { PhraseFilters } from './phrases-queries';

const at = new Date('2026-05-06T07:08:09.000Z');
const phraseOf = (text: string, serial: number): Phrase => ({
  phraseId: `00000000-0000-7000-8000-00000000000${serial}`,
  text,
  meaning: '',
  context: '',
  languageCode: 'de',
  partnerUserId: null,
  sourceMessageId: null,
  reps: 0,
  lapses: 0,
  createdAt: at,
  dueAt: at,
});
let kept: Phrase[];

beforeEach(() => {
  kept = ['Guten Morgen', 'Gute Nacht', 'Bis bald'].map(phraseOf);
  server.answer('listPhrases', ({ payload }) => {
    const phrases = kept.filter(({ text }) => text.includes(String(payload.query ?? '')));
    return { phrases, count: phrases.length, dueCount: 0 };
  });
  server.answer('deletePhrase', ({ params }) => {
    kept = kept.filter(({ phraseId }) => phraseId !== params.phraseId);
    return {};
  });
});

const searchField = () => page.getByRole('searchbox', { name: 'Search your phrases' });
const item = (text: string) => page.getByRole('listitem').filter({ hasText: text });

describe('search', () => {
  test('keeps a space that was typed before a pause, so that the next word can follow', async () => {
    const { router } = render(<Phrases />);
    await userEvent.type(searchField(), 'Guten ');
    await expect.poll(() => router.state.location.search).toBe('?query=Guten');
    await expect.element(page.getByText('1 phrase')).toBeVisible();
    await userEvent.type(searchField(), 'M');
    await expect.poll(() => router.state.location.search).toBe('?query=Guten+M');
    await expect.element(searchField()).toHaveValue('Guten M');
  });
});

test('a search waits for a pause in typing, begins at the first page, and keeps the language', async () => {
  kept = Array.from({ length: 60 }, (_, serial) => ({
    ...phraseOf(`Wort ${serial}`, 0),
    phraseId: `00000000-0000-7000-8000-${String(serial).padStart(12, '0')}`,
  }));
  server.answer('listPhrases', ({ payload: { offset = 0 } }) => ({
    phrases: kept.slice(Number(offset), Number(offset) + 50),
    count: 60,
    dueCount: 0,
  }));
  const { router } = render(<Phrases />, { at: '/?language=de&page=2' });
  await expect.element(item('Wort 50')).toBeVisible();
  await expect
    .poll(() => server.payloads('listPhrases').at(-1))
    .toEqual({ limit: 50, offset: 50, languageCode: 'de' });
  await expect.element(page.getByRole('link', { name: 'Page 1' })).toHaveAttribute('href', '/?language=de');
  stopClock(at);
  (searchField().element() as HTMLElement).focus();
  await userEvent.keyboard('Wo');
  await pass(150);
  await userEvent.keyboard('r');
  await pass(150);
  expect(router.state.location.search).toBe('?language=de&page=2');
  await pass(150);
  await expect.poll(() => router.state.location.search).toBe('?query=Wor&language=de');
  await expect.poll(() => server.payloads('listPhrases').at(-1)).toMatchObject({ offset: 0, query: 'Wor' });
});

describe('a search that reaches the URL late', () => {
  const none: PhraseFilters = { query: '', languageCode: null, page: 1 };
  let asked: PhraseFilters | null = null;
  let arrive: (filters: PhraseFilters) => void = () => undefined;
  beforeEach(() => {
    asked = null;
  });

  function LateSearch() {
    const [filters, setFilters] = useState(none);
    arrive = setFilters;
    return (
      <>
        <PhraseSearch
          filters={filters}
          onSearch={(next) => {
            asked = next;
          }}
        />
        <output>{filters.query}</output>
      </>
    );
  }

  const reach = async (query: string) => {
    arrive({ ...none, query });
    await expect.element(page.getByRole('status')).toHaveTextContent(query);
  };

  test('keeps text typed meanwhile, and follows a new URL', async () => {
    render(<LateSearch />);
    for (const [typed, whole] of [
      ['G', 'G'],
      ['u', 'Gu'],
    ] as const) {
      await userEvent.type(searchField(), typed);
      await expect.poll(() => asked?.query).toBe(whole);
    }
    await userEvent.type(searchField(), 't');
    await reach('G');
    await expect.element(searchField()).toHaveValue('Gut');
    await reach('Gu');
    await expect.element(searchField()).toHaveValue('Gut');
    await expect.poll(() => asked?.query).toBe('Gut');
    await reach('Nacht');
    await expect.element(searchField()).toHaveValue('Nacht');
  });

  test('searches again for what the field shows, when that is the older search', async () => {
    render(<LateSearch />);
    await userEvent.type(searchField(), 'G');
    await expect.poll(() => asked?.query).toBe('G');
    await userEvent.clear(searchField());
    await expect.poll(() => asked?.query).toBe('');
  });
});

describe('deletion', () => {
  test('does not happen after Undo', async () => {
    render(<Phrases />);
    await expect.element(item('Gute Nacht')).toBeVisible();
    stopClock(at);
    await item('Gute Nacht').getByRole('button', { name: 'Delete phrase' }).click();
    await expect.element(item('Gute Nacht')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(item('Gute Nacht')).toBeVisible();
    await item('Bis bald').getByRole('button', { name: 'Delete phrase' }).click();
    await pass(60_000);
    // Timers run in order: the request of the first deletion would come before that of the second.
    await expect.poll(() => server.params('deletePhrase')).not.toEqual([]);
    await expect
      .poll(() => server.params('deletePhrase'))
      .toEqual([{ phraseId: phraseOf('Bis bald', 2).phraseId }]);
    await expect.element(item('Gute Nacht')).toBeVisible();
  });

  test('hides the phrase until the list is read without it', async () => {
    render(<Phrases />);
    await expect.element(item('Gute Nacht')).toBeVisible();
    stopClock(at);
    await item('Gute Nacht').getByRole('button', { name: 'Delete phrase' }).click();
    const read = Promise.withResolvers<void>();
    server.answer('listPhrases', async () => {
      await read.promise;
      return { phrases: kept, count: kept.length, dueCount: 0 };
    });
    const before = server.payloads('listPhrases').length;
    await pass(10_000);
    await expect.poll(() => server.payloads('listPhrases').length).toBeGreaterThan(before);
    await pass(0);
    await expect.element(item('Gute Nacht')).not.toBeInTheDocument();
    read.resolve();
    await expect.element(page.getByText('2 phrases')).toBeVisible();
    await expect.element(item('Gute Nacht')).not.toBeInTheDocument();
  });
});
