import { ApiError } from '@parlance/contract/errors';
import type { Phrase, PhraseReview } from '@parlance/contract/phrases';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#lib/query-client';
import { server } from '#test/browser/network';
import { render } from '#test/browser/render';
import { pass, setLanguage, stopClock } from '#test/browser/surroundings';
import DueTotal from './due-total';
import { ImportPart } from './import-part';
import Review from './review';
import { createReviewQueueStorage } from './review-queue-storage';
import { WordChoice } from './word-choice';

const at = new Date('2026-05-06T07:08:09.000Z');
const phraseOf = (text: string, serial: number): Phrase => ({
  phraseId: `00000000-0000-7000-8000-00000000000${serial}`,
  text,
  meaning: `Meaning of ${text}`,
  context: '',
  languageCode: 'de',
  partnerUserId: null,
  sourceMessageId: null,
  reps: 0,
  lapses: 0,
  createdAt: at,
  dueAt: at,
});
const button = (name: string | RegExp) => page.getByRole('button', { name });

describe('a review', () => {
  let due: Phrase[];
  let members = 7000;
  const ratings = () =>
    server
      .payloads('reviewPhrases')
      .flatMap(({ reviews }) => (reviews as PhraseReview[]).map(({ rating }) => rating));
  const front = (text: string) =>
    expect.element(page.getByRole('article').getByText(text, { exact: true })).toBeVisible();

  beforeEach(async () => {
    due = ['Eins', 'Zwei', 'Drei'].map(phraseOf);
    server.answer('listPhrases', () => ({ phrases: due, count: 3, dueCount: due.length }));
    server.answer('reviewPhrases', () => ({ phrases: [] }));
    members += 1;
    // An outbox lives as long as its member.
    render(<Review />, { user: { userId: `00000000-0000-7000-8000-00000000${members}` } });
    await front('Eins');
  });

  test('moves the focus to the answer, then to the button of the next phrase', async () => {
    await expect.element(button('Show the meaning')).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.poll(() => document.activeElement?.textContent).toBe('Meaning of Eins');
    const keys = ['Again', 'Hard', 'Good', 'Easy'].map((name) =>
      button(new RegExp(`^${name}`))
        .element()
        .getAttribute('aria-keyshortcuts'),
    );
    expect(keys).toEqual(['1', '2', '3', '4']);
    await userEvent.keyboard('3');
    await front('Zwei');
    await expect.element(button('Show the meaning')).toHaveFocus();
    await expect.element(page.getByText('2 of 3')).toBeVisible();
    await expect.poll(ratings).toEqual(['good']);
  });

  test('ignores key repeat', async () => {
    await userEvent.click(button('Show the meaning'));
    await expect.element(page.getByText('Meaning of Eins')).toBeVisible();
    const hold = () =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: '1', bubbles: true, repeat: true }),
      );
    await userEvent.keyboard('1');
    await front('Zwei');
    hold();
    await userEvent.click(button('Show the meaning'));
    await expect.element(page.getByText('Meaning of Zwei')).toBeVisible();
    hold();
    await expect.element(page.getByText('Meaning of Zwei')).toBeVisible();
    await expect.poll(ratings).toEqual(['again']);
  });

  test('digits count only with the focus on the card', async () => {
    await userEvent.click(button('Show the meaning'));
    await expect.element(page.getByText('Meaning of Eins')).toBeVisible();
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('4');
    await expect.element(page.getByText('Meaning of Eins')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await front('Zwei');
    await expect.poll(ratings).toEqual(['good']);
  });

  test('repeats a forgotten phrase at the end, with its front, and announces the summary', async () => {
    for (const [text, rating] of [
      ['Eins', /^Again/],
      ['Zwei', /^Good/],
      ['Drei', /^Easy/],
      ['Eins', /^Hard/],
    ] as const) {
      await front(text);
      await userEvent.click(button('Show the meaning'));
      due = due.slice(1);
      await userEvent.click(button(rating));
    }
    const heading = page.getByRole('heading', { name: 'Done for now' });
    await expect.element(heading).toHaveFocus();
    await expect
      .element(page.getByText('You remembered 2 phrases at once. 1 is due again soon.'))
      .toBeVisible();
    await expect.poll(ratings).toEqual(['again', 'good', 'easy', 'hard']);
  });

  test('ignores keys with Ctrl, and a button with the focus has its own Enter', async () => {
    await userEvent.click(button('Show the meaning'));
    await expect.element(page.getByText('Meaning of Eins')).toBeVisible();
    await userEvent.keyboard('{Control>}4{/Control}');
    await expect.element(page.getByText('Meaning of Eins')).toBeVisible();
    (button(/^Again/).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await front('Zwei');
    await expect.poll(ratings).toEqual(['again']);
  });

  test('goes on with what is due by then, in a review of its own', async () => {
    for (const text of ['Eins', 'Zwei', 'Drei']) {
      await front(text);
      await userEvent.keyboard(' ');
      await expect.element(page.getByText(`Meaning of ${text}`)).toBeVisible();
      due = ['Vier', 'Fünf'].map((name, place) => phraseOf(name, place + 5));
      await userEvent.keyboard('3');
    }
    await expect.element(page.getByText('You remembered 3 phrases at once.')).toBeVisible();
    await userEvent.click(button('Go on with 2 more'));
    await front('Vier');
    await expect.element(page.getByText('1 of 2')).toBeVisible();
  });

  test('the last remaining phrase shows its front again after each "Again"', async () => {
    for (const [text, rating] of [
      ['Eins', /^Good/],
      ['Zwei', /^Good/],
      ['Drei', /^Again/],
      ['Drei', /^Again/],
      ['Drei', /^Good/],
    ] as const) {
      await front(text);
      await expect.element(button('Show the meaning')).toHaveFocus();
      await userEvent.click(button('Show the meaning'));
      due = [];
      await userEvent.click(button(rating));
    }
    await expect.element(page.getByRole('heading', { name: 'Done for now' })).toBeVisible();
    await expect.poll(ratings).toEqual(['good', 'good', 'again', 'again', 'good']);
  });
});

let newest = 8000;
/** The id of a member without an outbox in this page: outboxes are cached by member, and the tests of the file share them. */
const newMember = () => {
  newest += 1;
  return `00000000-0000-7000-8000-00000000${newest}`;
};
const reviewed = () =>
  server
    .payloads('reviewPhrases')
    .map(({ reviews }) => (reviews as PhraseReview[]).map(({ reviewId }) => reviewId));
const listed = (phrases: Phrase[]) =>
  server.answer('listPhrases', () => ({ phrases, count: phrases.length, dueCount: phrases.length }));

test('a member whose profile is not finished has no phrases to ask for', async () => {
  render(
    <>
      <h1>Welcome</h1>
      <DueTotal />
    </>,
    { user: { userId: newMember(), description: '' } },
  );
  await expect.element(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await userEvent.keyboard('{Shift}');
  expect(server.payloads('listPhrases')).toEqual([]);
});

describe('reviews that wait on this device', () => {
  const kept: PhraseReview = {
    reviewId: phraseOf('', 7).phraseId,
    phraseId: phraseOf('', 8).phraseId,
    rating: 'good',
    reviewedAt: at,
  };
  const keep = (userId: string) => createReviewQueueStorage(userId, localStorage).add(kept);

  test('of an earlier visit are sent before what is due is asked for', async () => {
    const userId = newMember();
    keep(userId);
    const sent = Promise.withResolvers<{ phrases: [] }>();
    server.answer('reviewPhrases', () => sent.promise);
    listed([phraseOf('Eins', 1)]);
    render(<Review />, { user: { userId } });
    await expect.poll(reviewed).toEqual([[kept.reviewId]]);
    const asked = () => server.payloads('listPhrases').filter(({ limit }) => limit === 50).length;
    const before = asked();
    expect(page.getByRole('article').query()).toBeNull();
    sent.resolve({ phrases: [] });
    await expect.element(page.getByRole('article').getByText('Eins')).toBeVisible();
    expect(asked()).toBeGreaterThan(before);
    expect(createReviewQueueStorage(userId, localStorage).all()).toEqual([]);
  });

  test('are sent on any screen, whose number of due phrases is that of afterwards', async () => {
    const userId = newMember();
    keep(userId);
    let dueCount = 2;
    server.answer('listPhrases', () => ({ phrases: [], count: 3, dueCount }));
    server.answer('reviewPhrases', () => {
      dueCount = 1;
      return { phrases: [] };
    });
    render(<DueTotal />, { user: { userId } });
    await expect.element(page.getByText('1 due phrase')).toBeInTheDocument();
    expect(reviewed()).toEqual([[kept.reviewId]]);
    dueCount = 0;
    await queryClient.invalidateQueries();
    await expect.element(page.getByText('1 due phrase')).not.toBeInTheDocument();
  });

  test('are counted as long as there is no connection, and sent with the next one', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    listed([phraseOf('Eins', 1)]);
    server.answer('reviewPhrases', () => ({ phrases: [] }));
    const userId = newMember();
    render(<Review />, { user: { userId } });
    await userEvent.click(button('Show the meaning'));
    await userEvent.click(button(/^Good/));
    const waiting = page.getByText('1 review is kept on this device and will be sent when you are online.');
    await expect.element(waiting).toBeVisible();
    // Another tab keeps one, too.
    keep(userId);
    window.dispatchEvent(new StorageEvent('storage'));
    await expect.element(page.getByText(/^2 reviews are kept on this device/)).toBeVisible();
    expect(reviewed()).toEqual([]);
    online.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await expect.poll(reviewed).toHaveLength(1);
    await expect.element(page.getByText(/kept on this device/)).not.toBeInTheDocument();
    online.mockRestore();
  });

  test('are sent again after the time that the server names, with the time of the answer', async () => {
    const phrase = { ...phraseOf('Eins', 1), dueAt: new Date(at.getTime() - 3_600_000) };
    listed([phrase]);
    server.answer('reviewPhrases', () => {
      throw new ApiError('TooManyRequests', { timeout: 7 });
    });
    render(<Review />, { user: { userId: newMember() } });
    await userEvent.click(button('Show the meaning'));
    stopClock(at);
    await userEvent.click(button(/^Good/));
    await expect.poll(reviewed).toHaveLength(1);
    server.answer('reviewPhrases', () => ({ phrases: [] }));
    await pass(6000);
    expect(reviewed()).toHaveLength(1);
    await pass(2000);
    await expect.poll(reviewed).toHaveLength(2);
    expect(reviewed()[0]).toEqual(reviewed()[1]);
    const sent = (server.payloads('reviewPhrases')[1]?.reviews as PhraseReview[] | undefined)?.[0];
    expect(sent?.phraseId).toBe(phrase.phraseId);
    // Waiting for an element lets a stopped clock advance a little.
    const lateMs = (sent?.reviewedAt.getTime() ?? 0) - at.getTime();
    expect([lateMs >= 0, lateMs < 6000]).toEqual([true, true]);
  });
});

test('what is due is loaded again on request; nothing is due without a phrase', async () => {
  server.answer('listPhrases', () => {
    throw new ApiError('ServerError');
  });
  render(<Review />, { user: { userId: newMember() } });
  await expect.element(page.getByText('What is due could not be loaded. Nothing was lost.')).toBeVisible();
  listed([]);
  await userEvent.click(button('Try again'));
  await expect.element(page.getByRole('heading', { name: 'Nothing is due now' })).toHaveFocus();
  await expect.element(button(/^Go on/)).not.toBeInTheDocument();
});

test.each([
  ['left to right', 'en', 200, ['good']],
  ['right to left', 'ar', 200, ['again']],
  ['right to left', 'ar', -200, ['good']],
] as const)(
  'a swipe %s (%s, %i px) is a rating by the reading direction',
  async (_case, language, dx, rated) => {
    if (language === 'ar') await setLanguage('ar');
    server.answer('listPhrases', () => ({ phrases: [phraseOf('Eins', 1)], count: 1, dueCount: 1 }));
    server.answer('reviewPhrases', () => ({ phrases: [] }));
    render(<Review />, { user: { userId: crypto.randomUUID().replace(/^.{14}4/, '00000000-0000-7') } });
    const card = page.getByRole('article');
    await expect.element(card).toBeVisible();
    const swipe = (by: number, { down = 0, end = 'pointerup', pointerType = 'touch' } = {}) => {
      const move = (type: string, clientX: number, clientY = 300) =>
        card.element().dispatchEvent(
          new PointerEvent(type, {
            bubbles: true,
            pointerType,
            isPrimary: true,
            clientX,
            clientY,
          }),
        );
      move('pointerdown', 400);
      move('pointermove', 400 + by, 300 + down);
      move(end, 400 + by, 300 + down);
    };
    // Before the meaning is shown, nothing is rated.
    swipe(dx);
    await userEvent.click(card.getByRole('button').last());
    await expect.element(page.getByText('Meaning of Eins')).toBeVisible();
    // Too short.
    swipe(dx / 4);
    // Scrolling, a swipe that the browser cancels, and a mouse that selects text.
    swipe(dx, { down: 150 });
    swipe(dx, { end: 'pointercancel' });
    expect(card.element()).not.toHaveStyle({ userSelect: 'none' });
    swipe(dx, { pointerType: 'mouse' });
    await expect.element(page.getByText('Meaning of Eins')).toBeVisible();
    expect(server.payloads('reviewPhrases')).toEqual([]);
    swipe(dx);
    await expect
      .poll(() =>
        server
          .payloads('reviewPhrases')
          .flatMap(({ reviews }) => (reviews as PhraseReview[]).map(({ rating }) => rating)),
      )
      .toEqual(rated);
  },
);

describe('an import', () => {
  const outcome = { added: 2, known: 1, refused: [], first: [] };
  const choose = () =>
    userEvent.upload(page.getByLabelText('File with phrases'), new File(['Eins\tone'], 'words.tsv'));
  const attempts = () => server.payloads('importPhrases').map(({ dryRun }) => dryRun);

  test('that fails keeps its preview for another attempt', async () => {
    server.answer('importPhrases', ({ payload }) => {
      if (payload.dryRun) return outcome;
      throw new ApiError('ServerError');
    });
    render(<ImportPart />);
    await choose();
    await expect.element(page.getByText('2 new phrases')).toBeVisible();
    // Emptied, so that the same file can be chosen again.
    expect((page.getByLabelText('File with phrases').element() as HTMLInputElement).value).toBe('');
    await userEvent.click(button('Add 2 phrases'));
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(button('Add 2 phrases')).toBeEnabled();
    server.answer('importPhrases', () => outcome);
    server.answer('listPhrases', () => ({ phrases: [], count: 0, dueCount: 0 }));
    await userEvent.click(button('Add 2 phrases'));
    await expect.element(page.getByText('2 phrases added.')).toBeVisible();
    await expect.element(button('Add 2 phrases')).not.toBeInTheDocument();
    expect(page.getByRole('alert').query()).toBeNull();
    expect(attempts()).toEqual([true, false, false]);
  });

  test('of an unreadable file shows no preview, nor that of the file before', async () => {
    server.answer('importPhrases', () => outcome);
    render(<ImportPart />);
    await choose();
    await expect.element(button('Add 2 phrases')).toBeVisible();
    server.answer('importPhrases', () => {
      throw new ApiError('RequestDataInvalid', { message: 'This is not a table.' });
    });
    await choose();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(button('Add 2 phrases')).not.toBeInTheDocument();
  });

  test('takes the language that is chosen for its lines, before or after the file', async () => {
    server.answer('importPhrases', () => outcome);
    render(<ImportPart />);
    await choose();
    await expect.element(button('Add 2 phrases')).toBeVisible();
    await userEvent.fill(page.getByRole('combobox', { name: 'Language of the phrases' }), 'German');
    await userEvent.keyboard('{Enter}');
    await expect.poll(attempts).toEqual([true, true]);
    await expect.element(button('Add 2 phrases')).toBeEnabled();
    server.answer('listPhrases', () => ({ phrases: [], count: 0, dueCount: 0 }));
    await userEvent.click(button('Add 2 phrases'));
    await expect.element(page.getByText('2 phrases added.')).toBeVisible();
    await expect
      .poll(() => server.payloads('importPhrases').map(({ languageCode }) => languageCode))
      .toEqual([undefined, 'de', 'de']);
    await choose();
    await expect
      .poll(() => server.payloads('importPhrases').at(-1))
      .toMatchObject({
        dryRun: true,
        languageCode: 'de',
      });
  });

  test('raises the number of due phrases', async () => {
    let dueCount = 0;
    server.answer('listPhrases', () => ({ phrases: [], count: 0, dueCount }));
    server.answer('importPhrases', ({ payload }) => {
      if (!payload.dryRun) dueCount = 2;
      return outcome;
    });
    render(
      <>
        <DueTotal />
        <ImportPart />
      </>,
      { user: { userId: newMember() } },
    );
    await choose();
    await userEvent.click(button('Add 2 phrases'));
    await expect.element(page.getByText('2 due phrases')).toBeInTheDocument();
  });

  test('is cancelled without a call', async () => {
    server.answer('importPhrases', () => outcome);
    render(<ImportPart />);
    await choose();
    await userEvent.click(button('Cancel'));
    await expect.element(button('Add 2 phrases')).not.toBeInTheDocument();
    expect(attempts()).toEqual([true]);
  });
});

test('the words of a message are pressed alone, then as a range in either direction', async () => {
  const chosen: string[] = [];
  const content = 'Das ist sehr gut';
  const show = (text: string) => (
    <WordChoice content={content} languageCode="de" text={text} onChoose={(words) => chosen.push(words)} />
  );
  render(show('sehr gut'));
  const pressed = () =>
    page
      .getByRole('button')
      .elements()
      .map((word) => word.getAttribute('aria-pressed'));
  await expect.poll(pressed).toEqual(['false', 'false', 'true', 'true']);
  await userEvent.click(button('gut'));
  await userEvent.click(button('ist'));
  await userEvent.click(button('Das'));
  await userEvent.click(button('ist'));
  expect(chosen).toEqual(['gut', 'ist sehr gut', 'Das', 'Das ist']);
});

test('words are offered as buttons where there are two to sixty of them', async () => {
  const words = (count: number) => Array.from({ length: count }, (_, nth) => `w${nth}`).join(' ');
  const choices = [1, 2, 60, 61].map((count) => (
    <section key={count} aria-label={String(count)}>
      <WordChoice content={words(count)} languageCode="de" text="" onChoose={() => undefined} />
    </section>
  ));
  render(choices);
  const offered = () =>
    [...document.querySelectorAll('section[aria-label]')].map((one) => one.querySelectorAll('button').length);
  await expect.poll(offered).toEqual([0, 2, 60, 0]);
});
