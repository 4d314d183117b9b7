import { createStore } from '@parlance/client/store';
import type { CallSummary } from '@parlance/contract/call';
import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';
import type { FullProfile } from '@parlance/contract/people';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SessionRuntime } from '#session/session-runtime';
import { useSignedIn } from '#session/signed-in';
import { server, sockets } from '#test/browser/network';
import { leave, ownUserId, render } from '#test/browser/render';
import { ben as benProfile, slotId } from '#test/browser/samples';
import { setZone } from '#test/browser/surroundings';
import { type Call, dismissCall, joinCall, pageCall, wasInCall } from './call';
import { CallPresence } from './call-presence';
import { createOwnMedia, type OwnMedia } from './media/own-media';
import { isMuteKeyOn, setMuteKeyOn } from './mute-key';
import { SessionView } from './session-view';
import type { CallSession } from './sessions';

const ben: FullProfile = { ...benProfile, languages: [] };
const hourMs = 3_600_000;
const session: CallSession = {
  scheduleSlotId: slotId(1),
  ownerUserId: ben.userId,
  partnerId: ben.userId,
  partnerName: 'Ben',
  startsAt: new Date(Date.now() - 60_000),
  endsAt: new Date(Date.now() + hourMs),
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const seat = (userId: string, peerId: string) => ({
  userId,
  peerId,
  isHere: true,
  hasLeft: false,
  isMuted: false,
  hasCamera: false,
});
const sent = (event: string) =>
  sockets.received
    .filter((one) => one.event === event)
    .map(({ payload }) => payload as Record<string, unknown>);

let joined: Call | undefined;
let runtimeOf: SessionRuntime | undefined;
let media: OwnMedia;
let summary: Partial<CallSummary>;

/** The shell of a member who has joined a session. */
function Shell({ slots = [slotId(1)] }: { slots?: string[] }) {
  const { runtime, user } = useSignedIn();
  runtimeOf = runtime;
  useEffect(() => {
    for (const scheduleSlotId of slots)
      joined = joinCall({
        runtime,
        userId: user.userId,
        session: { ...session, scheduleSlotId },
        media: scheduleSlotId === slotId(1) ? media : createOwnMedia(),
      });
  }, [runtime, user, slots]);
  return (
    <>
      <input aria-label="Somewhere" />
      <div role="menu">
        <button type="button" role="menuitem">
          Item
        </button>
      </div>
      <CallPresence />
    </>
  );
}

const show = async (at: string, slots?: string[]) => {
  joined = undefined;
  render(<Shell {...(slots && { slots })} />, { at });
  await expect.poll(() => joined?.room.get().hasJoined).toBe(true);
  return joined as unknown as Call;
};

beforeEach(() => {
  media = createOwnMedia();
  summary = {};
  sockets.reply('call:join', (here) => ({
    ok: true,
    iceServers: [],
    relayOnly: false,
    serverNow: new Date(),
    seats: [seat(ownUserId, (here as { peerId: string }).peerId)],
    timer: { startedAt: null, swapAt: null, endsAt: null, languages: null, asked: [] },
    talk: [],
    notes: [],
  }));
  for (const event of ['call:state', 'call:leave', 'call:talk']) sockets.reply(event, () => ({ ok: true }));
  server.answer('listAppointments', () => ({ count: 0, slots: [] }));
  server.answer('getCallSummary', ({ params }) => ({
    scheduleSlotId: params.scheduleSlotId ?? '',
    startsAt: session.startsAt,
    endsAt: session.endsAt,
    relay: 'off',
    startedAt: null,
    endedAt: null,
    endReason: null,
    togetherMs: 0,
    languages: null,
    seats: [],
    talk: [],
    notes: [],
    ...summary,
  }));
});
afterEach(() => {
  pageCall.get()?.room.leave();
  dismissCall();
});

test('M mutes on every screen, but not what is typed, another key, a held one, nor after the end', async () => {
  const call = await show('/dashboard');
  const isMuted = () => call.media.get().isMuted;
  const press = (more: KeyboardEventInit = {}, target: Element = document.body) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'm', bubbles: true, ...more }));
  press();
  expect(isMuted()).toBe(true);
  press({ key: 'M' });
  expect(isMuted()).toBe(false);
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }, { key: 'n' }])
    press(more);
  press({}, page.getByRole('textbox').element());
  press({}, page.getByRole('menuitem').element());
  expect(isMuted()).toBe(false);
  setMuteKeyOn(false);
  expect(isMuteKeyOn()).toBe(false);
  press();
  expect(isMuted()).toBe(false);
  setMuteKeyOn(true);
  press();
  expect(isMuted()).toBe(true);
  call.room.leave();
  press();
  expect(isMuted()).toBe(true);
});

test('other screens have a way back, which also mutes; the end is told there, and it goes', async () => {
  const call = await show('/dashboard');
  const bar = page.getByRole('region', { name: 'Session with Ben' });
  await expect.element(bar.getByText('Waiting for Ben. You hear a sound when they join.')).toBeVisible();
  await expect
    .element(bar.getByRole('link', { name: 'Back to the session' }))
    .toHaveAttribute('href', `/chat/${ben.userId}`);
  await userEvent.click(button('Mute'));
  expect(call.media.get().isMuted).toBe(true);
  await userEvent.click(button('Unmute'));
  expect(call.media.get().isMuted).toBe(false);
  sockets.emit('call:ended', { scheduleSlotId: slotId(1), reason: 'gone' });
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(page.getByText('The session has ended: Ben is no longer here.').first()).toBeVisible();
});

test('the conversation of the session has no way back to itself', async () => {
  await show(`/chat/${ben.userId}`);
  await expect
    .element(page.getByText('Waiting for Ben. You hear a sound when they join.'))
    .toBeInTheDocument();
  expect(page.getByRole('link', { name: 'Back to the session' }).query()).toBeNull();
});

describe('a call of this page', () => {
  test('shows its microphone and camera, and leaves nothing behind at its end', async () => {
    await media.openMicrophone();
    const call = await show('/dashboard');
    const own = () => sent('call:state').at(-1);
    await expect.poll(own).toMatchObject({ isMuted: false, hasCamera: false });
    call.media.setMuted(true);
    await expect.poll(own).toMatchObject({ isMuted: true });
    expect(wasInCall(slotId(1))).toBe(true);
    expect(wasInCall(slotId(2))).toBe(false);
    dismissCall();
    expect(pageCall.get()).toBe(call);
    const track = call.media.get().microphone;
    expect(track?.readyState).toBe('live');
    call.room.leave();
    expect(track?.readyState).toBe('ended');
    expect(wasInCall(slotId(1))).toBe(false);
    await expect.poll(() => sent('call:leave')).toHaveLength(1);
    const told = sent('call:state').length;
    call.media.setMuted(false);
    await expect.poll(() => sent('call:state')).toHaveLength(told);
    dismissCall();
    expect(pageCall.get()).toBeNull();
  });

  test('without a microphone is shown as muted', async () => {
    await show('/dashboard');
    await expect.poll(() => sent('call:state').at(-1)).toMatchObject({ isMuted: true, hasCamera: false });
  });

  test('joins again with the same page after a change of the network, not after the end', async () => {
    const call = await show('/dashboard');
    window.dispatchEvent(new Event('online'));
    await expect.poll(() => sent('call:join')).toHaveLength(2);
    const [first, second] = sent('call:join');
    expect(second).toEqual(first);
    call.room.leave();
    const reconnect = vi.spyOn(call.room, 'reconnect');
    window.dispatchEvent(new Event('online'));
    expect(reconnect).not.toHaveBeenCalled();
  });

  test('ends with the session of the member', async () => {
    server.answer('endSession', () => ({}));
    const call = await show('/dashboard');
    await runtimeOf?.session.signOut();
    expect(call.room.get().end).toBe('left');
    await expect.poll(() => sessionStorage.length).toBe(0);
  });

  test('is left for another session', async () => {
    await show('/dashboard', [slotId(1), slotId(2)]);
    await expect
      .poll(() => sent('call:leave').map(({ scheduleSlotId }) => scheduleSlotId))
      .toEqual([slotId(1)]);
    expect(pageCall.get()?.session.scheduleSlotId).toBe(slotId(2));
    expect(wasInCall(slotId(2))).toBe(true);
  });

  test.each<[string, Partial<CallSummary>, string]>([
    ['nothing', {}, 'time'],
    ['another page of the member', { seats: [seat(ownUserId, slotId(9))] }, 'replaced'],
    ['a page that was left', { seats: [{ ...seat(ownUserId, slotId(9)), hasLeft: true }] }, 'time'],
    ['a page of the partner', { seats: [seat(ben.userId, slotId(9))] }, 'time'],
    [
      'a session that was cancelled',
      { endReason: 'cancelled', endedAt: session.endsAt, seats: [seat(ownUserId, slotId(9))] },
      'cancelled',
    ],
  ])('that the server refuses ends with the reason of the summary: %s', async (_which, known, reason) => {
    summary = known;
    joined = undefined;
    sockets.reply('call:join', () => ({ error: toBody(new ApiError('NotAllowed')) }));
    render(<Shell />, { at: '/dashboard' });
    await expect.poll(() => joined?.room.get().end).toBe(reason);
  });
});

describe('the place of a session in a conversation', () => {
  const view = (now = new Date()) => <SessionView partner={ben} session={session} before={null} now={now} />;
  const status = () => page.getByRole('region', { name: 'Session', exact: true }).getByRole('status');

  test('follows who has joined and the end, of this session only', async () => {
    await setZone('UTC');
    render(view());
    await expect.element(status()).toHaveTextContent('Ben has not joined yet.');
    await expect.poll(sockets.isConnected).toBe(true);
    const reads = () => server.params('getCallSummary').length;
    const seats = [seat(ben.userId, slotId(8))];
    const tell = (serial: number, here: typeof seats) =>
      sockets.emit('call:seats', { scheduleSlotId: slotId(serial), seats: here });
    // The socket is open a moment before its first event is heard.
    await expect
      .poll(() => {
        tell(1, seats);
        return status().element().textContent;
      })
      .toBe('Ben has joined.');
    tell(1, []);
    await expect.element(status()).toHaveTextContent('Ben has not joined yet.');
    tell(2, seats);
    await userEvent.keyboard('{Shift}');
    await expect.element(status()).toHaveTextContent('Ben has not joined yet.');
    tell(1, seats);
    await expect.element(status()).toHaveTextContent('Ben has joined.');
    const before = reads();
    summary = { seats };
    sockets.drop();
    await expect.poll(reads, { timeout: 8000 }).toBeGreaterThan(before);
    await expect.element(status()).toHaveTextContent('Ben has joined.');
    summary = { endedAt: new Date(), endReason: 'time' };
    const after = reads();
    sockets.emit('call:ended', { scheduleSlotId: slotId(2), reason: 'time' });
    await userEvent.keyboard('{Shift}');
    expect(reads()).toBe(after);
    sockets.emit('call:ended', { scheduleSlotId: slotId(1), reason: 'time' });
    await expect.element(status()).not.toBeInTheDocument();
  });

  test('leads through the check into the call and back, with the focus in it', async () => {
    render(view());
    await userEvent.click(button('Join with voice'));
    await userEvent.click(button('Join now'));
    const panel = page.getByRole('region', { name: 'Session with Ben' });
    await expect.element(panel).toHaveFocus();
    await expect.poll(() => sent('call:join')).toHaveLength(1);
    await userEvent.click(button('Leave'));
    await expect.element(page.getByRole('heading', { name: 'You left the session.' })).toHaveFocus();
    await userEvent.click(button('Join again'));
    await userEvent.click(button('Join now'));
    await expect.poll(() => sent('call:join')).toHaveLength(2);
    const [first, second] = sent('call:join');
    expect(second?.peerId).not.toBe(first?.peerId);
  });

  test('says in the check by what way the two talk, and keeps a report that is written when the session ends', async () => {
    summary = { relay: 'always' };
    render(view());
    await userEvent.click(button('Join with voice'));
    await expect.element(page.getByText(/^You talk through a relay/)).toBeVisible();
    await userEvent.click(button('Join now'));
    await expect.poll(() => sent('call:join')).toHaveLength(1);
    await userEvent.click(button('More'));
    await userEvent.click(page.getByRole('menuitem', { name: 'Report Ben' }));
    const words = page.getByLabelText('Anything to add?');
    await userEvent.fill(words, 'He shouted');
    sockets.emit('call:ended', { scheduleSlotId: slotId(1), reason: 'gone' });
    await expect
      .element(page.getByText('The session has ended: Ben is no longer here.').first())
      .toBeVisible();
    await expect.element(words).toHaveValue('He shouted');
    // Who was sent away by the server cannot come back.
    expect(page.getByText('Join again', { exact: true }).query()).toBeNull();
    summary = { endedAt: new Date(), endReason: 'gone' };
    const reads = server.params('getCallSummary').length;
    sockets.emit('call:ended', { scheduleSlotId: slotId(1), reason: 'gone' });
    await expect.poll(() => server.params('getCallSummary').length).toBeGreaterThan(reads);
    await userEvent.keyboard('{Shift}');
    await expect.element(words).toHaveValue('He shouted');
  });

  test('offers to join again after a reload, and not a session that has ended', async () => {
    sessionStorage.setItem('parlance.call', slotId(1));
    render(view());
    await expect.element(button('Join again')).toBeVisible();
    leave();
    summary = { endedAt: new Date(), endReason: 'cancelled', togetherMs: 60_000 };
    render(view());
    await expect.element(page.getByRole('region', { name: 'Last session' })).toBeVisible();
    expect(button('Join again').query()).toBeNull();
  });
});

test('the voice of the partner comes from the chosen speaker', async () => {
  const chosen = vi.spyOn(HTMLMediaElement.prototype, 'setSinkId').mockResolvedValue();
  onTestFinished(() => chosen.mockRestore());
  const call = await show('/dashboard');
  call.media.setSpeaker('headset');
  await expect.poll(() => chosen.mock.lastCall).toEqual(['headset']);
  call.media.setSpeaker(null);
  await expect.poll(() => chosen.mock.lastCall).toEqual(['']);
});

test('the voice of the partner that the browser holds back is turned on by a press', async () => {
  const call = await show('/dashboard');
  const play = vi
    .spyOn(HTMLMediaElement.prototype, 'play')
    .mockRejectedValueOnce(new DOMException('no gesture', 'NotAllowedError'))
    .mockResolvedValue(undefined);
  onTestFinished(() => play.mockRestore());
  const [audio = null] = new AudioContext().createMediaStreamDestination().stream.getAudioTracks();
  leave();
  const store = createStore({ ...call.room.get(), remote: { audio, video: null } });
  Object.assign(call.room, store);
  onTestFinished(() => {
    store.set({ end: 'left' });
    dismissCall();
  });
  render(<CallPresence />, { at: '/dashboard' });
  const turnOn = button('Turn on the sound of the session');
  await userEvent.click(turnOn);
  await expect.element(turnOn).not.toBeInTheDocument();
  const element = document.querySelector('audio');
  // Tracks are compared by their ids: as objects without properties all are equal.
  const heard = () => (element?.srcObject as MediaStream | null)?.getTracks().map(({ id }) => id);
  expect(heard()).toEqual([audio?.id]);
  expect(play).toHaveBeenCalledTimes(2);
  // The partner has loaded the page again.
  const [next = null] = new AudioContext().createMediaStreamDestination().stream.getAudioTracks();
  store.set({ remote: { audio: next, video: null } });
  await expect.poll(heard).toEqual([next?.id]);
});
