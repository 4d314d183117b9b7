import { messageMaxLength } from '@parlance/contract/chat';
import type { ContactRequest } from '@parlance/contract/contact';
import { ApiError } from '@parlance/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { Route, Routes, useParams } from 'react-router';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useChat } from '#chat/engine/chat';
import { queryClient } from '#lib/query-client';
import { server, sockets } from '#test/browser/network';
import { leave, render } from '#test/browser/render';
import { setLanguage } from '#test/browser/surroundings';
import Requests from './requests';

const idOf = (serial: number) => `00000000-0000-7000-8000-${String(serial).padStart(12, '0')}`;

const requestOf = (serial: number, name: string, changes: Partial<ContactRequest> = {}): ContactRequest => ({
  profile: {
    userId: idOf(serial),
    name,
    description: '',
    profileImageUrl: 'https://pictures.example/stranger.webp',
    createdAt: new Date('2026-05-14T12:00:00.000Z'),
  },
  languages: [
    { languageCode: 'es', learning: false, proficiency: 100, isNative: true },
    { languageCode: 'en', learning: true, proficiency: 40 },
  ],
  text: `Hello from ${name}`,
  durationMs: null,
  messageCount: 1,
  why: 'silent',
  createdAt: new Date('2026-06-01T12:00:00.000Z'),
  ...changes,
});

let waiting: ContactRequest[];
let members = 1000;

/** The engine belongs to a shell that this test does not render. */
function Engine() {
  useChat();
  return null;
}

const Conversation = () => <h1>Conversation with {useParams().userId}</h1>;

function show(at: string) {
  return render(
    <>
      <Engine />
      <Routes>
        <Route path="/requests/:userId?" element={<Requests />} />
        <Route path="/chat/:userId" element={<Conversation />} />
      </Routes>
    </>,
    // An engine lives as long as its member.
    { at, user: { userId: idOf(++members) } },
  );
}

beforeEach(() => {
  waiting = [requestOf(1, 'Nuria'), requestOf(2, 'Olaf'), requestOf(3, 'Pia')];
  server.answer('listRequests', ({ payload: { limit = 20, offset = 0 } }) => ({
    count: waiting.length,
    requests: waiting.slice(Number(offset), Number(offset) + Number(limit)),
  }));
  server.answer('declineRequest', ({ params }) => {
    waiting = waiting.filter(({ profile }) => profile.userId !== params.userId);
    return {};
  });
});

const row = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });

describe('one request', () => {
  test('shows initial, name, languages and words, and no picture, link or player', async () => {
    const text = 'Look at https://parlance.example/me <b>now</b>';
    waiting = [requestOf(1, 'Nuria', { text, messageCount: 3 })];
    show(`/requests/${idOf(1)}`);
    await expect.element(heading('Nuria')).toBeVisible();
    const article = page.getByRole('article', { name: 'Nuria' });
    await expect.element(article.getByText(text)).toBeVisible();
    await expect.element(article.getByText('Here since May 2026 · 3 messages')).toBeVisible();
    await expect.element(article.getByText('Spanish')).toBeVisible();
    await expect.element(article.getByText('You see the rest once you have answered.')).toBeVisible();
    await expect.element(article.getByText(/^This waits quietly/)).toBeVisible();
    expect(document.querySelectorAll('img, audio, [href*="parlance.example"]')).toHaveLength(0);
    expect(article.element().textContent).toMatch(/^N/);
  });

  test('takes the focus with its words when it is pressed, and not when its address is opened', async () => {
    const { router } = show(`/requests/${idOf(1)}`);
    const article = (name: string) => page.getByRole('article', { name });
    await expect.element(article('Nuria')).toBeVisible();
    expect(document.activeElement).toBe(document.body);
    await row('Olaf').click();
    await expect.element(article('Olaf')).toHaveFocus();
    await expect.element(article('Olaf')).toHaveAccessibleDescription(/^Hello from Olaf This waits quietly/);
    expect(router.state.location.pathname).toBe(`/requests/${idOf(2)}`);
  });

  test('is opened without a call that marks it as delivered or read', async () => {
    show('/requests');
    await row('Olaf').click();
    await expect.element(heading('Olaf')).toBeVisible();
    const names = new Set(server.received.map(({ name }) => name));
    expect(names).not.toContain('markRead');
    expect(names).not.toContain('listMessages');
  });

  test('has calm words for contact details, and for a voice message its length', async () => {
    waiting = [requestOf(1, 'Nuria', { text: null, durationMs: 12_000, why: 'contact' })];
    show(`/requests/${idOf(1)}`);
    const article = page.getByRole('article', { name: 'Nuria' });
    await expect.element(article.getByText('A voice message, 0:12')).toBeVisible();
    await expect.element(article.getByText('You can play it once you have answered.')).toBeVisible();
    await expect.element(article.getByText(/^It contains a link, a number/)).toBeVisible();
    await expect.element(article.getByText(/^This waits quietly/)).not.toBeInTheDocument();
  });

  test('further down than the first page is found by its address', async () => {
    waiting = Array.from({ length: 130 }, (_, place) => requestOf(place + 1, `Person ${place + 1}`));
    show(`/requests/${idOf(127)}`);
    await expect.element(heading('Person 127')).toBeVisible();
  });

  test('further down that cannot be looked for says so, and is looked for again on request', async () => {
    waiting = Array.from({ length: 130 }, (_, place) => requestOf(place + 1, `Person ${place + 1}`));
    let isBroken = true;
    server.answer('listRequests', ({ payload: { limit = 20, offset = 0 } }) => {
      if (isBroken && Number(limit) > 20) throw new ApiError('ServerError');
      const requests = waiting.slice(Number(offset), Number(offset) + Number(limit));
      return { count: waiting.length, requests };
    });
    show(`/requests/${idOf(127)}`);
    await expect.element(button('Try again').first()).toBeVisible();
    isBroken = false;
    await button('Try again').first().click();
    await expect.element(heading('Person 127')).toBeVisible();
  });

  test('names first what its sender speaks, and is the one heading of the screen', async () => {
    const [speaks, learns] = requestOf(1, 'Nuria').languages;
    waiting = [
      requestOf(1, 'Nuria', { languages: [learns, speaks] as ContactRequest['languages'] }),
      requestOf(2, 'Olaf', { messageCount: 4 }),
    ];
    show(`/requests/${idOf(1)}`);
    await expect.element(heading('Nuria')).toBeVisible();
    const chips = page.getByRole('article').getByRole('listitem').elements();
    expect(chips.map(({ textContent }) => /Spanish|English/.exec(textContent ?? '')?.[0])).toEqual([
      'Spanish',
      'English',
    ]);
    await expect.element(page.getByRole('heading', { level: 2, name: 'Requests (2)' })).toBeVisible();
    await expect.element(row('Nuria')).toHaveAttribute('aria-current', 'page');
    await expect.element(row('Olaf')).toMatchTextContent(/4 messages$/);
    expect(row('Nuria').element().textContent).not.toMatch(/message/);
    expect(row('Olaf').element().getAttribute('aria-current')).toBeNull();
  });

  test('that is closed gives the focus back to its row; at first no row takes it', async () => {
    const { router } = show('/requests');
    await expect.element(row('Olaf')).toBeVisible();
    expect(document.activeElement).toBe(document.body);
    await router.navigate(`/requests/${idOf(2)}`);
    await userEvent.click(page.getByRole('link', { name: 'Close request' }));
    await expect.element(heading('Requests (3)')).toBeVisible();
    await expect.element(row('Olaf')).toHaveFocus();
  });

  test('ends a long text with an ellipsis', async () => {
    waiting = [requestOf(1, 'Nuria', { text: '😀'.repeat(500) })];
    show(`/requests/${idOf(1)}`);
    await expect.element(page.getByRole('article').getByText(/😀…$/)).toBeVisible();
  });
});

describe('declining', () => {
  test('removes the request, and the focus moves to the next one', async () => {
    show(`/requests/${idOf(2)}`);
    await button('Decline').click();
    await expect.element(page.getByText('Declined. Olaf is not told.')).toBeVisible();
    await expect.poll(() => server.params('declineRequest')).toEqual([{ userId: idOf(2) }]);
    await expect.element(heading('Requests (2)')).toBeVisible();
    await expect.element(row('Olaf')).not.toBeInTheDocument();
    await expect.element(row('Pia')).toHaveFocus();
  });

  test('of the last one leaves the focus on the heading', async () => {
    waiting = [requestOf(1, 'Nuria')];
    show(`/requests/${idOf(1)}`);
    await button('Decline').click();
    await expect.element(page.getByText('No requests are waiting.')).toBeVisible();
    await expect.element(heading('Requests')).toHaveFocus();
  });

  test('of the last row moves the focus to the row before it', async () => {
    show(`/requests/${idOf(3)}`);
    await button('Decline').click();
    await expect.element(heading('Requests (2)')).toBeVisible();
    await expect.element(row('Olaf')).toHaveFocus();
  });

  test('that fails keeps the request and says why', async () => {
    server.answer('declineRequest', () => {
      throw new ApiError('ServerError');
    });
    show(`/requests/${idOf(2)}`);
    await button('Decline').click();
    await expect
      .element(page.getByText('Something went wrong. Please try again later.').first())
      .toBeVisible();
    await expect.element(heading('Olaf')).toBeVisible();
  });

  test('of a request that is gone returns to the list', async () => {
    server.answer('declineRequest', () => {
      waiting = waiting.slice(1);
      throw new ApiError('ResourceNotFound');
    });
    show(`/requests/${idOf(1)}`);
    await button('Decline').click();
    await expect.element(heading('Requests (2)')).toBeVisible();
  });
});

test('declining that ends after the member has opened another request leaves that one open', async () => {
  const declined = Promise.withResolvers<Record<string, never>>();
  server.answer('declineRequest', ({ params }) => {
    waiting = waiting.filter(({ profile }) => profile.userId !== params.userId);
    return declined.promise;
  });
  show(`/requests/${idOf(2)}`);
  await button('Decline').click();
  await expect.element(button('Decline')).toHaveAttribute('aria-busy', 'true');
  await row('Pia').click();
  await expect.element(heading('Pia')).toBeVisible();
  declined.resolve({});
  await expect.element(row('Olaf')).not.toBeInTheDocument();
  await expect.element(heading('Pia')).toBeVisible();
});

describe('block and report', () => {
  const box = () => page.getByRole('checkbox', { name: /^Let accounts created from now on ask first/ });
  const reason = () => page.getByRole('combobox', { name: 'What is wrong with it?' });

  test.each([
    ['harassment', true],
    ['sexual', true],
    ['spam', false],
    ['scam', false],
    ['other', false],
  ])('for %s offers protection, ticked: %s', async (value, isTicked) => {
    server.answer('refuseRequest', () => ({}));
    show(`/requests/${idOf(1)}`);
    await button('Block and report').click();
    await reason().selectOptions(value);
    if (isTicked) await expect.element(box()).toBeChecked();
    else await expect.element(box()).not.toBeChecked();
    await page.getByRole('dialog').getByRole('button', { name: 'Block and report' }).click();
    await expect.poll(() => server.payloads('refuseRequest')).toEqual([{ reason: value, protect: isTicked }]);
  });

  test('keeps a box that was changed when the reason changes, and sends everything in one call', async () => {
    server.answer('refuseRequest', () => {
      waiting = waiting.slice(1);
      return {};
    });
    show(`/requests/${idOf(1)}`);
    await button('Block and report').click();
    await box().click();
    await reason().selectOptions('spam');
    await reason().selectOptions('sexual');
    await expect.element(box()).not.toBeChecked();
    await page.getByRole('textbox', { name: 'Anything to add?' }).fill('Third account');
    await page.getByRole('dialog').getByRole('button', { name: 'Block and report' }).click();
    await expect.element(page.getByText('You blocked and reported Nuria.')).toBeVisible();
    await expect
      .poll(() => server.payloads('refuseRequest'))
      .toEqual([{ reason: 'sexual', text: 'Third account', protect: false }]);
    await expect.poll(() => server.params('refuseRequest')).toEqual([{ userId: idOf(1) }]);
    expect(server.params('blockUser')).toEqual([]);
    await expect.element(heading('Requests (2)')).toBeVisible();
  });

  test('reads again what a block concerns, on whatever screen', async () => {
    server.answer('refuseRequest', () => ({}));
    let reads = 0;
    queryClient.setQueryDefaults(['people'], { queryFn: async () => ++reads });
    const People = () => <output>{useQuery<number>({ queryKey: ['people'] }).data}</output>;
    render(
      <>
        <Engine />
        <People />
        <Routes>
          <Route path="/requests/:userId?" element={<Requests />} />
        </Routes>
      </>,
      { at: `/requests/${idOf(1)}`, user: { userId: idOf(++members) } },
    );
    await button('Block and report').click();
    expect(reads).toBe(1);
    await page.getByRole('dialog').getByRole('button', { name: 'Block and report' }).click();
    await expect.poll(() => reads).toBe(2);
  });

  test('that is refused keeps the words', async () => {
    server.answer('refuseRequest', () => {
      throw new ApiError('TooManyRequests', { timeout: 1500 });
    });
    show(`/requests/${idOf(1)}`);
    await button('Block and report').click();
    await page.getByRole('textbox', { name: 'Anything to add?' }).fill('Third account');
    await page.getByRole('dialog').getByRole('button', { name: 'Block and report' }).click();
    await expect.element(page.getByText(/Please try again in 25 minutes/)).toBeVisible();
    await expect
      .element(page.getByRole('textbox', { name: 'Anything to add?' }))
      .toHaveValue('Third account');
  });
});

describe('answering', () => {
  const field = () => page.getByRole('textbox', { name: 'Your answer' });
  const sent = () => sockets.received.filter(({ event }) => event === 'chat:message');

  test('sends a message, which accepts, and opens the conversation', async () => {
    show(`/requests/${idOf(1)}`);
    await expect.poll(sockets.isConnected).toBe(true);
    await expect.element(button('Answer')).toHaveAttribute('aria-expanded', 'false');
    await button('Answer').click();
    await expect.element(field()).toHaveFocus();
    // The pressed button stays, because a screen reader says nothing about a field that replaces it.
    await expect.element(button('Answer')).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('Hola Nuria{Enter}');
    await expect.element(heading(`Conversation with ${idOf(1)}`)).toBeVisible();
    await expect.poll(sent).toHaveLength(1);
    await expect.poll(() => sent()[0]?.payload).toMatchObject({ userId: idOf(1), content: 'Hola Nuria' });
  });

  test('keeps the draft when the request is left, and the focus where it is', async () => {
    const { router } = show(`/requests/${idOf(1)}`);
    await button('Answer').click();
    await field().fill('Not yet');
    await router.navigate('/requests');
    await router.navigate(`/requests/${idOf(2)}`);
    await expect.element(heading('Olaf')).toBeVisible();
    await expect.element(field()).not.toBeInTheDocument();
    await router.navigate(`/requests/${idOf(1)}`);
    await expect.element(field()).toHaveValue('Not yet');
    await expect.element(field()).not.toHaveFocus();
    await button('Answer').click();
    await expect.element(field()).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  test('that is too long says by how much, and is not sent', async () => {
    show(`/requests/${idOf(1)}`);
    await button('Answer').click();
    await userEvent.fill(field(), `${'😀'.repeat(messageMaxLength + 1)} `);
    await expect.element(page.getByText('1 character too long for one message.')).toBeVisible();
    await expect.element(button('Send')).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    await expect.element(heading('Nuria')).toBeVisible();
    await userEvent.fill(field(), '😀'.repeat(messageMaxLength));
    await expect.element(button('Send')).toBeEnabled();
    expect(sent()).toEqual([]);
  });

  test('of an empty text sends nothing', async () => {
    show(`/requests/${idOf(1)}`);
    await button('Answer').click();
    await userEvent.keyboard('  {Enter}');
    await expect.element(button('Send')).toBeDisabled();
    await expect.element(heading('Nuria')).toBeVisible();
    expect(sent()).toEqual([]);
  });
});

describe('the list', () => {
  test('is updated and announced when a request arrives, and the event is acknowledged', async () => {
    show('/requests');
    await expect.element(row('Pia')).toBeVisible();
    await expect.poll(sockets.isConnected).toBe(true);
    expect(page.getByText('A new request').elements()).toHaveLength(0);
    waiting = [requestOf(4, 'Quentin'), ...waiting];
    sockets.emit('chat:request', { requests: 4 }, 7);
    await expect.element(row('Quentin')).toBeVisible();
    await expect.element(heading('Requests (4)')).toBeVisible();
    await expect.element(page.getByText('A new request')).toBeInTheDocument();
    expect(sockets.acknowledged).toContain(7);
  });

  test('announces a second arrival as well: the same words are removed in between', async () => {
    show('/requests');
    await expect.element(row('Pia')).toBeVisible();
    await expect.poll(sockets.isConnected).toBe(true);
    const all = waiting;
    const announced = page.getByText('A new request');
    for (const [requests, isNew] of [
      [[requestOf(4, 'Quentin'), ...all], true],
      [all, false],
      [[requestOf(5, 'Rosa'), ...all], true],
    ] as const) {
      waiting = [...requests];
      sockets.emit('chat:request', { requests: requests.length });
      await expect.element(heading(`Requests (${requests.length})`)).toBeVisible();
      await expect.poll(() => announced.elements().length).toBe(isNew ? 1 : 0);
    }
  });

  test('is read again after a lost connection', async () => {
    show('/requests');
    await expect.element(row('Pia')).toBeVisible();
    await expect.poll(sockets.isConnected).toBe(true);
    waiting = waiting.slice(0, 1);
    sockets.drop();
    await expect.element(heading('Requests (1)'), { timeout: 8000 }).toBeVisible();
  });

  test('shows twenty, and more on request', async () => {
    waiting = Array.from({ length: 50 }, (_, place) => requestOf(place + 1, `Person ${place + 1}`));
    show('/requests');
    await expect.poll(() => page.getByRole('listitem').elements().length).toBe(20);
    await button('Show more').click();
    await expect.poll(() => page.getByRole('listitem').elements().length).toBe(40);
    await expect.element(button('Show more')).toHaveFocus();
    await button('Show more').click();
    await expect.poll(() => page.getByRole('listitem').elements().length).toBe(50);
    // The button has disappeared.
    await expect.element(row('Person 41')).toHaveFocus();
    await expect.element(button('Show more')).not.toBeInTheDocument();
  });

  test('that cannot be loaded says so and can be tried again', async () => {
    const answer = () => ({ count: 1, requests: [requestOf(1, 'Nuria')] });
    server.answer('listRequests', () => {
      throw new ApiError('ServerError');
    });
    show('/requests');
    await expect.element(button('Try again')).toBeVisible();
    server.answer('listRequests', answer);
    await button('Try again').click();
    await expect.element(row('Nuria')).toBeVisible();
  });
});

describe('on a phone, where the list is hidden behind a request', () => {
  beforeEach(() => page.viewport(390, 844));
  afterEach(() => page.viewport(1280, 800));

  test('an address whose list cannot be loaded says so and can be tried again', async () => {
    server.answer('listRequests', () => {
      throw new ApiError('ServerError');
    });
    show(`/requests/${idOf(1)}`);
    await expect.element(button('Try again')).toBeVisible();
    server.answer('listRequests', () => ({ count: 1, requests: waiting.slice(0, 1) }));
    await button('Try again').click();
    await expect.element(heading('Nuria')).toBeVisible();
  });

  test('the way to block is at the far edge, as on a wide screen', async () => {
    show(`/requests/${idOf(1)}`);
    await expect.element(button('Block and report')).toBeVisible();
    const edgeOf = (element: Element | null) => element?.getBoundingClientRect().right ?? 0;
    const block = button('Block and report').element();
    expect(edgeOf(block)).toBeCloseTo(edgeOf(block.parentElement), 0);
  });
});

describe('an address without a request', () => {
  const conversationOf = (isRequest: boolean) =>
    server.answer('listMessages', () => ({
      count: 1,
      isRequest,
      messages: [
        {
          chatMessageId: idOf(90),
          audioUrl: null,
          content: 'Hello',
          createdAt: new Date(),
          updatedAt: new Date(),
          deliveredAt: null,
          readAt: null,
          fromUserId: idOf(9),
          toUserId: idOf(members),
          type: 'text',
          sequence: 1,
        },
      ],
    }));
  const profileOf = () =>
    server.answer('getProfile', () => ({ ...requestOf(9, 'Rosa').profile, languages: [] }));

  test('of one that was declined lets the member answer after all', async () => {
    profileOf();
    conversationOf(true);
    show(`/requests/${idOf(9)}`);
    await expect.element(page.getByText(/^You declined this request/)).toBeVisible();
    const field = page.getByRole('textbox', { name: 'Your answer' });
    await expect.element(field).toBeVisible();
    await expect.element(field).not.toHaveFocus();
    expect(server.params('markRead')).toEqual([]);
  });

  test('of one that was answered leads to the conversation', async () => {
    profileOf();
    conversationOf(false);
    show(`/requests/${idOf(9)}`);
    await expect.element(heading(`Conversation with ${idOf(9)}`)).toBeVisible();
  });

  test('whose conversation cannot be read says so, and is read again on request', async () => {
    profileOf();
    server.answer('listMessages', () => {
      throw new ApiError('ServerError');
    });
    show(`/requests/${idOf(9)}`);
    await expect.element(page.getByRole('alert')).toBeVisible();
    conversationOf(true);
    await button('Try again').click();
    await expect.element(page.getByText(/^You declined this request/)).toBeVisible();
  });

  test('of nobody says that it is no longer here', async () => {
    server.answer('getProfile', () => {
      throw new ApiError('UserNotFound');
    });
    server.answer('listMessages', () => ({ count: 0, messages: [] }));
    show(`/requests/${idOf(9)}`);
    await expect.element(page.getByText('This request is no longer here.')).toBeVisible();
  });
});

test('right to left the words of each person keep their own direction', async () => {
  await setLanguage('ar');
  waiting = [requestOf(1, 'مريم'), requestOf(2, 'Olaf')];
  show(`/requests/${idOf(2)}`);
  const words = page.getByText('Hello from Olaf').last();
  await expect.element(words).toBeVisible();
  expect(getComputedStyle(words.element()).direction).toBe('ltr');
  leave();
});
