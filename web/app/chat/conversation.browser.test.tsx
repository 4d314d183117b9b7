import { type ChatMessage, turnsHideMs } from '@parlance/contract/chat';
import { t } from '@parlance/words/current';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server, sockets } from '#test/browser/network';
import { leave, render } from '#test/browser/render';
import { pass, setLanguage, stopClock } from '#test/browser/surroundings';
import { sampleMessage } from '#test/chat-samples';
import Conversation from './conversation';
import { NothingYet } from './conversation/message-list';

const idOf = (serial: number) => `00000000-0000-7000-8000-${String(serial).padStart(12, '0')}`;
const partnerId = idOf(9);
let members = 4000;
let messages: ChatMessage[];
let partnerName: string;

const memberId = () => idOf(members);
const fromPartner = (sequence: number, changes: Partial<ChatMessage> = {}) =>
  sampleMessage(sequence, { fromUserId: partnerId, toUserId: memberId(), ...changes });
/** Just written, so that it can be edited. */
const fromMember = (sequence: number, changes: Partial<ChatMessage> = {}) =>
  sampleMessage(sequence, {
    fromUserId: memberId(),
    toUserId: partnerId,
    createdAt: new Date(),
    ...changes,
  });

const show = () =>
  render(
    <Routes>
      <Route path="/chats" element={<h1>All conversations</h1>} />
      <Route path="/chat/:userId" element={<Conversation />} />
    </Routes>,
    { at: `/chat/${partnerId}`, user: { userId: memberId() } },
  );

/** The conversation with everything that loads on first use. */
async function showLoaded() {
  const shown = show();
  await userEvent.keyboard('{Shift}');
  await expect.poll(sockets.isConnected).toBe(true);
  await expect.element(page.getByText(messages.at(-1)?.content ?? 'No messages yet')).toBeVisible();
  return shown;
}

beforeEach(() => {
  // An engine lives as long as its member.
  members += 1;
  messages = [];
  partnerName = 'Nuria';
  server.answer('getProfile', ({ params }) => ({
    userId: params.userId ?? '',
    name: params.userId === partnerId ? partnerName : 'Olaf',
    description: '',
    profileImageUrl: null,
    createdAt: new Date('2026-05-14T12:00:00.000Z'),
    languages: [],
  }));
  server.answer('listMessages', () => ({ count: messages.length, messages: messages.toReversed() }));
  server.answer('getStanding', () => ({
    state: 'trusted',
    notifiedLeft: 8,
    notifiedPerDay: 8,
    left: 50,
    until: null,
    canAppeal: false,
  }));
  server.answer('markRead', () => ({}));
  server.answer('listOwnLanguages', () => ({ languages: [] }));
  server.answer('listTopics', () => ({ topics: [] }));
  server.answer('listAppointments', () => ({ count: 0, slots: [] }));
  server.answer('listChats', () => ({ count: 0, chats: [] }));
  server.answer('getChatStat', () => ({ unreadMessages: 0, requests: 0 }));
});

const field = () => page.getByRole('textbox', { name: 'Message' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });
const options = async (text: string, action: string) => {
  await userEvent.click(row(text).getByRole('button', { name: 'Message options' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: action, exact: true }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
};

describe('announcements', () => {
  test('tell of messages that arrive, not of those that were there or of own ones', async () => {
    messages = [fromPartner(1), fromPartner(2)];
    await showLoaded();
    await expect.poll(() => server.params('markRead')).toHaveLength(1);
    expect(page.getByText(/: message/).query()).toBeNull();
    messages = [...messages, fromPartner(3)];
    sockets.emit('chat:message', messages[2], 3);
    await expect.element(page.getByText('Nuria: message 3')).toBeInTheDocument();
    messages = [...messages, fromMember(4)];
    sockets.emit('chat:message', messages[3], 4);
    await expect.element(page.getByText('message 4')).toBeVisible();
    expect(page.getByText(/: message 4/).query()).toBeNull();
  });
});

describe('the note that the partner is writing', () => {
  const note = () => page.getByText('Nuria is writing…').first();
  /** The part that listens is loaded on first use, so the event is repeated. */
  const typeAsPartner = () =>
    expect
      .poll(() => {
        sockets.emit('chat:typing', { userId: partnerId });
        return note().query();
      })
      .not.toBeNull();

  test('stays when another member writes, and goes with the message of the partner', async () => {
    messages = [fromPartner(1)];
    await showLoaded();
    await typeAsPartner();
    sockets.emit('chat:message', sampleMessage(1, { fromUserId: idOf(7), toUserId: memberId() }), 5);
    await expect.poll(() => sockets.acknowledged).toContain(5);
    // A whole round trip to the browser, in which React renders.
    await userEvent.keyboard('{Shift}');
    await expect.element(note()).toBeInTheDocument();
    messages = [...messages, fromPartner(2)];
    sockets.emit('chat:message', messages[1], 6);
    await expect.element(note()).not.toBeInTheDocument();
  });

  test('keeps its verb on a phone, however long the name is', async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 800));
    partnerName = 'Maximiliane-Alexandrina Freifrau von Hohenlohe-Langenburg';
    messages = [fromPartner(1)];
    await showLoaded();
    const shown = () => document.querySelector('p[aria-hidden="true"]:has(bdi)');
    await expect
      .poll(() => {
        sockets.emit('chat:typing', { userId: partnerId });
        return shown()?.textContent;
      })
      .toBe(`${partnerName} is writing…`);
    const { scrollWidth = 1, clientWidth = 0 } = shown() ?? {};
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });

  test('is not shown for somebody else, and own typing is told to the partner', async () => {
    messages = [fromPartner(1)];
    await showLoaded();
    await typeAsPartner();
    messages = [...messages, fromPartner(2)];
    sockets.emit('chat:message', messages[1], 6);
    await expect.element(note()).not.toBeInTheDocument();
    sockets.emit('chat:typing', { userId: idOf(7) });
    await userEvent.type(field(), 'H');
    await expect
      .poll(() => sockets.received.filter(({ event }) => event === 'chat:typing'))
      .toEqual([{ event: 'chat:typing', payload: { userId: partnerId } }]);
    expect(note().query()).toBeNull();
  });
});

describe('editing', () => {
  beforeEach(async () => {
    messages = [fromMember(1), fromMember(2)];
    await showLoaded();
  });

  test('a second message restores what was typed before the first', async () => {
    await userEvent.fill(field(), 'Half a sentence');
    await options('message 1', 'Edit');
    await expect.element(field()).toHaveValue('message 1');
    await options('message 2', 'Edit');
    await expect.element(field()).toHaveValue('message 2');
    await expect.element(field()).toHaveFocus();
    await expect.element(button('Cancel editing')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(field()).toHaveValue('Half a sentence');
    await expect.element(button('Cancel editing')).not.toBeInTheDocument();
  });

  test('the newest own message begins with the arrow up, only in an empty field', async () => {
    await userEvent.click(field());
    await userEvent.type(field(), 'H');
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(field()).toHaveValue('H');
    await userEvent.clear(field());
    // The part that handles the key is loaded on first use.
    await expect
      .poll(async () => {
        await userEvent.keyboard('{ArrowUp}');
        return (field().element() as HTMLTextAreaElement).value;
      })
      .toBe('message 2');
    await userEvent.click(button('Cancel editing'));
    await expect.element(field()).toHaveValue('');
    await expect.element(field()).toHaveFocus();
  });
});

describe('replying', () => {
  test('moves the focus to the field, and a reply ends an edit', async () => {
    messages = [fromPartner(1), fromMember(2)];
    await showLoaded();
    await userEvent.fill(field(), 'Typed');
    await options('message 2', 'Edit');
    await options('message 1', 'Reply');
    await expect.element(page.getByText('Reply to Nuria')).toBeVisible();
    await expect.element(field()).toHaveValue('Typed');
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText('Reply to Nuria')).not.toBeInTheDocument();
    await expect.element(field()).toHaveValue('Typed');
  });

  test.each(['Reply', 'Edit'])('on a phone a long message does not widen the page: %s', async (action) => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 800));
    const content = 'I went home late, because the train did not come. '.repeat(3).trim();
    messages = [fromMember(1, { content })];
    await showLoaded();
    await options(content, action);
    const cancel = button(action === 'Edit' ? 'Cancel editing' : 'Cancel reply');
    await expect.element(cancel).toBeInViewport({ ratio: 1 });
    expect(document.documentElement.scrollWidth).toBe(390);
  });

  test('in a right-to-left page a long name is cut at its own end', async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 800));
    await setLanguage('ar');
    partnerName = 'Maximiliane-Alexandrina Freifrau von Hohenlohe-Langenburg';
    messages = [fromPartner(1)];
    await showLoaded();
    const shown = () => document.querySelector('[role="status"] > bdi');
    await userEvent.click(row('message 1').getByRole('button', { name: t('Message options') }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: t('Reply'), exact: true }));
    await expect.poll(() => shown()?.textContent).toBe(partnerName);
    const startOf = (element: Element | null | undefined) => element?.getBoundingClientRect().x ?? 0;
    expect(startOf(shown())).toBeGreaterThanOrEqual(startOf(shown()?.parentElement));
  });

  test('a pressed quote leads to its message, which has the focus', async () => {
    const first = fromPartner(1);
    const quoted = {
      chatMessageId: first.chatMessageId,
      userId: partnerId,
      kind: 'text' as const,
      excerpt: 'message 1',
      isDeleted: false,
    };
    messages = [first, fromMember(2, { content: 'An answer', repliesTo: quoted })];
    await showLoaded();
    await userEvent.click(page.getByRole('button', { name: 'In reply to Nuria: message 1' }));
    // The pressed button has the focus first, and the same words.
    await expect.poll(() => document.activeElement?.tagName).toBe('LI');
    expect(document.activeElement?.textContent).toContain('message 1');
    await userEvent.keyboard('r');
    await expect.element(page.getByText('Reply to Nuria')).toBeVisible();
    await expect.element(field()).toHaveFocus();
    await expect.element(field()).toHaveValue('');
  });

  test('quotes the words of a message that was edited while its options were open', async () => {
    messages = [fromPartner(1)];
    await showLoaded();
    await userEvent.click(row('message 1').getByRole('button', { name: 'Message options' }));
    await expect.element(button('Reply')).toBeVisible();
    const updatedAt = new Date('2026-05-14T13:00:00.000Z');
    messages = [fromPartner(1, { content: 'Edited words', editedAt: updatedAt, updatedAt })];
    sockets.emit('chat:message-changed', messages[0], 7);
    await expect.element(page.getByText('Edited words')).toBeInTheDocument();
    await userEvent.click(button('Reply'));
    const target = () => page.getByText('Reply to Nuria').query()?.parentElement?.textContent;
    await expect.poll(target).toContain('Edited words');
  });

  test('closing the options returns the focus to the message', async () => {
    messages = [fromPartner(1)];
    await showLoaded();
    const more = row('message 1').getByRole('button', { name: 'Message options' });
    await userEvent.click(more);
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(more).toHaveFocus();
  });
});

describe('unsent text', () => {
  test('is there again after leaving, and asks before another screen opens', async () => {
    messages = [fromPartner(1)];
    const { router } = await showLoaded();
    await userEvent.fill(field(), 'Half a sentence');
    void router.navigate('/chats');
    await expect.element(page.getByRole('dialog', { name: 'Leave this conversation?' })).toBeVisible();
    await userEvent.click(button('Stay'));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(router.state.location.pathname).toBe(`/chat/${partnerId}`);
    await expect.element(field()).toHaveValue('Half a sentence');
    void router.navigate('/chats');
    await userEvent.click(button('Leave'));
    await expect.element(page.getByRole('heading', { name: 'All conversations' })).toBeVisible();
    leave();
    await showLoaded();
    await expect.element(field()).toHaveValue('Half a sentence');
  });
});

test('the meter counts changes of the sender and says so', async () => {
  messages = [fromPartner(1), fromMember(2), fromMember(3), fromPartner(4)];
  await showLoaded();
  const meter = page.getByRole('progressbar', { name: 'Conversation turns' });
  await expect.element(meter).toHaveAttribute('aria-valuenow', '2');
  await expect.element(meter).toHaveAttribute('aria-valuetext', '2 of 10 turns');
});

test('the tenth turn is celebrated once, and the meter hides after five seconds', async () => {
  const createdAt = new Date();
  messages = Array.from({ length: 10 }, (_, nth) =>
    (nth % 2 ? fromMember : fromPartner)(nth + 1, { createdAt }),
  );
  await showLoaded();
  const meter = page.getByRole('progressbar', { name: 'Conversation turns' });
  const celebration = page.getByText('Ten turns. That was a real conversation.');
  await expect.element(meter).toHaveAttribute('aria-valuenow', '9');
  stopClock(new Date());
  messages = [...messages, fromPartner(11, { createdAt })];
  sockets.emit('chat:message', messages[10], 11);
  await expect.element(celebration).toBeVisible();
  await expect.element(meter).toHaveAttribute('aria-valuenow', '10');
  await pass(turnsHideMs - 1);
  await expect.element(meter).toBeVisible();
  await pass(1);
  await expect.element(meter).not.toBeInTheDocument();
  await expect.element(celebration).not.toBeInTheDocument();
  // Opening it again shows the meter, without the celebration.
  leave();
  vi.useRealTimers();
  await showLoaded();
  await expect.element(meter).toHaveAttribute('aria-valuenow', '10');
  expect(celebration.query()).toBeNull();
});

test('the words of an empty conversation stay in place when topics take room below them', async () => {
  render(
    <div data-testid="room" className="flex h-[40rem] flex-col">
      <NothingYet partnerName="Nuria" isBlocked={false} />
    </div>,
  );
  const words = page.getByText('No messages yet');
  await expect.element(words).toBeVisible();
  const top = () => words.element().getBoundingClientRect().top;
  const before = top();
  (page.getByTestId('room').element() as HTMLElement).style.height = '20rem';
  expect(top()).toBe(before);
});
