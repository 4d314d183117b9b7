import { type ChatMessage, messageMaxLength, turnsHideMs, typingEveryMs } from '@parlance/contract/chat';
import { messageEditMs } from '@parlance/contract/chat-changes';
import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';
import type { FullProfile } from '@parlance/contract/people';
import { t } from '@parlance/words/current';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '#lib/query-client';
import { server, sockets } from '#test/browser/network';
import { leave, render } from '#test/browser/render';
import { trustedStanding } from '#test/browser/samples';
import { pass, setLanguage, stopClock } from '#test/browser/surroundings';
import { sampleMessage } from '#test/chat-samples';
import Conversation from './conversation';
import { NothingYet } from './conversation/message-list';
import { chatListsKey } from './engine/chat-queries';
import { ChatList } from './list/chat-list';

const idOf = (serial: number) => `00000000-0000-7000-8000-${String(serial).padStart(12, '0')}`;
const partnerId = idOf(9);
let members = 4000;
let messages: ChatMessage[];
let partnerName: string;
let partner: Partial<FullProfile>;

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

const show = (className?: string) =>
  render(
    <div className={className}>
      <Routes>
        <Route path="/chats" element={<h1>All conversations</h1>} />
        <Route path="/chat/:userId" element={<Conversation />} />
      </Routes>
    </div>,
    { at: `/chat/${partnerId}`, user: { userId: memberId() } },
  );

/** The conversation with everything that loads on first use. */
async function showLoaded(className?: string) {
  const shown = show(className);
  await userEvent.keyboard('{Shift}');
  await expect.poll(sockets.isConnected).toBe(true);
  await expect.element(page.getByText(messages.at(-1)?.content ?? 'No messages yet')).toBeVisible();
  return shown;
}

const answerProfile = () =>
  server.answer('getProfile', ({ params }) => ({
    userId: params.userId ?? '',
    name: params.userId === partnerId ? partnerName : 'Olaf',
    description: '',
    profileImageUrl: null,
    createdAt: new Date('2026-05-14T12:00:00.000Z'),
    languages: [],
    ...(params.userId === partnerId && partner),
  }));

beforeEach(() => {
  // An engine lives as long as its member.
  members += 1;
  messages = [];
  partnerName = 'Nuria';
  partner = {};
  answerProfile();
  server.answer('listMessages', () => ({ count: messages.length, messages: messages.toReversed() }));
  server.answer('getStanding', () => trustedStanding);
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

test('the options of a message name it, and the conversation has its name before the profile is read', async () => {
  messages = [fromPartner(1)];
  const listed = {
    userId: partnerId,
    name: 'Nuria',
    description: '',
    profileImageUrl: null,
    createdAt: new Date(0),
  };
  server.answer('listChats', () => ({
    count: 1,
    chats: [{ profile: listed, lastMessage: fromPartner(1) }],
  }));
  const profile = Promise.withResolvers<never>();
  server.answer('getProfile', () => profile.promise);
  onTestFinished(() => profile.reject(new ApiError('ServerError')));
  const { router } = render(
    <Routes>
      <Route path="/chats" element={<ChatList openPartnerId={null} />} />
      <Route path="/chat/:userId" element={<Conversation />} />
    </Routes>,
    { at: '/chats', user: { userId: memberId() } },
  );
  await expect.element(page.getByRole('link', { name: /Nuria/ })).toBeVisible();
  // Requests are cached under the same prefix.
  queryClient.setQueryData([...chatListsKey(memberId()), { is: 'requests' }], { count: 0, requests: [] });
  await router.navigate(`/chat/${partnerId}`);
  await expect.element(page.getByRole('region', { name: 'Conversation with Nuria' })).toBeVisible();
  await expect
    .element(button('Message options'))
    .toHaveAccessibleDescription(expect.stringContaining('message 1'));
});

describe('announcements', () => {
  test('tell of a message with the words of the one before', async () => {
    messages = [fromPartner(1)];
    await showLoaded();
    const said: string[] = [];
    for (const sequence of [2, 3]) {
      messages = [...messages, fromPartner(sequence, { content: 'ok' })];
      sockets.emit('chat:message', messages.at(-1), sequence);
      await expect.poll(() => row('ok').elements()).toHaveLength(sequence - 1);
      const region = page.getByText('Nuria: ok').element();
      said.push([...document.querySelectorAll('[aria-live]')].indexOf(region).toString());
    }
    expect(said[0]).not.toBe(said[1]);
  });

  test('tell of messages that arrive, not of those that were there or of own ones', async () => {
    messages = [fromPartner(1), fromPartner(2)];
    await showLoaded();
    await expect.poll(() => server.params('markRead')).toHaveLength(1);
    expect(page.getByText(/: message/).query()).toBeNull();
    messages = [...messages, fromPartner(3)];
    sockets.emit('chat:message', messages[2], 3);
    await expect.element(page.getByText('Nuria: message 3')).toBeInTheDocument();
    // An edit of the newest message is none that arrives.
    const updatedAt = new Date();
    messages[2] = fromPartner(3, { content: 'Edited words', editedAt: updatedAt, updatedAt });
    sockets.emit('chat:message-changed', messages[2], 5);
    await expect.element(page.getByText('Edited words', { exact: true })).toBeVisible();
    expect(page.getByText('Nuria: Edited words').query()).toBeNull();
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
    const announced = [...document.querySelectorAll('p[aria-live="polite"]')].map((p) => p.textContent);
    expect(announced).toContain('Nuria is writing…');
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

  test('is not caused by clearing the field', async () => {
    messages = [fromPartner(1)];
    await showLoaded();
    await typeAsPartner();
    await userEvent.type(field(), 'H');
    const told = () => sockets.received.filter(({ event }) => event === 'chat:typing').length;
    await expect.poll(told).toBe(1);
    // The throttle alone would withhold the next event.
    stopClock(new Date(Date.now() + typingEveryMs));
    await userEvent.clear(field());
    await expect.element(field()).toHaveValue('');
    expect(told()).toBe(1);
    await userEvent.type(field(), 'H');
    await expect.poll(told).toBe(2);
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
    // A text cannot become nothing, nor a recording.
    await userEvent.clear(field());
    await expect.element(button('Save')).toBeDisabled();
    await userEvent.keyboard('{Enter}');
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
    messages[1] = fromMember(2, { content: null, deletedAt: new Date(), updatedAt: new Date() });
    sockets.emit('chat:message-changed', messages[1], 9);
    await expect.element(page.getByText('Message deleted')).toBeVisible();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(field()).toHaveValue('message 1');
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
    await options('message 2', 'Reply');
    await expect.element(page.getByText('Reply to yourself')).toBeVisible();
    await userEvent.click(button('Cancel reply'));
    await expect.element(page.getByText('Reply to yourself')).not.toBeInTheDocument();
    await expect.element(field()).toHaveFocus();
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
    await userEvent.click(page.getByRole('button', { name: 'In reply to Nuria: message 1' }));
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
    void router.navigate(`/profile/${partnerId}`);
    await userEvent.click(button('Stay'));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    void router.navigate('/chats');
    await userEvent.click(button('Leave'));
    await expect.element(page.getByRole('heading', { name: 'All conversations' })).toBeVisible();
    leave();
    await showLoaded();
    await expect.element(field()).toHaveValue('Half a sentence');
  });

  test('is no reason to ask before another conversation, nor before a reload; what is not sent is', async () => {
    refuseSending();
    messages = [fromPartner(1)];
    const { router } = await showLoaded();
    const isAsked = () => {
      const unload = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(unload);
      return unload.defaultPrevented;
    };
    await userEvent.fill(field(), 'Half a sentence');
    expect(isAsked()).toBe(false);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(isAsked()).toBe(true);
    await userEvent.click(page.getByRole('alert').getByRole('button', { name: 'Delete' }));
    await expect.poll(isAsked).toBe(false);
    await userEvent.fill(field(), 'Half');
    await router.navigate(`/chat/${idOf(7)}`);
    expect(router.state.location.pathname).toBe(`/chat/${idOf(7)}`);
  });

  test('is asked about once: the question of the browser replaces only a dialog that does not load', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(true);
    onTestFinished(() => confirm.mockRestore());
    messages = [fromPartner(1)];
    const { router } = await showLoaded();
    await userEvent.fill(field(), 'Half');
    stopClock(new Date());
    void router.navigate('/chats');
    await expect.element(page.getByRole('dialog', { name: 'Leave this conversation?' })).toBeVisible();
    await pass(3000);
    expect(confirm).not.toHaveBeenCalled();
    expect(router.state.location.pathname).toBe(`/chat/${partnerId}`);
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

/** The server refuses what is sent, so that it is kept with its reason. */
const refuseSending = () =>
  sockets.reply('chat:message', () => ({ error: toBody(new ApiError('NotAllowed', { message: 'No.' })) }));
const sentBySocket = () =>
  sockets.received.filter(({ event }) => event === 'chat:message').map(({ payload }) => payload);

describe('the options of a message', () => {
  const open = (text: string) => userEvent.click(row(text).getByRole('button', { name: 'Message options' }));
  const offered = () =>
    page
      .getByRole('dialog')
      .getByRole('button')
      .elements()
      .map((element) => element.textContent)
      .filter((name) => name !== '' && name !== 'Set its language');
  const closeOptions = async () => {
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  };

  test('are those of its writer, of its age and of its kind', async () => {
    const old = new Date(Date.now() - messageEditMs - 1000);
    const gone = { content: null, deletedAt: new Date() };
    messages = [fromPartner(1), fromMember(2, { createdAt: old }), fromMember(3), fromPartner(4, gone)];
    messages.push(fromPartner(5));
    await showLoaded();
    expect(row('Message deleted').getByRole('button').elements()).toHaveLength(0);
    await open('message 1');
    await expect
      .poll(offered)
      .toEqual(['Reply', 'Correct', 'Looks right', 'Save phrase', 'Copy text', 'Report message']);
    await closeOptions();
    await open('message 2');
    await expect.poll(offered).toEqual(['Reply', 'Save phrase', 'Copy text', 'Delete']);
    await closeOptions();
    await open('message 3');
    await expect.poll(offered).toEqual(['Reply', 'Edit', 'Save phrase', 'Copy text', 'Delete']);
    // The other one has deleted it meanwhile.
    messages[2] = fromMember(3, { ...gone, updatedAt: new Date() });
    sockets.emit('chat:message-changed', messages[2], 9);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('of a blocked partner have nothing that writes', async () => {
    partner = { isBlockedByUser: true };
    messages = [fromPartner(1), fromMember(2)];
    await showLoaded();
    await expect.element(field()).not.toBeInTheDocument();
    await open('message 1');
    await expect.poll(offered).toEqual(['Save phrase', 'Copy text', 'Report message']);
    await closeOptions();
    await open('message 2');
    await expect.poll(offered).toEqual(['Save phrase', 'Copy text', 'Delete']);
  });

  test('delete an own message only after a question, and its words are gone at once', async () => {
    messages = [fromPartner(1), fromMember(2)];
    server.answer('deleteMessage', () => ({}));
    await showLoaded();
    const dialog = page.getByRole('dialog', { name: 'Delete this message?' });
    await open('message 2');
    await userEvent.click(button('Delete'));
    await expect.element(dialog).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await open('message 2');
    await userEvent.click(button('Delete'));
    expect(server.params('deleteMessage')).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete', exact: true }));
    await expect.element(page.getByText('Message deleted')).toBeVisible();
    await expect.element(page.getByText('message 2')).not.toBeInTheDocument();
    await expect
      .poll(() => server.params('deleteMessage'))
      .toEqual([{ chatMessageId: messages[1]?.chatMessageId }]);
  });

  test('show the choice again for another message after theirs was deleted while a form was open', async () => {
    messages = [fromPartner(1), fromPartner(2)];
    await showLoaded();
    await open('message 1');
    await userEvent.click(button('Correct'));
    await expect.element(page.getByRole('dialog', { name: 'Correct this message' })).toBeVisible();
    messages[0] = fromPartner(1, { content: null, deletedAt: new Date(), updatedAt: new Date() });
    sockets.emit('chat:message-changed', messages[0], 9);
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await open('message 2');
    await expect.element(page.getByRole('dialog', { name: 'Message', exact: true })).toBeVisible();
    await expect.element(button('Reply')).toBeVisible();
  });

  test('confirm a message of the partner with its own words', async () => {
    refuseSending();
    messages = [fromPartner(1, { content: 'Estoy de acuerdo' })];
    await showLoaded();
    await options('Estoy de acuerdo', 'Looks right');
    await expect.poll(sentBySocket).toMatchObject([
      {
        userId: partnerId,
        content: 'Estoy de acuerdo',
        corrects: { chatMessageId: messages[0]?.chatMessageId, kind: 'natural' },
      },
    ]);
  });
});

describe('what is sent', () => {
  test('answers the chosen message, and the field is empty with the focus', async () => {
    refuseSending();
    messages = [fromPartner(1), fromMember(2)];
    await showLoaded();
    await options('message 1', 'Reply');
    await userEvent.fill(field(), 'Yes');
    await userEvent.click(button('Send'));
    await expect.element(field()).toHaveValue('');
    await expect.element(field()).toHaveFocus();
    await expect.element(page.getByText('Reply to Nuria')).not.toBeInTheDocument();
    await userEvent.fill(field(), 'Second');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(sentBySocket)
      .toMatchObject([{ content: 'Yes', repliesTo: messages[0]?.chatMessageId }, { content: 'Second' }]);
    expect(sentBySocket()[1]).not.toHaveProperty('repliesTo');
  });

  test('of an edit is only what has changed, and what was typed before returns', async () => {
    messages = [fromMember(1)];
    server.answer('updateMessage', ({ payload }) => ({
      ...fromMember(1),
      content: String(payload.content),
      editedAt: new Date(),
    }));
    await showLoaded();
    await userEvent.fill(field(), 'Half');
    await options('message 1', 'Edit');
    await userEvent.click(button('Save'));
    await expect.element(field()).toHaveValue('Half');
    await options('message 1', 'Edit');
    await userEvent.fill(field(), ' message one ');
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).toHaveValue('Half');
    await expect.element(row('message one').getByText(/^Edited · /)).toBeVisible();
    await expect.poll(() => server.payloads('updateMessage')).toEqual([{ content: 'message one' }]);
  });

  test('of an edited caption may be nothing; an edited correction may be longer than a message', async () => {
    const picture = {
      url: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
      width: 4,
      height: 3,
    };
    const corrects = { chatMessageId: idOf(99), kind: 'mistake' as const };
    messages = [fromMember(1, { type: 'picture', content: 'The sea', picture })];
    messages.push(fromMember(2, { content: 'I agree', corrects }));
    server.answer('updateMessage', () => ({ ...messages[0], content: null }) as ChatMessage);
    show();
    await userEvent.keyboard('{Shift}');
    await expect.element(page.getByText('Corrected: \u2068I agree\u2069')).toBeVisible();
    await options('I agree', 'Edit');
    await userEvent.fill(field(), 'x'.repeat(messageMaxLength + 1));
    await expect.element(button('Save')).toBeEnabled();
    expect(page.getByText(/too long/).query()).toBeNull();
    await userEvent.keyboard('{Escape}');
    await options('The sea', 'Edit');
    await userEvent.fill(field(), 'x'.repeat(501));
    await expect.element(page.getByText('1 character too long for one message.')).toBeVisible();
    await userEvent.clear(field());
    await userEvent.click(button('Save'));
    await expect.poll(() => server.payloads('updateMessage')).toEqual([{ content: '' }]);
  });

  test('leads to the end of the conversation, also for a reader who has scrolled up', async () => {
    refuseSending();
    messages = Array.from({ length: 60 }, (_, place) => fromPartner(place + 1, { readAt: new Date() }));
    await showLoaded('h-[40rem]');
    const list = page.getByRole('region', { name: 'Messages' });
    // Again until the list, which is still led to its end while it renders, stays there.
    await expect
      .poll(() => {
        list.element().scrollTop = 200;
        return button('Jump to latest').query();
      })
      .toBeVisible();
    await userEvent.fill(field(), 'Hello');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Hello', { exact: true })).toBeInViewport();
    await expect.element(button('Jump to latest')).not.toBeInTheDocument();
  });

  test('and put off by the server for less than a minute says so', async () => {
    const error = new ApiError('TooManyRequests', { timeout: 50 });
    sockets.reply('chat:message', () => ({ error: toBody(error) }));
    messages = [fromPartner(1)];
    await showLoaded();
    await userEvent.fill(field(), 'Hello');
    await userEvent.keyboard('{Enter}');
    await expect.element(row('Hello').getByText(/ · Waiting, next try soon$/)).toBeVisible();
  });

  test('takes up a topic below what was typed; a cleared field drops it', async () => {
    refuseSending();
    const topic = { topicId: idOf(77), languageCode: 'en' as const, band: 'A1-A2' as const, starter: null };
    server.answer('listTopics', () => ({ topics: [{ ...topic, text: 'What is new?' }] }));
    await showLoaded();
    const topics = page.getByRole('region', { name: 'Something to talk about' });
    await userEvent.fill(field(), 'Hello,  ');
    await userEvent.click(topics.getByRole('button', { name: 'What is new?' }));
    await expect.element(field()).toHaveValue('Hello,\nWhat is new?');
    await expect.element(field()).toHaveFocus();
    await expect.element(topics).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.poll(sentBySocket).toMatchObject([{ topicId: idOf(77) }]);
    // The topic is that of one message.
    await userEvent.fill(field(), 'And this');
    await userEvent.keyboard('{Enter}');
    await expect.poll(sentBySocket).toHaveLength(2);
    expect(sentBySocket()[1]).not.toHaveProperty('topicId');
    await userEvent.click(button('More'));
    await userEvent.click(page.getByRole('menuitem', { name: 'Something to talk about' }));
    await userEvent.click(topics.getByRole('button', { name: 'What is new?' }));
    await expect.element(field()).toHaveValue('What is new?');
    await userEvent.clear(field());
    await userEvent.fill(field(), 'Something else');
    await userEvent.keyboard('{Enter}');
    await expect.poll(sentBySocket).toHaveLength(3);
    expect(sentBySocket()[2]).not.toHaveProperty('topicId');
    // Closed by its own button, it stays closed and the focus goes on to the field.
    await userEvent.click(button('More'));
    await userEvent.click(page.getByRole('menuitem', { name: 'Something to talk about' }));
    await userEvent.click(topics.getByRole('button', { name: 'Close' }));
    await expect.element(topics).not.toBeInTheDocument();
    await expect.element(field()).toHaveFocus();
  });
});

describe('the partner', () => {
  const report = () => page.getByRole('menuitem', { name: 'Report the last message' });

  test('names the tab and leads to the profile; the last message that is left can be reported', async () => {
    messages = [fromPartner(1), fromPartner(2), fromMember(3)];
    messages.push(fromPartner(4, { content: null, deletedAt: new Date() }), fromMember(5));
    await showLoaded();
    await expect.poll(() => document.title).toBe('Chat with Nuria · Parlance');
    const name = page.getByRole('link', { name: 'Nuria' });
    await expect.element(name).toHaveAttribute('href', `/profile/${partnerId}`);
    await expect
      .element(page.getByRole('link', { name: 'Close conversation' }))
      .toHaveAttribute('href', '/chats');
    await userEvent.click(button('More'));
    await userEvent.click(report());
    await expect
      .element(page.getByRole('dialog', { name: 'Report this message' }))
      .toMatchTextContent(/Nuriamessage 2/);
  });

  test('who has written nothing cannot be reported for it', async () => {
    messages = [fromMember(1)];
    await showLoaded();
    await userEvent.click(button('More'));
    await expect.element(report()).toHaveAttribute('aria-disabled', 'true');
    await expect
      .element(page.getByRole('menuitem', { name: 'Find a time' }))
      .toHaveAttribute('href', `/profile/${partnerId}#availability`);
  });

  test('who is blocked gets no words; unblocking brings the field back', async () => {
    partner = { isBlockedByUser: true };
    server.answer('unblockUser', () => {
      partner = {};
      return {};
    });
    const { router } = show();
    await userEvent.keyboard('{Shift}');
    await expect
      .element(page.getByText('You blocked Nuria. Neither of you can write to the other.'))
      .toBeVisible();
    await expect.element(field()).not.toBeInTheDocument();
    await expect.element(page.getByText(/^Say hello to/)).not.toBeInTheDocument();
    await userEvent.click(button('More'));
    const offered = () =>
      page
        .getByRole('menuitem')
        .elements()
        .map(({ textContent }) => textContent);
    await expect.poll(offered).toEqual(['View Profile', 'Report the last message', 'Unblock User']);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    await userEvent.click(button('Unblock User'));
    await expect.element(field()).toBeVisible();
    await expect.element(page.getByText('You unblocked Nuria.')).toBeVisible();
    expect(router.state.location.pathname).toBe(`/chat/${partnerId}`);
  });

  test.each([
    ['asked', 'Nuria: corrections only when asked for.'],
    ['never', 'Nuria: no corrections for now.'],
  ] as const)('who wants corrections %s has a note of it above the field', async (correctMe, words) => {
    partner = { correctMe };
    show();
    await expect.element(page.getByText(words)).toBeVisible();
  });

  test.each([
    ['is gone', () => partnerId],
    ['is oneself', () => memberId()],
  ])('who %s has no conversation: the list is shown', async (_who, userId) => {
    server.answer('getProfile', () => {
      throw new ApiError('UserNotFound');
    });
    const { router } = render(
      <Routes>
        <Route path="/chats" element={<h1>All conversations</h1>} />
        <Route path="/chat/:userId" element={<Conversation />} />
      </Routes>,
      { at: `/chat/${userId()}`, user: { userId: memberId() } },
    );
    await expect.element(page.getByRole('heading', { name: 'All conversations' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/chats');
  });

  test('whose profile a lost connection holds back stays on screen with the field', async () => {
    server.answer('getProfile', () => {
      throw new TypeError('Failed to fetch');
    });
    const { router } = show();
    await expect.element(field()).toBeVisible();
    // A lost answer is asked for once more, by the query itself; the failure comes after that.
    await expect
      .poll(() => queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' }))
      .not.toEqual([]);
    await expect.element(page.getByRole('region', { name: 'Conversation', exact: true })).toBeVisible();
    await userEvent.fill(field(), 'Kept');
    await expect.element(button('More')).toBeDisabled();
    expect(router.state.location.pathname).toBe(`/chat/${partnerId}`);
    await expect.element(field()).toHaveValue('Kept');
    // It is asked for again every five seconds.
    answerProfile();
    await expect.element(page.getByRole('heading', { name: 'Nuria' })).toBeVisible();
    await expect.element(field()).toHaveValue('Kept');
  });
});

test('a conversation that cannot be read says so, and is read again on request', async () => {
  server.answer('listMessages', () => {
    throw new ApiError('ServerError');
  });
  show();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(field()).toBeVisible();
  messages = [fromPartner(1)];
  server.answer('listMessages', () => ({ count: 1, messages }));
  await userEvent.click(button('Try again'));
  await expect.element(page.getByText('message 1')).toBeVisible();
  await expect.element(button('Try again')).not.toBeInTheDocument();
});

test('a contact that a stranger offers is warned of until it is dismissed, also on the next visit', async () => {
  const offer = 'Write to me: ana@example.org';
  messages = [fromPartner(1, { chatMessageId: idOf(501), content: 'Hi' })];
  messages.push(fromPartner(2, { chatMessageId: idOf(502), content: offer }));
  await showLoaded();
  const warning = page.getByText(/^This message contains a contact outside Parlance/);
  await expect.element(warning).toBeVisible();
  await userEvent.click(button('Dismiss'));
  await expect.element(warning).not.toBeInTheDocument();
  leave();
  await showLoaded();
  expect(warning.query()).toBeNull();
  messages = [...messages, fromPartner(3, { content: 'Hello?' })];
  sockets.emit('chat:message', messages[2], 8);
  await expect.element(page.getByText('Hello?', { exact: true })).toBeVisible();
  expect(warning.query()).toBeNull();
});

describe('ten turns', () => {
  /** So many changes of the sender, just now. */
  const exchange = (turns: number) =>
    Array.from({ length: turns + 1 }, (_, place) =>
      (place % 2 === 0 ? fromPartner : fromMember)(place + 1, { createdAt: new Date() }),
    );
  const meter = () => page.getByRole('progressbar', { name: 'Conversation turns' });
  const praise = () => page.getByText('Ten turns. That was a real conversation.');

  test('are praised while the conversation is open; then the bar goes', async () => {
    messages = exchange(9);
    await showLoaded();
    await expect.element(meter()).toHaveAttribute('aria-valuenow', '9');
    stopClock(new Date());
    messages = [...messages, fromPartner(11)];
    sockets.emit('chat:message', messages[10], 8);
    await expect.element(praise()).toBeVisible();
    await expect.element(meter()).toHaveAttribute('aria-valuetext', '10 of 10 turns');
    expect(praise().element().closest('[role="status"]')).not.toBeNull();
    await pass(turnsHideMs - 2000);
    // Another message does not lengthen it.
    messages = [...messages, fromMember(12)];
    sockets.emit('chat:message', messages[11], 9);
    await expect.element(page.getByText('message 12')).toBeVisible();
    await pass(2000);
    expect(meter().query()).toBeNull();
    expect(praise().query()).toBeNull();
  });

  test('under way with a partner who is blocked are not asked about', async () => {
    messages = exchange(1);
    partner = { isBlockedByUser: true };
    const { router } = show();
    await expect.element(meter()).toHaveAttribute('aria-valuenow', '1');
    await expect.element(button('Unblock User')).toBeVisible();
    await router.navigate('/chats');
    expect(router.state.location.pathname).toBe('/chats');
  });

  test('under way are asked about on leaving, except for the profile of the partner', async () => {
    messages = exchange(1);
    const { router } = await showLoaded();
    await router.navigate(`/profile/${partnerId}`);
    expect(router.state.location.pathname).toBe(`/profile/${partnerId}`);
    await router.navigate(`/chat/${partnerId}`);
    await expect.element(meter()).toHaveAttribute('aria-valuenow', '1');
    void router.navigate('/chats');
    const dialog = page.getByRole('dialog', { name: 'Leave this conversation?' });
    await expect
      .element(dialog.getByText('You have taken 1 of 10 turns in this conversation.'))
      .toBeVisible();
    await userEvent.click(button('Stay'));
    await expect.element(dialog).not.toBeInTheDocument();
    void router.navigate('/chats');
    await userEvent.click(page.getByRole('checkbox', { name: "Don't ask again" }));
    await userEvent.click(button('Leave'));
    await expect.element(page.getByRole('heading', { name: 'All conversations' })).toBeVisible();
    await router.navigate(`/chat/${partnerId}`);
    await expect.element(meter()).toBeVisible();
    await router.navigate('/chats');
    expect(router.state.location.pathname).toBe('/chats');
  });
});

test('a connection that stays lost is told after three seconds, until it is back', async () => {
  messages = [fromPartner(1)];
  await showLoaded();
  const notice = page.getByText('No connection. What you write is kept and sent once you are online.');
  stopClock(new Date());
  sockets.drop();
  await pass(2900);
  expect(notice.query()).toBeNull();
  await pass(200);
  await expect.element(notice).toBeVisible();
  expect(notice.element().closest('[role="status"]')).not.toBeNull();
  await expect.element(notice).not.toBeInTheDocument();
  // The next loss has three seconds of its own.
  sockets.drop();
  await pass(100);
  expect(notice.query()).toBeNull();
});

test('an own picture whose address has expired is read again with the partner, also by the viewer', async () => {
  const picture = { url: 'data:image/png;base64,expired', width: 4, height: 3 };
  messages = [fromMember(1, { type: 'picture', content: 'A tower', picture })];
  const { router } = await showLoaded();
  const readAgain = () =>
    server.received
      .filter(({ name, payload }) => name === 'listMessages' && payload.limit === 1)
      .map(({ params }) => params.userId);
  await expect.poll(readAgain).toEqual([partnerId]);
  await router.navigate(`/chat/${partnerId}?picture=${messages[0]?.chatMessageId}`);
  await expect.poll(readAgain).toEqual([partnerId, partnerId]);
});

describe('pictures', () => {
  let router: ReturnType<typeof render>['router'];
  const pictureOf = async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [4, 3];
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    return new File([blob ?? ''], 'tower.png', { type: 'image/png' });
  };
  const transferOf = (files: File[], text?: string) => {
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    if (text !== undefined) transfer.setData('text/plain', text);
    return transfer;
  };
  const paste = (clipboardData: DataTransfer) => {
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    field().element().dispatchEvent(event);
    return event.defaultPrevented;
  };
  const chosen = () =>
    page.getByRole('list', { name: 'Pictures to send' }).getByRole('img').elements().length;

  beforeEach(async () => {
    messages = [fromMember(1)];
    ({ router } = await showLoaded());
    // What takes pictures is loaded on first use.
    await expect.poll(() => paste(transferOf([new File(['?'], 'a.png', { type: 'image/png' })]))).toBe(true);
    await expect.element(page.getByText('This file cannot be read as a picture.').first()).toBeVisible();
  });

  test('are pasted, ten at most, and removed; words that bring a picture of themselves are words', async () => {
    const picture = await pictureOf();
    expect(paste(transferOf([picture], 'Words of a document'))).toBe(false);
    expect(paste(transferOf([new File(['x'], 'a.pdf', { type: 'application/pdf' })]))).toBe(false);
    expect(paste(transferOf(Array(11).fill(picture)))).toBe(true);
    await expect.poll(chosen).toBe(10);
    await expect
      .element(page.getByText('You can send ten pictures at once. The others were left out.').first())
      .toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Remove picture' }).first());
    await expect.poll(chosen).toBe(9);
    await expect.element(button('Send')).toBeEnabled();
    // An arrow up edits nothing while pictures wait for their words.
    await userEvent.click(field());
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(button('Cancel editing')).not.toBeInTheDocument();
    await options('message 1', 'Edit');
    await expect.element(button('Cancel editing')).toBeVisible();
    expect(page.getByRole('list', { name: 'Pictures to send' }).query()).toBeNull();
    expect(paste(transferOf([picture]))).toBe(true);
    await userEvent.click(button('Emoji and pictures'));
    await expect.element(button('🎉')).toBeVisible();
    expect(button('Send a picture').query()).toBeNull();
    await userEvent.click(button('Cancel editing'));
    await expect.poll(chosen).toBe(9);
    await expect.element(button('Send a picture')).toBeVisible();
  });

  test('are all kept when more are chosen before the first are read', async () => {
    const picture = await pictureOf();
    expect(paste(transferOf([picture]))).toBe(true);
    expect(paste(transferOf([picture, picture]))).toBe(true);
    await expect.poll(chosen).toBe(3);
    // They are lost on leaving no less than words are.
    void router.navigate('/chats');
    await expect.element(page.getByRole('dialog', { name: 'Leave this conversation?' })).toBeVisible();
    await userEvent.click(button('Stay'));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(chosen()).toBe(3);
  });

  test('are ten at most also where many are chosen before the first are read', async () => {
    const picture = await pictureOf();
    paste(transferOf(Array(6).fill(picture)));
    paste(transferOf(Array(6).fill(picture)));
    await expect
      .element(page.getByText('You can send ten pictures at once. The others were left out.').first())
      .toBeVisible();
    expect(chosen()).toBe(10);
  });

  test('are sent with a caption, which has its own limit, and are gone from the field', async () => {
    const uploads = vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue(undefined);
    onTestFinished(() => uploads.mockRestore());
    paste(transferOf([await pictureOf()]));
    await expect.poll(chosen).toBe(1);
    await userEvent.fill(field(), 'x'.repeat(501));
    await expect.element(page.getByText('1 character too long for one message.')).toBeVisible();
    await userEvent.fill(field(), ' The sea ');
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).toHaveValue('');
    expect(page.getByRole('list', { name: 'Pictures to send' }).query()).toBeNull();
    await expect.poll(() => uploads.mock.calls.length).toBe(1);
    const [[form] = []] = uploads.mock.calls;
    expect(form instanceof FormData && form.get('caption')).toBe('The sea');
    // A text again: its limit is that of a message.
    await userEvent.fill(field(), 'x'.repeat(501));
    expect(page.getByText(/too long/).query()).toBeNull();
  });

  test('are dropped on the whole conversation, which says so while they are over it', async () => {
    const section = page.getByRole('region', { name: 'Conversation with Nuria' });
    const drag = (type: string, dataTransfer: DataTransfer, relatedTarget: Element | null = null) => {
      const event = new DragEvent(type, { dataTransfer, relatedTarget, bubbles: true, cancelable: true });
      section.element().dispatchEvent(event);
      return event.defaultPrevented;
    };
    const hint = page.getByText('Drop pictures here');
    const transfer = transferOf([await pictureOf()]);
    expect(drag('dragover', transferOf([], 'Words'))).toBe(false);
    expect(hint.query()).toBeNull();
    expect(drag('dragover', transfer)).toBe(true);
    await expect.element(hint).toBeVisible();
    // From one part of the conversation to another.
    drag('dragleave', transfer, field().element());
    await userEvent.keyboard('{Shift}');
    await expect.element(hint).toBeVisible();
    drag('dragleave', transfer);
    await expect.element(hint).not.toBeInTheDocument();
    drag('dragover', transfer);
    expect(drag('drop', transfer)).toBe(true);
    await expect.poll(chosen).toBe(1);
    await expect.element(hint).not.toBeInTheDocument();
  });
});

describe('a correction', () => {
  const openOf = (text: string) =>
    userEvent.click(row(text).getByRole('button', { name: 'Message options' }));
  const text = () => page.getByRole('textbox', { name: 'How you would say it' });

  test('that is begun is kept until it is sent, and then forgotten', async () => {
    refuseSending();
    messages = [fromPartner(1, { content: 'I am agree' })];
    await showLoaded();
    await openOf('I am agree');
    await userEvent.click(button('Correct'));
    await expect.element(text()).toHaveValue('I am agree');
    await userEvent.fill(text(), ' I agree ');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await openOf('I am agree');
    await userEvent.click(button('Correct'));
    await expect.element(text()).toHaveValue(' I agree ');
    await userEvent.fill(page.getByRole('textbox', { name: 'A note' }), ' a verb ');
    await userEvent.click(button('Send correction'));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    const corrects = { chatMessageId: messages[0]?.chatMessageId, kind: 'mistake', note: 'a verb' };
    await expect.poll(sentBySocket).toMatchObject([{ userId: partnerId, content: 'I agree', corrects }]);
    await openOf('I am agree');
    await userEvent.click(button('Correct'));
    await expect.element(text()).toHaveValue('I am agree');
  });

  test('says below the message whose it is, and has options of its own', async () => {
    const createdAt = new Date();
    const corrects = (sequence: number) => ({
      corrects: { chatMessageId: sampleMessage(sequence).chatMessageId, kind: 'mistake' as const },
    });
    messages = [
      fromPartner(1, { createdAt }),
      fromMember(2, { createdAt, content: 'first words', ...corrects(1) }),
      fromPartner(3, { createdAt, content: 'second words', ...corrects(2) }),
      fromMember(4, { createdAt }),
      fromPartner(5, { createdAt, content: 'third words', ...corrects(4) }),
      fromPartner(6, { createdAt }),
    ];
    await showLoaded();
    const cards = page.getByRole('article');
    const headings = () => cards.elements().map((card) => card.querySelector('p')?.textContent);
    await expect
      .poll(headings)
      .toEqual(['You corrected a mistake', 'Nuria corrected a mistake', 'Nuria corrected a mistake']);
    const isMarked = cards.elements().map(({ textContent }) => textContent?.includes(' · Sent'));
    expect(isMarked).toEqual([true, false, false]);
    await userEvent.click(cards.nth(1).getByRole('button', { name: 'Correction options' }));
    await userEvent.click(button('Report message'));
    await expect
      .element(page.getByRole('dialog', { name: 'Report this message' }))
      .toMatchTextContent(/second words/);
  });
});

test('a message is reported by its id; blank words are left out, and a report that fails keeps its own', async () => {
  messages = [fromPartner(1), fromPartner(2)];
  await showLoaded();
  server.answer('reportMessage', () => {
    throw new ApiError('ServerError');
  });
  await userEvent.click(row('message 1').getByRole('button', { name: 'Message options' }));
  await userEvent.click(button('Report message'));
  const dialog = page.getByRole('dialog', { name: 'Report this message' });
  const words = dialog.getByRole('textbox', { name: 'Anything to add?' });
  await dialog.getByRole('combobox').selectOptions('spam');
  await userEvent.fill(words, '  ');
  await userEvent.click(dialog.getByRole('button', { name: 'Report', exact: true }));
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expect.element(words).toHaveValue('  ');
  server.answer('reportMessage', () => ({}));
  await userEvent.click(dialog.getByRole('button', { name: 'Report', exact: true }));
  await expect.element(page.getByText('Thank you. The message was reported.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  const { chatMessageId } = sampleMessage(1);
  await expect.poll(() => server.params('reportMessage')).toEqual([{ chatMessageId }, { chatMessageId }]);
  await expect.poll(() => server.payloads('reportMessage')).toEqual([{ reason: 'spam' }, { reason: 'spam' }]);
});

test('a quote leads to a message of an older page; one that is nowhere says so', async () => {
  const readAt = new Date();
  const quoteOf = (sequence: number, excerpt: string) => ({
    repliesTo: {
      chatMessageId: sampleMessage(sequence).chatMessageId,
      userId: partnerId,
      kind: 'text' as const,
      excerpt,
      isDeleted: false,
    },
  });
  messages = Array.from({ length: 118 }, (_, place) => fromPartner(place + 1, { readAt }));
  messages.push(fromPartner(119, { readAt, ...quoteOf(3, 'the third') }));
  messages.push(fromPartner(120, { readAt, ...quoteOf(999, 'a lost one') }));
  server.answer('listMessages', ({ payload: { limit = 50, offset = 0 } }) => ({
    count: messages.length,
    messages: messages.toReversed().slice(Number(offset), Number(offset) + Number(limit)),
  }));
  // Without a height of its own the list would load all pages at once.
  await showLoaded('h-[40rem]');
  await userEvent.click(page.getByRole('button', { name: 'In reply to Nuria: the third' }));
  await expect
    .poll(
      () => document.activeElement?.matches('li') && document.activeElement.querySelector('p')?.textContent,
    )
    .toBe('message 3');
  const list = page.getByRole('region', { name: 'Messages' }).element();
  list.scrollTop = list.scrollHeight;
  await userEvent.click(page.getByRole('button', { name: 'In reply to Nuria: a lost one' }));
  await expect.element(page.getByText('This message could not be found.').first()).toBeVisible();
});

test('older messages that cannot be read say so, and come by a press', async () => {
  const readAt = new Date();
  messages = Array.from({ length: 60 }, (_, place) => fromPartner(place + 1, { readAt }));
  let isBroken = true;
  server.answer('listMessages', ({ payload: { limit = 50, offset = 0 } }) => {
    if (isBroken && Number(offset) > 0) throw new ApiError('ServerError');
    return {
      count: messages.length,
      messages: messages.toReversed().slice(Number(offset), Number(offset) + Number(limit)),
    };
  });
  await showLoaded();
  const list = page.getByRole('region', { name: 'Messages' });
  list.element().scrollTop = 0;
  await expect
    .element(page.getByText('Older messages could not be loaded. Please try again.').first())
    .toBeVisible();
  // Repaired by the press itself: before it, an attempt of the list alone would take the button away.
  const repair = () => {
    isBroken = false;
  };
  list.element().addEventListener('click', repair, { capture: true });
  await userEvent.click(button('Load older messages'));
  await expect.element(button('Load older messages')).not.toBeInTheDocument();
  list.element().scrollTop = 0;
  await expect.element(page.getByText('message 1', { exact: true })).toBeVisible();
});

test('the key that replies does so in a row alone, without a modifier, and not to a deleted message', async () => {
  messages = [fromPartner(1, { content: null, deletedAt: new Date() }), fromPartner(2)];
  await showLoaded();
  // The part that handles the key is loaded on first use.
  await userEvent.click(row('message 2').getByRole('button', { name: 'Message options' }));
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  const press = (text: string, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { code: 'KeyR', bubbles: true, cancelable: true, ...more });
    row(text).element().dispatchEvent(event);
    return event.defaultPrevented;
  };
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { code: 'KeyE' }])
    expect(press('message 2', more)).toBe(false);
  expect(press('Message deleted')).toBe(false);
  expect(page.getByText('Reply to Nuria').query()).toBeNull();
  expect(press('message 2')).toBe(true);
  await expect.element(page.getByText('Reply to Nuria')).toBeVisible();
});

test('topics that were asked for are gone at the next visit, where enough is said', async () => {
  messages = [fromPartner(1, { createdAt: new Date() })];
  await showLoaded();
  const topics = page.getByRole('region', { name: 'Something to talk about' });
  const ask = async () => {
    await userEvent.click(button('More'));
    return page.getByRole('menuitem', { name: 'Something to talk about' });
  };
  expect(topics.query()).toBeNull();
  await userEvent.click(await ask());
  await expect.element(topics).toBeVisible();
  leave();
  await showLoaded();
  await expect.element(await ask()).toBeVisible();
  expect(topics.query()).toBeNull();
});

test('the partner is blocked in the menu, which takes the field away', async () => {
  server.answer('blockUser', () => {
    partner = { isBlockedByUser: true };
    return {};
  });
  messages = [fromPartner(1)];
  await showLoaded();
  await userEvent.click(button('More'));
  await userEvent.click(page.getByRole('menuitem', { name: 'Block User' }));
  await expect.element(button('Unblock User')).toBeVisible();
  await expect.element(field()).not.toBeInTheDocument();
  await expect.poll(() => server.params('blockUser')).toEqual([{ userId: partnerId }]);
});

test('an address of a picture that fails anew is not asked for again', async () => {
  const picture = (url: string) => ({ url: `data:image/png;base64,${url}`, width: 4, height: 3 });
  let reads = 0;
  messages = [fromPartner(1, { type: 'picture', content: 'A tower', picture: picture('expired') })];
  server.answer('listMessages', ({ payload }) => {
    if (payload.limit === 1) reads += 1;
    const url = reads > 0 ? 'alsoexpired' : 'expired';
    return {
      count: 1,
      messages: [fromPartner(1, { type: 'picture', content: 'A tower', picture: picture(url) })],
    };
  });
  await showLoaded();
  await expect.element(page.getByText('This picture cannot be shown right now.')).toBeVisible();
  await expect.poll(() => reads).toBe(1);
  await userEvent.keyboard('{Shift}');
  await expect.element(page.getByText('This picture cannot be shown right now.')).toBeVisible();
  await userEvent.keyboard('{Shift}');
  expect(reads).toBe(1);
});

test('what arrives while nobody looks has a line above it, and is read once somebody looks', async () => {
  messages = [fromPartner(1)];
  await showLoaded();
  const marked = () => server.params('markRead').length;
  await expect.poll(marked).toBe(1);
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  onTestFinished(() => {
    focus.mockRestore();
    visibility.mockRestore();
  });
  messages = [fromPartner(1, { readAt: new Date() }), fromPartner(2)];
  sockets.emit('chat:message', messages[1], 8);
  await expect.element(page.getByText('New messages', { exact: true })).toBeVisible();
  const comeBack = () => {
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
  };
  comeBack();
  focus.mockReturnValue(true);
  visibility.mockReturnValue('hidden');
  comeBack();
  await userEvent.keyboard('{Shift}');
  expect(marked()).toBe(1);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(marked).toBe(2);
});
