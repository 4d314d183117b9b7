import { createStore } from '@parlance/client/store';
import type { CallNote } from '@parlance/contract/call';
import type { CallTimer } from '@parlance/contract/call-events';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ownUserId, render } from '#test/browser/render';
import { createExchange } from '#test/fake-exchange';
import type { Call } from './call';
import { CallAnnouncer } from './call-announcer';
import { CallPanel } from './call-panel';
import { createOwnMedia } from './media/own-media';
import { followOwnTalk } from './own-talk';
import { emptyRoom, type RoomState } from './room/room-state';

const partner = {
  userId: 'ana',
  name: 'Ana',
  description: '',
  profileImageUrl: null,
  createdAt: new Date('2026-01-02T03:04:05.000Z'),
  languages: [],
};
const minuteMs = 60_000;

/** A timer whose halves of ten minutes swap some milliseconds from now. */
const timerSwappingIn = (ms: number): CallTimer => {
  const swapAt = Date.now() + ms;
  return {
    startedAt: new Date(swapAt - 10 * minuteMs),
    swapAt: new Date(swapAt),
    endsAt: new Date(swapAt + 10 * minuteMs),
    languages: null,
    asked: [],
  };
};

let exchange: ReturnType<typeof createExchange>;
let call: Call;

/** Both have joined and hear each other. */
beforeEach(async () => {
  exchange = createExchange();
  const room = exchange.enter(ownUserId);
  exchange.enter(partner.userId);
  const media = createOwnMedia();
  const session = { scheduleSlotId: 'slot' } as Call['session'];
  call = { session, room, media, talk: followOwnTalk(room, media) };
  await expect.poll(() => room.get().linkState).toBe('connected');
  return () => {
    call.talk.close();
    media.close();
    room.close();
  };
});

test('the focus goes to the session when the notice of the swap is dismissed', async () => {
  exchange.tell('call:timer', timerSwappingIn(-5000));
  render(<CallPanel call={call} partner={partner} onReport={() => undefined} />);
  const button = page.getByRole('button', { name: 'Got it' });
  await button.click();
  await expect.element(button).not.toBeInTheDocument();
  await expect.element(page.getByRole('region', { name: 'Session with Ana' })).toHaveFocus();
});

test('the talk time since the last report is sent when the call closes', async () => {
  exchange.tell('call:timer', timerSwappingIn(10 * minuteMs));
  // Audio needs a user gesture.
  await userEvent.click(document.body);
  await call.media.openMicrophone();
  await expect.poll(() => call.talk.get().isTalking).toBe(true);
  const sent = () => exchange.of(ownUserId).emitted.filter(({ event }) => event === 'call:talk');
  expect(sent()).toEqual([]);
  call.talk.close();
  await expect.poll(() => sent().map(({ payload }) => payload)).toHaveLength(1);
  expect(sent()[0]?.payload.firstMs).toBeGreaterThan(0);
  expect(sent()[0]?.payload.secondMs).toBe(0);
});

test('notes are announced while the two talk, those from before are not', async () => {
  const note = (noteId: string, text: string): CallNote => ({
    noteId,
    userId: partner.userId,
    kind: 'word',
    text,
    better: null,
    createdAt: partner.createdAt,
  });
  const before = note('1', 'before');
  const seen = createStore<RoomState>({ ...emptyRoom, hasJoined: true, isSeated: true, notes: [before] });
  const session = { ...call.session, partnerName: 'Ana' };
  render(
    <CallAnnouncer
      call={{ ...call, session, room: { ...call.room, ...seen } }}
      userId={ownUserId}
      isHidden={false}
    />,
  );
  const announced = page.getByRole('status');
  await expect.element(announced).toHaveTextContent('Waiting for Ana. You hear a sound when they join.');
  seen.set({ linkState: 'connected' });
  await expect.element(announced).toHaveTextContent('You are talking with Ana.');
  seen.set({ notes: [before, note('2', 'during')] });
  await expect.element(announced).toHaveTextContent('Ana: during');
});
