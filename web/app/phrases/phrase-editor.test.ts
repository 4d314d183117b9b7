import { NetworkError } from '@parlance/client/network-error';
import type { Phrase } from '@parlance/contract/phrases';
import { afterEach, describe, expect, test } from 'vitest';
import { phraseEditor } from './phrase-editor';
import type { PhraseDraft } from './phrase-fields';

const begun: PhraseDraft = { languageCode: 'es', text: 'llueve', meaning: '', context: '' };
const kept = { ...begun, phraseId: 'one', sourceMessageId: null } as Phrase;

let nth = 0;
afterEach(() => {
  nth += 1;
});

/** A server that answers on request, and dialogs that open and close. */
function createDesk({
  sourceMessageId = 'message' as string | null,
  phrase = null as Phrase | null,
  draft = begun,
} = {}) {
  const asked: { words: string; answer: (isKept: boolean) => Promise<void> }[] = [];
  const told: string[] = [];
  const ask = (act: string, words: Partial<Phrase>) => {
    const { promise, resolve, reject } = Promise.withResolvers<Phrase>();
    asked.push({
      words: [act, words.text, words.meaning].filter(Boolean).join(' '),
      async answer(isKept) {
        if (isKept) resolve({ ...kept, ...words });
        else reject(new NetworkError());
        await settled();
      },
    });
    return promise;
  };
  const show = () => {
    const editor = phraseEditor(`desk ${nth}`, () => ({ draft: phrase ?? draft, phrase }), {
      ...(sourceMessageId === null ? {} : { sourceMessageId }),
      calls: {
        createPhrase: (words) => ask('create', words as Partial<Phrase>),
        updatePhrase: (words) => ask('update', words as Partial<Phrase>),
        deletePhrase: async (words) => {
          await ask('delete', words);
          return {};
        },
      },
      onStored: () => {},
      onFailure: (failure) => told.push(failure),
    });
    editor.open();
    const type = (meaning: string) => editor.change((before) => ({ ...before, meaning }));
    return { ...editor, type, meaning: () => editor.getState().draft.meaning };
  };
  return { asked, told, show, words: () => asked.map(({ words }) => words) };
}
const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

describe('a phrase of a message', () => {
  test('whose dialog is closed during a save includes the typed text', async () => {
    const { asked, told, show, words } = createDesk();
    const dialog = show();
    dialog.type('it rains');
    const closed = dialog.close();
    await asked[0]?.answer(true);
    await asked[1]?.answer(true);
    await closed;
    expect(words()).toEqual(['create llueve', 'update llueve it rains']);
    expect(told).toEqual([]);
    expect(show().meaning()).toBe('');
  });

  test('that could not be saved after its dialog was closed shows an error and is restored', async () => {
    const { asked, told, show, words } = createDesk();
    const dialog = show();
    dialog.type('it rains');
    const closed = dialog.close();
    await asked[0]?.answer(false);
    await closed;
    expect(told).toEqual([new NetworkError().message]);
    const again = show();
    expect(again.meaning()).toBe('it rains');
    await asked[1]?.answer(true);
    expect(words()).toEqual(['create llueve', 'create llueve it rains']);
    expect(again.getState()).toMatchObject({ phrase: { meaning: 'it rains' }, failure: null });
    await again.close();
    expect(show().meaning()).toBe('');
  });

  test('whose last change could not be saved keeps its id', async () => {
    const { asked, show, words } = createDesk();
    const dialog = show();
    await asked[0]?.answer(true);
    dialog.type('it rains');
    const closed = dialog.close();
    await asked[1]?.answer(false);
    await closed;
    const again = show();
    expect(again.meaning()).toBe('it rains');
    const finished = again.finish();
    await asked[2]?.answer(true);
    expect(await finished).toBe(true);
    expect(words().at(-1)).toBe('update llueve it rains');
  });

  test('keeps the text typed after a visible failure', async () => {
    const { asked, told, show } = createDesk();
    const dialog = show();
    await asked[0]?.answer(false);
    expect(dialog.getState().failure).toBe(new NetworkError().message);
    dialog.type('it rains');
    await dialog.close();
    expect(told).toEqual([]);
    expect(show().meaning()).toBe('it rains');
  });

  test('is created once when the dialog is closed before the save ends', async () => {
    const { asked, show, words } = createDesk();
    const finished = show().finish();
    await asked[0]?.answer(true);
    expect(await finished).toBe(true);
    expect(words()).toEqual(['create llueve']);
  });

  test('that is reopened during a save shows the failure in the dialog', async () => {
    const { asked, told, show } = createDesk();
    const dialog = show();
    dialog.type('it rains');
    void dialog.close();
    const again = show();
    expect(again.getState().isSaving).toBe(true);
    await asked[0]?.answer(false);
    expect(again.getState().failure).toBe(new NetworkError().message);
    expect(told).toEqual([]);
    expect(again.meaning()).toBe('it rains');
  });

  test('that is discarded saves nothing', async () => {
    const { asked, show, words } = createDesk();
    const dialog = show();
    await asked[0]?.answer(true);
    dialog.type('it rains');
    const dropped = dialog.drop();
    const closed = dialog.close();
    await asked[1]?.answer(true);
    expect(await dropped).toBe(true);
    await closed;
    expect(words()).toEqual(['create llueve', 'delete']);
    expect(show().meaning()).toBe('');
  });
});

describe('the language of a phrase', () => {
  test('is asked for before anything is saved, and the dialog says so', async () => {
    const { show, words, asked } = createDesk({ draft: { ...begun, languageCode: null } });
    const dialog = show();
    expect(words()).toEqual([]);
    expect(await dialog.finish()).toBe(false);
    expect(dialog.getState().problems).toEqual({ languageCode: 'Choose a language' });
    dialog.change((before) => ({ ...before, languageCode: 'de' }));
    const finished = dialog.finish();
    await asked[0]?.answer(true);
    expect(await finished).toBe(true);
    expect(dialog.getState()).toMatchObject({ problems: {}, phrase: { languageCode: 'de' } });
  });

  test('that was taken away is the stored one once the dialog has closed', async () => {
    const { asked, show } = createDesk();
    const dialog = show();
    await asked[0]?.answer(true);
    dialog.change((before) => ({ ...before, languageCode: null, meaning: 'it rains' }));
    const closed = dialog.close();
    await asked[1]?.answer(true);
    await closed;
    expect(dialog.getState().phrase).toMatchObject({ languageCode: 'es', meaning: 'it rains' });
  });
});

test('a phrase that is discarded while it is being saved is deleted after that', async () => {
  const { asked, show, words } = createDesk();
  const dialog = show();
  const dropped = dialog.drop();
  await settled();
  expect(words()).toEqual(['create llueve']);
  await asked[0]?.answer(true);
  await asked[1]?.answer(true);
  expect(await dropped).toBe(true);
  expect(words()).toEqual(['create llueve', 'delete']);
});

describe('a phrase of the book', () => {
  test('includes text typed during a save', async () => {
    const { asked, show, words } = createDesk({ sourceMessageId: null });
    const dialog = show();
    const finished = dialog.finish();
    dialog.type('it rains');
    await asked[0]?.answer(true);
    await asked[1]?.answer(true);
    expect(await finished).toBe(true);
    expect(words()).toEqual(['create llueve', 'update llueve it rains']);
  });

  test('that could not be saved after its dialog was closed shows an error and is restored', async () => {
    const { asked, told, show, words } = createDesk({ sourceMessageId: null, phrase: kept });
    const dialog = show();
    dialog.type('it rains');
    const finished = dialog.finish();
    const closed = dialog.close();
    await asked[0]?.answer(false);
    expect(await finished).toBe(false);
    await closed;
    expect(told).toEqual([new NetworkError().message]);
    expect(show().meaning()).toBe('it rains');
    expect(words()).toEqual(['update llueve it rains']);
  });

  test('is unchanged after the dialog is closed without saving', async () => {
    const { show, words } = createDesk({ sourceMessageId: null, phrase: kept });
    const dialog = show();
    dialog.type('it rains');
    await dialog.close();
    expect(words()).toEqual([]);
    expect(show().meaning()).toBe('');
  });
});
