import type { ChatMessage } from '@parlance/contract/chat';
import { ApiError } from '@parlance/contract/errors';
import type { UserLanguage } from '@parlance/contract/languages';
import type { Phrase } from '@parlance/contract/phrases';
import type { ReactElement, ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { ben } from '#test/browser/samples';
import { pass, stopClock } from '#test/browser/surroundings';
import { ExportPart } from './export-part';
import { ImportPreview } from './import-preview';
import Phrasebook from './phrasebook';
import Phrases from './phrases';
import { SavePhraseAction } from './save-phrase-action';
import SavePhrasePanel from './save-phrase-panel';
import { selectedWordsOf } from './selected-words';

const now = new Date('2026-05-06T07:00:00Z');
const hourMs = 3_600_000;
const phraseOf = (serial: number, more: Partial<Phrase> = {}): Phrase => ({
  phraseId: `00000000-0000-7000-8000-00000000010${serial}`,
  text: `Wort ${serial}`,
  meaning: '',
  context: '',
  languageCode: 'de',
  partnerUserId: null,
  sourceMessageId: null,
  reps: 0,
  lapses: 0,
  createdAt: now,
  dueAt: now,
  ...more,
});
const button = (name: string) => page.getByRole('button', { name, exact: true });
const item = (serial: number) => page.getByRole('listitem').filter({ hasText: `Wort ${serial}` });
let kept: Phrase[];
let dueCount: number;

beforeEach(() => {
  kept = [];
  dueCount = 0;
  server.answer('listPhrases', ({ payload: { offset = 0, query } }) => {
    const found = kept.filter(({ text }) => text.includes(String(query ?? '')));
    return { phrases: found.slice(Number(offset), Number(offset) + 50), count: found.length, dueCount };
  });
  server.answer('getProfile', () => ({ ...ben, languages: [] }));
  server.answer('listOwnLanguages', () => ({ languages: [] }));
});

describe('the phrasebook', () => {
  test('shows each phrase with its source and when it is due', async () => {
    stopClock(now);
    kept = [
      phraseOf(1, { meaning: 'Word', context: 'Ein Wort.', partnerUserId: ben.userId }),
      phraseOf(2, { dueAt: new Date(now.getTime() + hourMs) }),
      phraseOf(3, { dueAt: new Date(now.getTime() + 72 * hourMs) }),
    ];
    dueCount = 1;
    render(<Phrases />);
    await expect
      .element(item(1).getByRole('link', { name: 'Ben' }))
      .toHaveAttribute('href', `/chat/${ben.userId}`);
    await expect
      .element(item(1))
      .toMatchTextContent(/Wort 1\s*Word\s*Ein Wort\.\s*German\s*Due now\s*From Ben/);
    await expect.element(item(2)).toMatchTextContent(/Again in 1 hour/);
    await expect.element(item(3)).toMatchTextContent(/Again in 3 days/);
    await expect.element(page.getByRole('status')).toHaveTextContent('3 phrases');
    await expect
      .element(page.getByRole('link', { name: 'Review 1 phrase' }))
      .toHaveAttribute('href', '/phrases/review');
    await expect
      .element(item(2).getByRole('button', { name: 'Edit phrase' }))
      .toHaveAccessibleDescription('Wort 2');
  });

  test('without phrases leads to the messages; a search without results to all phrases', async () => {
    const { router } = render(<Phrases />);
    await expect.element(page.getByRole('heading', { name: 'No phrases yet' })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Open your messages' }))
      .toHaveAttribute('href', '/chats');
    expect(page.getByRole('searchbox').query()).toBeNull();
    expect(page.getByRole('link', { name: /^Review/ }).query()).toBeNull();
    kept = [phraseOf(1)];
    await router.navigate('/phrases?query=nothing');
    await expect.element(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'Show all phrases' }));
    await expect.element(item(1)).toBeVisible();
    await expect.element(page.getByRole('searchbox')).toHaveValue('');
  });

  // What is deleted stays hidden, also in later tests.
  test('passes the focus of a deleted phrase to its neighbour, and deletes it after the time for Undo', async () => {
    kept = [phraseOf(7), phraseOf(8), phraseOf(9)];
    server.answer('deletePhrase', () => {
      throw new ApiError('ServerError');
    });
    render(
      <main tabIndex={-1}>
        <Phrases />
      </main>,
    );
    const remove = (serial: number) => item(serial).getByRole('button', { name: 'Delete phrase' });
    await expect.element(remove(8)).toBeVisible();
    stopClock(now);
    await userEvent.click(remove(8));
    await expect.element(remove(9)).toHaveFocus();
    await pass(6000);
    expect(server.params('deletePhrase')).toEqual([]);
    await pass(1500);
    await expect.poll(() => server.params('deletePhrase')).toEqual([{ phraseId: phraseOf(8).phraseId }]);
    // It is still there: the deletion has failed.
    await expect.element(item(8)).toBeVisible();
    await userEvent.click(remove(9));
    await expect.element(remove(8)).toHaveFocus();
    await userEvent.click(remove(8));
    await userEvent.click(remove(7));
    await expect.element(page.getByRole('main')).toHaveFocus();
  });

  test('adds a phrase in a dialog, which stays with its words where that fails', async () => {
    kept = [phraseOf(1)];
    server.answer('createPhrase', () => {
      throw new ApiError('ServerError');
    });
    render(<Phrases />, { at: '/?language=de' });
    await userEvent.click(button('Add a phrase'));
    const dialog = page.getByRole('dialog', { name: 'Add a phrase' });
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Phrase' }), 'Wort 2');
    await userEvent.fill(dialog.getByRole('textbox', { name: 'What it means' }), 'Word two');
    await userEvent.click(button('Save'));
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await expect.element(dialog.getByRole('textbox', { name: 'Phrase' })).toHaveValue('Wort 2');
    server.answer('createPhrase', () => {
      kept.push(phraseOf(2, { meaning: 'Word two' }));
      return phraseOf(2);
    });
    await userEvent.click(button('Save'));
    await expect.element(page.getByText('Saved.')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(item(2)).toBeVisible();
    await expect
      .poll(() => server.payloads('createPhrase').at(-1))
      .toEqual({
        languageCode: 'de',
        text: 'Wort 2',
        meaning: 'Word two',
        context: '',
      });
  });

  test('says at the fields what is missing', async () => {
    kept = [phraseOf(1)];
    server.answer('createPhrase', () => {
      throw new ApiError('RequestDataInvalid', { fields: { text: 'Write the phrase first' } });
    });
    render(<Phrases />);
    await userEvent.click(button('Add a phrase'));
    const dialog = page.getByRole('dialog', { name: 'Add a phrase' });
    await userEvent.click(button('Save'));
    await expect.element(dialog.getByText('Choose a language')).toBeVisible();
    expect(server.payloads('createPhrase')).toEqual([]);
    await userEvent.fill(dialog.getByRole('combobox', { name: 'Language' }), 'German');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(button('Save'));
    await expect.element(dialog.getByText('Write the phrase first')).toBeVisible();
    await expect
      .element(dialog.getByRole('textbox', { name: 'Phrase' }))
      .toHaveAttribute('aria-invalid', 'true');
    await expect.element(dialog.getByText('Choose a language')).not.toBeInTheDocument();
  });

  test('that could not be read is read again on request', async () => {
    server.answer('listPhrases', () => {
      throw new ApiError('ServerError');
    });
    render(<Phrases />);
    await expect.element(page.getByText('Your phrases could not be loaded. Nothing was lost.')).toBeVisible();
    kept = [phraseOf(1)];
    server.answer('listPhrases', () => ({ phrases: kept, count: 1, dueCount: 0 }));
    await userEvent.click(button('Try again'));
    await expect.element(item(1)).toBeVisible();
  });

  test('edits a phrase, and returns the focus to its button', async () => {
    kept = [phraseOf(1, { meaning: 'Word' })];
    server.answer('updatePhrase', ({ payload }) => {
      kept = [phraseOf(1, { meaning: String(payload.meaning) })];
      return kept[0] as Phrase;
    });
    render(<Phrases />);
    await userEvent.click(item(1).getByRole('button', { name: 'Edit phrase' }));
    const meaning = page
      .getByRole('dialog', { name: 'Edit phrase' })
      .getByRole('textbox', { name: 'What it means' });
    await expect.element(meaning).toHaveValue('Word');
    await userEvent.fill(meaning, 'A word');
    await userEvent.click(button('Save'));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(item(1).getByText('A word')).toBeVisible();
    await expect.element(item(1).getByRole('button', { name: 'Edit phrase' })).toHaveFocus();
    await expect.poll(() => server.params('updatePhrase')).toEqual([{ phraseId: phraseOf(1).phraseId }]);
  });
});

test('an import tells what is new, known and unusable, and needs something new', async () => {
  const preview = {
    added: 0,
    known: 1,
    refused: Array.from({ length: 51 }, (_, place) => ({ line: place + 1, reason: 'No phrase' })),
    first: [],
  };
  const show = (shown: Parameters<typeof ImportPreview>[0]['preview']) => (
    <ImportPreview
      name="words.tsv"
      preview={shown}
      isBusy={false}
      onImport={() => undefined}
      onCancel={() => undefined}
    />
  );
  const first = [{ languageCode: 'de' as const, text: 'Wort', meaning: 'word', context: '' }];
  render(
    <>
      {show(preview)}
      {show({ ...preview, added: 3, refused: [], first })}
    </>,
  );
  const facts = (place: number) =>
    [...page.getByRole('status').nth(place).element().querySelectorAll('li')].map(
      ({ textContent }) => textContent,
    );
  await expect.poll(() => page.getByRole('status').elements()).toHaveLength(2);
  expect(facts(0)).toEqual([
    '0 new phrases',
    '1 phrase that you have already',
    '51 lines that cannot be used',
  ]);
  expect(facts(1)).toEqual(['3 new phrases', '1 phrase that you have already']);
  await expect.element(button('Add 0 phrases')).toBeDisabled();
  await expect.element(button('Add 3 phrases')).toBeEnabled();
  await expect.element(page.getByText('and 2 more phrases')).toBeVisible();
  const refused = page.getByRole('list', { name: 'Lines that cannot be used' }).getByRole('listitem');
  expect(refused.elements()).toHaveLength(50);
  await expect.element(refused.first()).toHaveTextContent('Line 1: No phrase');
});

test('an export that fails says so, and both formats can be chosen again', async () => {
  const answer = Promise.withResolvers<never>();
  server.answer('exportPhrases', () => answer.promise);
  render(<ExportPart />);
  const [anki, table] = [button('Package for Anki (.apkg)'), button('Table with tabs (.tsv)')];
  await userEvent.click(table);
  await expect.element(table).toHaveAttribute('aria-busy', 'true');
  await expect.element(anki).toBeDisabled();
  await expect.poll(() => server.payloads('exportPhrases')).toEqual([{ format: 'tsv' }]);
  answer.reject(new ApiError('ServerError'));
  await expect.element(page.getByText(/could not be exported|Something went wrong/).first()).toBeVisible();
  await expect.element(anki).toBeEnabled();
  await expect.element(table).toBeEnabled();
  const names: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  server.answer('exportPhrases', () => new Blob(['Wort\tword']));
  await userEvent.click(table);
  await expect.poll(() => names).toEqual(['parlance-phrases.tsv']);
});

describe('a phrase of a message', () => {
  const saved = phraseOf(5, { text: 'Das ist gut' });
  let serial = 500;
  let done = 0;
  const show = (selected: string | null = null) => {
    serial += 1;
    done = 0;
    render(
      <SavePhrasePanel
        sourceMessageId={`00000000-0000-7000-8000-000000000${serial}`}
        content="Hallo. Das ist gut."
        selected={selected}
        languageCode="de"
        onDone={() => {
          done += 1;
        }}
      />,
    );
  };
  beforeEach(() => server.answer('createPhrase', () => saved));

  test('is saved at once, and completed afterwards', async () => {
    server.answer('updatePhrase', () => saved);
    show('gut');
    await expect.element(page.getByRole('status')).toHaveTextContent('Saved to your phrases.');
    await expect
      .poll(() => server.payloads('createPhrase'))
      .toMatchObject([{ languageCode: 'de', text: 'gut', context: 'Das ist gut.', meaning: '' }]);
    await userEvent.fill(page.getByRole('textbox', { name: 'What it means' }), 'good');
    await userEvent.click(button('Done'));
    await expect.poll(() => done).toBe(1);
    await expect
      .poll(() => server.payloads('updatePhrase'))
      .toMatchObject([{ text: 'gut', meaning: 'good' }]);
    await expect.poll(() => server.payloads('createPhrase')).toHaveLength(1);
  });

  test('is reduced to the words that are pressed, with their sentence as the context', async () => {
    server.answer('updatePhrase', () => saved);
    show();
    await expect.element(page.getByRole('status')).toHaveTextContent('Saved to your phrases.');
    await expect.element(page.getByRole('textbox', { name: 'Context' })).toHaveValue('');
    await userEvent.click(button('gut'));
    await expect.element(page.getByRole('textbox', { name: 'Phrase' })).toHaveValue('gut');
    await expect.element(page.getByRole('textbox', { name: 'Context' })).toHaveValue('Das ist gut.');
  });

  describe('a meaning that the device suggests', () => {
    const translators = globalThis as { Translator?: unknown };
    const translated = { answer: Promise.withResolvers<string>() };
    const meaning = () => page.getByRole('textbox', { name: 'What it means' });

    beforeEach(() => {
      translated.answer = Promise.withResolvers();
      const own = translators.Translator;
      translators.Translator = {
        availability: async ({ sourceLanguage, targetLanguage }: Record<string, string>) =>
          sourceLanguage === 'de' && targetLanguage === 'en' ? 'available' : 'unavailable',
        create: async () => ({ translate: () => translated.answer.promise }),
      };
      onTestFinished(() => {
        translators.Translator = own;
      });
      server.answer('updatePhrase', () => saved);
    });

    test('is taken while there is none', async () => {
      show('gut');
      await userEvent.click(button('Suggest a meaning'));
      translated.answer.resolve('good');
      await expect.element(meaning()).toHaveValue('good');
      await expect.element(button('Suggest a meaning')).not.toBeInTheDocument();
    });

    test('does not replace what was typed meanwhile', async () => {
      show('gut');
      await userEvent.click(button('Suggest a meaning'));
      await userEvent.fill(meaning(), 'fine');
      translated.answer.resolve('good');
      await translated.answer.promise;
      await userEvent.type(meaning(), '!');
      await expect.element(meaning()).toHaveValue('fine!');
    });

    test('that fails can be asked for again', async () => {
      show('gut');
      await userEvent.click(button('Suggest a meaning'));
      translated.answer.reject(new Error('no model'));
      await expect
        .element(page.getByText('The translation did not work. Please try again later.').first())
        .toBeVisible();
      await expect.element(button('Suggest a meaning')).not.toHaveAttribute('aria-busy');
    });
  });

  test('is removed again, unless that fails', async () => {
    server.answer('deletePhrase', () => {
      throw new ApiError('ServerError');
    });
    show();
    await userEvent.click(button('Remove it'));
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(done).toBe(0);
    server.answer('deletePhrase', () => ({}));
    await userEvent.click(button('Remove it'));
    await expect.poll(() => done).toBe(1);
    await expect.poll(() => server.params('deletePhrase')).toHaveLength(2);
  });

  test('that could not be saved says so, and is saved by a press', async () => {
    server.answer('createPhrase', () => {
      throw new ApiError('ServerError');
    });
    show();
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(button('Remove it').query()).toBeNull();
    server.answer('createPhrase', () => saved);
    await userEvent.click(button('Save'));
    await expect.poll(() => done).toBe(1);
  });
});

describe('the language of a message that is saved', () => {
  const message = {
    chatMessageId: '00000000-0000-7000-8000-000000000777',
    conversationId: ben.userId,
    content: 'ok',
    userId: ben.userId,
    createdAt: now,
    updatedAt: now,
  } as unknown as ChatMessage;
  const languagesOf = (speaks: string, learns: string) =>
    [
      { languageCode: speaks, learning: false, proficiency: 1 },
      { languageCode: learns, learning: true, proficiency: 0.2 },
    ] as UserLanguage[];
  let body: ReactNode;
  const save = async (partner: UserLanguage[]) => {
    body = null;
    render(
      <SavePhraseAction
        message={message}
        partner={{ ...ben, languages: partner }}
        onDone={() => undefined}
        onShow={(panel) => {
          body = panel.body;
        }}
      />,
    );
    await expect.element(button('Save phrase')).toBeVisible();
    const lang = () => {
      (button('Save phrase').element() as HTMLElement).click();
      return (body as ReactElement<{ children: ReactElement<{ languageCode: string }> }>).props.children.props
        .languageCode;
    };
    return lang;
  };

  test('is that which the two practise where the words do not tell', async () => {
    server.answer('listOwnLanguages', () => ({ languages: languagesOf('en', 'es') }));
    const lang = await save(languagesOf('es', 'en').toReversed());
    await expect.poll(lang).toBe('es');
  });
  test('is the first one of the partner where they have none in common', async () => {
    const lang = await save(languagesOf('ja', 'ko'));
    await expect.poll(lang).toBe('ja');
  });
});

test('words of a message that were selected a moment ago are meant, also once a press has cleared the selection', async () => {
  const text = document.body.appendChild(document.createElement('p'));
  text.textContent = 'Das ist gut.';
  const node = text.firstChild as Text;
  const select = (start: number, end: number) => {
    getSelection()?.setBaseAndExtent(node, start, node, end);
    document.dispatchEvent(new Event('selectionchange'));
  };
  stopClock(now);
  select(8, 11);
  getSelection()?.removeAllRanges();
  document.dispatchEvent(new Event('selectionchange'));
  expect(selectedWordsOf('Das ist gut.')).toBe('gut');
  expect(selectedWordsOf('Etwas anderes')).toBeNull();
  await pass(59_000);
  expect(selectedWordsOf('Das ist gut.')).toBe('gut');
  await pass(1000);
  expect(selectedWordsOf('Das ist gut.')).toBeNull();
  select(0, 12);
  expect(selectedWordsOf(' Das ist gut. ')).toBeNull();
});

test.each([
  ['/phrases/none', '/phrases'],
  ['/phrases/constructor', '/phrases'],
])('the address %s leads to the phrasebook', async (address, target) => {
  const { router } = render(
    <Routes>
      <Route path="/phrases" element={<Phrasebook params={{}} />} />
      <Route path="/phrases/:part" element={<Phrasebook params={{ part: address.split('/').at(-1) }} />} />
    </Routes>,
    { at: address },
  );
  await expect.element(page.getByRole('heading', { name: 'No phrases yet' })).toBeVisible();
  expect(router.state.location.pathname).toBe(target);
});
