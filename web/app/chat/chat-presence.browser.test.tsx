import { createStore } from '@parlance/client/store';
import { describe, expect, onTestFinished, test } from 'vitest';
import { queryClient } from '#lib/query-client';
import type { SessionRuntime } from '#session/session-runtime';
import { useSignedIn } from '#session/signed-in';
import { server, sockets } from '#test/browser/network';
import { leave, ownUserId, render } from '#test/browser/render';
import ChatPresence from './chat-presence';
import { chatOf } from './engine/chat';
import { conversationKey } from './engine/chat-queries';
import { deleteChatStorage, readKeptOf } from './engine/chat-storage';
import { emptyConversation } from './engine/conversation-cache';
import { keepAsDraft, sendNote } from './send-note';

test('the number of unread messages stands before every title, and is read again on the chat screens', async () => {
  let unreadMessages = 2;
  server.answer('getChatStat', () => ({ unreadMessages, requests: 0 }));
  document.title = 'Dashboard';
  const { router } = render(<ChatPresence />, { user: { userId: '00000000-0000-7000-8000-000000008801' } });
  await expect.poll(() => document.title).toBe('(2) Dashboard');
  await expect.poll(sockets.isConnected).toBe(true);
  document.title = 'Settings';
  await expect.poll(() => document.title).toBe('(2) Settings');
  // A printed page and its file are named without the count.
  dispatchEvent(new Event('beforeprint'));
  expect(document.title).toBe('Settings');
  dispatchEvent(new Event('afterprint'));
  expect(document.title).toBe('(2) Settings');
  const reads = () => server.payloads('getChatStat').length;
  const before = reads();
  unreadMessages = 1;
  await router.navigate('/chat/00000000-0000-7000-8000-000000000009');
  await expect.poll(() => document.title).toBe('(1) Settings');
  expect(reads()).toBeGreaterThan(before);
  leave();
  expect(document.title).toBe('Settings');
});

describe('the chat of a member', () => {
  const idOf = (serial: number) => `00000000-0000-7000-8000-00000000880${serial}`;
  const partnerId = idOf(9);
  type State = ReturnType<SessionRuntime['session']['getState']>;

  /** The chat of a member whose session the test ends. */
  async function begin(userId: string) {
    let runtime: SessionRuntime | undefined;
    const Screen = () => {
      runtime = useSignedIn().runtime;
      return <h1>Search</h1>;
    };
    server.answer('getChatStat', () => ({ unreadMessages: 0, requests: 0 }));
    render(<Screen />, { user: { userId } });
    await expect.poll(() => runtime).toBeTruthy();
    const known = runtime as unknown as SessionRuntime;
    const state = createStore({ ...known.session.getState() });
    const session = { ...known.session, getState: state.get, subscribe: state.subscribe };
    const member = { ...known, session };
    onTestFinished(async () => {
      state.set({ user: null, error: null });
      await deleteChatStorage(userId);
    });
    return {
      member,
      chat: chatOf(member, userId),
      become: (part: Partial<State>) => state.set(part),
      user: state.get().user,
    };
  }
  const kept = async () => (await indexedDB.databases()).map(({ name }) => name);

  test('ends with the session: what was read is forgotten, what was kept only at a sign-out', async () => {
    const userId = idOf(2);
    const { member, chat, become, user } = await begin(userId);
    expect(chatOf(member, userId)).toBe(chat);
    await chat.writeDraft(partnerId, { text: 'Half', audio: null });
    // Claimed for the session, so that an offline page finds it.
    await expect
      .poll(async () => (await readKeptOf(ownUserId)).drafts)
      .toEqual([{ text: 'Half', audio: null }]);
    const key = conversationKey(userId, partnerId);
    queryClient.setQueryData(key, emptyConversation);
    become({ user: user && { ...user, name: 'Another name' } });
    expect(queryClient.getQueryData(key)).toBe(emptyConversation);
    become({ user: null, error: new Error('expired') });
    expect(queryClient.getQueryData(key)).toBeUndefined();
    become({ user, error: null });
    const next = chatOf(member, userId);
    expect(next).not.toBe(chat);
    expect(await next.readDraft(partnerId)).toEqual({ text: 'Half', audio: null });
    become({ user: null, error: null });
    await expect.poll(kept).not.toContain(`parlance-chat-${userId}`);
  });

  test('sends the note of a booking once for each session, and a refused one becomes the draft, unless there is one', async () => {
    const userId = idOf(3);
    const { member, chat } = await begin(userId);
    const waiting = () => chat.outbox.getState().entries.map(({ content }) => content);
    const note = { partnerId, text: ' See you ', about: 'slot-1' };
    await sendNote(member, userId, note);
    await sendNote(member, userId, { ...note, text: 'See you' });
    expect(waiting()).toEqual(['See you']);
    await sendNote(member, userId, { ...note, about: 'slot-2' });
    expect(waiting()).toEqual(['See you', 'See you']);
    await keepAsDraft(member, userId, { partnerId, text: '  ' });
    expect(await chat.readDraft(partnerId)).toBeNull();
    await keepAsDraft(member, userId, { partnerId, text: ' Hello ' });
    await keepAsDraft(member, userId, { partnerId, text: 'Other words' });
    expect(await chat.readDraft(partnerId)).toEqual({ text: 'Hello', audio: null });
  });
});
