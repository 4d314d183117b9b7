import { createStore } from '@parlance/client/store';
import type { CallNote, CallRelay } from '@parlance/contract/call';
import { type CallTimer, callAliveEveryMs } from '@parlance/contract/call-events';
import { ApiError } from '@parlance/contract/errors';
import { beforeEach, describe, expect, type MockInstance, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { leave, ownUserId, render } from '#test/browser/render';
import { pass, stopClock } from '#test/browser/surroundings';
import { createExchange } from '#test/fake-exchange';
import type { Call } from './call';
import { CallAnnouncer } from './call-announcer';
import { CallPanel } from './call-panel';
import { DeviceDialog } from './device-dialog';
import { DeviceSelect } from './device-select';
import { LanguageDialog } from './language-dialog';
import { createOwnMedia } from './media/own-media';
import { areSoundsOn, setSoundsOn } from './media/sounds';
import { MicrophoneCheck } from './microphone-check';
import { NoteCards, NoteForm } from './notes';
import { followOwnTalk } from './own-talk';
import type { Room } from './room/room';
import { emptyRoom, type RoomState } from './room/room-state';
import { WishStrip } from './wish-strip';

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

test('the notice of a later swap is shown after an earlier one was dismissed', async () => {
  exchange.tell('call:timer', timerSwappingIn(-5000));
  render(<CallPanel call={call} partner={partner} onReport={() => undefined} />);
  const button = page.getByRole('button', { name: 'Got it' });
  await button.click();
  await expect.element(button).not.toBeInTheDocument();
  exchange.tell('call:timer', timerSwappingIn(-1000));
  await expect.element(button).toBeVisible();
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
  await expect.poll(() => sent()[0]?.payload.firstMs).toBeGreaterThan(0);
  await expect.poll(() => sent()[0]?.payload.secondMs).toBe(0);
});

test('the talk time is sent every ten seconds, and no more once the call has closed', async () => {
  stopClock(new Date());
  const talk = followOwnTalk(call.room, call.media);
  const sent = () => exchange.of(ownUserId).emitted.filter(({ event }) => event === 'call:talk').length;
  await pass(callAliveEveryMs - 1);
  expect(sent()).toBe(0);
  await pass(1);
  expect(sent()).toBe(1);
  await pass(callAliveEveryMs);
  expect(sent()).toBe(2);
  talk.close();
  expect(sent()).toBe(3);
  await pass(2 * callAliveEveryMs);
  expect(sent()).toBe(3);
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
  const own = { ...note('3', 'own'), userId: ownUserId };
  seen.set({ notes: [before, note('2', 'during'), own] });
  await userEvent.keyboard('{Shift}');
  await expect.element(announced).toHaveTextContent('Ana: during');
  // Of a correction the better words.
  seen.set({ notes: [before, note('2', 'during'), own, { ...note('4', 'I goed'), better: 'I went' }] });
  await expect.element(announced).toHaveTextContent('Ana: I went');
});

describe('the swap', () => {
  const announce = (timer: CallTimer) => {
    const seen = createStore<RoomState>({ ...emptyRoom, hasJoined: true, isSeated: true, timer });
    const session = { ...call.session, partnerName: 'Ana' };
    render(
      <CallAnnouncer
        call={{ ...call, session, room: { ...call.room, ...seen } }}
        userId={ownUserId}
        isHidden={false}
      />,
    );
    return seen;
  };
  const announced = page.getByRole('status');

  test('is announced when it happens', async () => {
    const seen = announce(timerSwappingIn(10 * minuteMs));
    await expect.element(announced).toHaveTextContent('Waiting for Ana. You hear a sound when they join.');
    seen.set({ timer: timerSwappingIn(-1000) });
    await expect.element(announced).toHaveTextContent('Swap: the second half begins.');
  });

  test('is not announced to a member who joins in the second half', async () => {
    const seen = announce(timerSwappingIn(-minuteMs));
    await expect.element(announced).toHaveTextContent('Waiting for Ana. You hear a sound when they join.');
    seen.set({ linkState: 'connected' });
    await expect.element(announced).toHaveTextContent('You are talking with Ana.');
    // The clock of the session ticks once a second.
    seen.set({ serverAheadMs: 5000 });
    await expect.element(announced).toHaveTextContent('You are talking with Ana.');
  });
});

describe('what happens in a session', () => {
  let started: MockInstance<AudioScheduledSourceNode['start']>;

  beforeEach(() => {
    started = vi.spyOn(AudioScheduledSourceNode.prototype, 'start');
    return () => started.mockRestore();
  });
  /** The notes of each sound so far, in Hz. */
  const tones = () => {
    const sounds = new Map<BaseAudioContext, number[]>();
    for (const { context, frequency } of started.mock.contexts as OscillatorNode[])
      sounds.set(context, [...(sounds.get(context) ?? []), frequency.value]);
    return [...sounds.values()];
  };
  const announced = page.getByRole('status').first();
  const show = (state: Partial<RoomState>, isHidden = false) => {
    const seen = createStore<RoomState>({ ...emptyRoom, hasJoined: true, isSeated: true, ...state });
    const session = { ...call.session, partnerName: 'Ana' };
    render(
      <CallAnnouncer
        call={{ ...call, session, room: { ...call.room, ...seen } }}
        userId={ownUserId}
        isHidden={isHidden}
      />,
    );
    return seen;
  };
  const seat = {
    ...{ userId: partner.userId, peerId: 'page', isHere: true, hasLeft: false },
    ...{ isMuted: false, hasCamera: false },
  };

  test('is heard: joining once, not after an interruption, the swap and the end', async () => {
    const seen = show({ partner: seat, timer: timerSwappingIn(10 * minuteMs) });
    await expect.element(announced).toHaveTextContent('Connecting with Ana...');
    expect(tones()).toEqual([]);
    seen.set({ linkState: 'connected', hasMet: true });
    await expect.element(announced).toHaveTextContent('You are talking with Ana.');
    expect(tones()).toEqual([[523, 659]]);
    seen.set({ linkState: 'failed' });
    await expect.element(announced).toHaveTextContent('The connection with Ana is lost. Reconnecting...');
    seen.set({ linkState: 'connected' });
    await expect.element(announced).toHaveTextContent('You are talking with Ana.');
    expect(tones()).toHaveLength(1);
    seen.set({ timer: timerSwappingIn(-1000) });
    await expect.element(announced).toHaveTextContent('Swap: the second half begins.');
    expect(tones().slice(1)).toEqual([[440, 587, 440]]);
    seen.set({ end: 'time' });
    await expect.element(announced).toHaveTextContent('The time of the session is over.');
    expect(tones().slice(2)).toEqual([[659, 440]]);
    expect(page.getByText('The time of the session is over.').elements()).toHaveLength(1);
  });

  test.each(['left', 'replaced'] as const)('is silent where the member did it: %s', async (end) => {
    const seen = show({ partner: seat });
    await expect.element(announced).toHaveTextContent('Connecting with Ana...');
    seen.set({ end });
    await expect.element(announced).toMatchTextContent(/^You (left|continued)/);
    expect(tones()).toEqual([]);
  });

  test('is silent with the sounds off; on another screen a message tells of the end, once', async () => {
    setSoundsOn(false);
    expect(areSoundsOn()).toBe(false);
    const seen = show({ partner: seat, linkState: 'connected' }, true);
    await expect.element(announced).toHaveTextContent('You are talking with Ana.');
    seen.set({ end: 'gone' });
    const words = page.getByText('The session has ended: Ana is no longer here.');
    await expect.element(words.first()).toBeVisible();
    expect(document.querySelector('p.sr-only[role="status"]')?.textContent).toBe('');
    expect(tones()).toEqual([]);
  });

  test('tells of the wishes of the partner, not of own ones', async () => {
    const timer = timerSwappingIn(10 * minuteMs);
    const wishOf = (userId: string, action: 'swap' | 'extend', ms: number) => ({
      ...{ userId, action },
      askedAt: new Date(Date.now() + ms),
    });
    const seen = show({ partner: seat, timer });
    await expect.element(announced).toHaveTextContent('Connecting with Ana...');
    const own = wishOf(ownUserId, 'swap', -1);
    seen.set({ timer: { ...timer, asked: [own] } });
    seen.set({ timer: { ...timer, asked: [own, wishOf(partner.userId, 'extend', -2)] } });
    await expect.element(announced).toHaveTextContent('Ana would like 5 minutes more.');
    // The same wish again, once it has expired.
    seen.set({ timer, notes: [] });
    seen.set({ linkState: 'connected' });
    await expect.element(announced).toHaveTextContent('You are talking with Ana.');
    seen.set({ timer: { ...timer, asked: [wishOf(partner.userId, 'extend', -1)] } });
    await expect.element(announced).toHaveTextContent('Ana would like 5 minutes more.');
  });
});

describe('the panel of a call', () => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  test('says when a wish could not be told, and opens and closes what is asked for', async () => {
    server.answer('listTopics', () => ({ topics: [] }));
    exchange.tell('call:timer', timerSwappingIn(10 * minuteMs));
    render(<CallPanel call={call} partner={partner} onReport={() => undefined} />);
    await userEvent.click(button('More'));
    await userEvent.click(page.getByRole('menuitem', { name: 'Something to talk about' }));
    const topics = page.getByRole('region', { name: 'Something to talk about' });
    await userEvent.click(topics.getByRole('button', { name: 'Close' }));
    await expect.element(topics).not.toBeInTheDocument();
    await expect.element(page.getByRole('region', { name: 'Session with Ana' })).toHaveFocus();
    const notes = page.getByRole('button', { name: /^Notes/ });
    await expect.element(notes).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(notes);
    await expect.element(notes).toHaveAttribute('aria-expanded', 'true');
    await expect.element(page.getByRole('textbox', { name: 'Word or phrase' })).toBeVisible();
    await userEvent.click(notes);
    await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
    exchange.refuse('ServerError');
    await userEvent.click(button('Swap now'));
    await expect
      .element(page.getByText('Something went wrong. Please try again later.').first())
      .toBeVisible();
    const asked = exchange.of(ownUserId).emitted.filter(({ event }) => event === 'call:timer');
    expect(asked.map(({ payload }) => payload)).toMatchObject([{ action: 'swap' }]);
  });

  test('offers another attempt with a microphone that failed, and lets a note of the camera be dismissed', async () => {
    const refused = vi
      .spyOn(navigator.mediaDevices, 'getUserMedia')
      .mockRejectedValue(new DOMException('no', 'NotFoundError'));
    await call.media.openMicrophone();
    await call.media.setCamera(true);
    render(<CallPanel call={call} partner={partner} onReport={() => undefined} />);
    await expect.element(page.getByText('No camera was found.')).toBeVisible();
    await userEvent.click(button('Dismiss'));
    await expect.element(page.getByText('No camera was found.')).not.toBeInTheDocument();
    await expect.element(page.getByText(/^No microphone was found\./)).toBeVisible();
    refused.mockRestore();
    await userEvent.click(button('Try again'));
    await expect.element(page.getByText(/^No microphone was found\./)).not.toBeInTheDocument();
    expect(call.media.get().microphone?.readyState).toBe('live');
  });
});

test('the camera of the partner is shown while it is on', async () => {
  const canvas = document.createElement('canvas');
  canvas.getContext('2d');
  const [video = null] = canvas.captureStream().getVideoTracks();
  const seat = {
    ...{ userId: partner.userId, peerId: 'page', isHere: true, hasLeft: false },
    ...{ isMuted: false, hasCamera: true },
  };
  const seen = createStore<RoomState>({ ...call.room.get(), partner: seat, remote: { audio: null, video } });
  render(
    <CallPanel
      call={{ ...call, room: { ...call.room, ...seen } }}
      partner={partner}
      onReport={() => undefined}
    />,
  );
  const camera = page.getByLabelText('Camera of Ana');
  await expect.element(camera).toBeVisible();
  // Tracks are compared by their ids: as objects without properties all are equal.
  const shown = () => {
    const stream = (camera.element() as HTMLVideoElement).srcObject as MediaStream | null;
    return stream?.getTracks().map(({ id }) => id);
  };
  await expect.poll(shown).toEqual([video?.id]);
  const [next = null] = canvas.captureStream().getVideoTracks();
  seen.set({ remote: { audio: null, video: next } });
  await expect.poll(shown).toEqual([next?.id]);
  seen.set({ partner: { ...seat, hasCamera: false } });
  await expect.element(camera).not.toBeInTheDocument();
});

test('microphone, speaker and camera are changed during a call, each by its own devices', async () => {
  const acts: string[] = [];
  const device = (kind: MediaDeviceKind, deviceId: string) =>
    ({ kind, deviceId, label: `${kind} ${deviceId}` }) as MediaDeviceInfo;
  const listed = vi
    .spyOn(navigator.mediaDevices, 'enumerateDevices')
    .mockResolvedValue([
      device('audioinput', 'a'),
      device('audiooutput', 'b'),
      device('videoinput', 'c'),
      device('audioinput', ''),
    ]);
  onTestFinished(() => listed.mockRestore());
  const media = {
    ...call.media,
    openMicrophone: async (id?: string | null) => acts.push(`microphone ${id}`) > 0,
    setSpeaker: (id: string | null) => void acts.push(`speaker ${id}`),
    setCamera: async (isOn: boolean, id?: string | null) => void acts.push(`camera ${isOn} ${id}`),
  };
  render(<DeviceDialog call={{ ...call, media }} onClose={() => acts.push('close')} />);
  for (const [label, name] of [
    ['Microphone', 'audioinput a'],
    ['Speaker', 'audiooutput b'],
    ['Camera', 'videoinput c'],
  ] as const) {
    const select = page.getByLabelText(label, { exact: true });
    await expect.poll(() => select.getByRole('option').elements()).toHaveLength(2);
    await userEvent.selectOptions(select, name);
  }
  expect(acts).toEqual(['microphone a', 'speaker b', 'camera true c']);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => acts.at(-1)).toBe('close');
});

test('a device is chosen by its name, or its number where it has none; the usual one comes first', async () => {
  const device = (deviceId: string, label: string) => ({ deviceId, label }) as MediaDeviceInfo;
  const chosen: (string | null)[] = [];
  render(
    <DeviceSelect
      label="Speaker"
      devices={[device('default', 'Default - Room'), device('a', 'Room'), device('b', '')]}
      chosenId="a"
      onChoose={(deviceId) => chosen.push(deviceId)}
    />,
  );
  const select = page.getByLabelText('Speaker');
  await expect.element(select).toHaveValue('a');
  const offered = page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent);
  expect(offered).toEqual(['System default', 'Room', 'Device 2']);
  await userEvent.selectOptions(select, 'Device 2');
  await userEvent.selectOptions(select, 'System default');
  expect(chosen).toEqual(['b', null]);
});

test('a note is saved to the phrases of the learned language, a correction with what was said', async () => {
  const note = (text: string, better: string | null) =>
    ({
      noteId: text,
      userId: partner.userId,
      kind: 'word',
      text,
      better,
      createdAt: partner.createdAt,
    }) as CallNote;
  render(
    <NoteCards
      notes={[note('I goed', 'I went'), note('Feierabend', null)]}
      userId={ownUserId}
      partnerName="Ana"
    />,
    {
      profile: {
        languages: [
          { languageCode: 'en', learning: false, proficiency: 100 },
          { languageCode: 'de', learning: true, proficiency: 20 },
        ],
      },
    },
  );
  const save = page.getByRole('button', { name: 'Save phrase' });
  const filled = () =>
    [
      ...document.querySelectorAll<HTMLInputElement>(
        'dialog textarea, dialog input, dialog select, [role=dialog] textarea, [role=dialog] input, [role=dialog] select',
      ),
    ].map(({ value }) => value);
  await userEvent.click(save.first());
  await expect.poll(filled).toContain('Feierabend');
  expect(filled()).toContain('de');
  expect(filled().join()).not.toContain('I goed');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await userEvent.click(save.nth(1));
  await expect.poll(filled).toContain('I went');
  expect(filled()).toContain('I goed');
  expect(filled().indexOf('I went')).toBeLessThan(filled().indexOf('I goed'));
});

describe('the check of the microphone', () => {
  const show = (
    media: ReturnType<typeof createOwnMedia>,
    onJoin = () => undefined,
    relay: CallRelay = 'off',
  ) => {
    let isShown = true;
    const cancel = () => {
      isShown = false;
    };
    render(
      <MicrophoneCheck partnerName="Ana" relay={relay} media={media} onCancel={cancel} onJoin={onJoin} />,
    );
    return () => isShown;
  };

  test('closes the microphone with the dialog, unless the member joins', async () => {
    const media = createOwnMedia();
    const isShown = show(media);
    await expect.element(page.getByRole('button', { name: 'Join now' })).toBeVisible();
    const track = media.get().microphone;
    expect(track?.readyState).toBe('live');
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
    expect(isShown()).toBe(false);
    leave();
    await expect.poll(() => track?.readyState).toBe('ended');
    const joined = createOwnMedia();
    show(joined);
    await userEvent.click(page.getByRole('button', { name: 'Join now' }));
    leave();
    expect(joined.get().microphone?.readyState).toBe('live');
    joined.close();
  });

  test('names the devices once the microphone is permitted', async () => {
    const media = createOwnMedia();
    const microphone = (label: string) => ({ kind: 'audioinput', deviceId: 'one', label }) as MediaDeviceInfo;
    // Browsers hide the names until then.
    const listed = vi
      .spyOn(navigator.mediaDevices, 'enumerateDevices')
      .mockImplementation(async () => [microphone(media.get().microphone ? 'Headset' : '')]);
    show(media);
    await expect.element(page.getByRole('option', { name: 'Headset' })).toBeInTheDocument();
    // Another one is plugged in.
    listed.mockImplementation(async () => [microphone('Speakerphone')]);
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
    await expect.element(page.getByRole('option', { name: 'Speakerphone' })).toBeInTheDocument();
    listed.mockRestore();
  });

  test.each([
    ['off', /^You talk directly from device to device, so Ana can see your network address/],
    ['choice', /^You talk through a relay, so Ana does not see your network address/],
    ['always', /^You talk through a relay, so Ana does not see your network address/],
  ] as const)('says who sees the network address with the relay %s', async (relay, words) => {
    show(createOwnMedia(), undefined, relay);
    await expect.element(page.getByText(words)).toBeVisible();
  });

  test('of a page without encryption offers no attempt that cannot work', async () => {
    const devices = vi.spyOn(navigator, 'mediaDevices', 'get').mockReturnValue(undefined as never);
    onTestFinished(() => devices.mockRestore());
    show(createOwnMedia());
    await expect.element(page.getByText(/^This page is not encrypted/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Join and only listen' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Try again' }).query()).toBeNull();
  });

  test('says that no microphone is there, and lets the member listen', async () => {
    const absent = new DOMException('Requested device not found', 'NotFoundError');
    const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(absent);
    const media = createOwnMedia();
    show(media);
    await expect.element(page.getByText(/^No microphone was found\./)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Join and only listen' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Join now' })).not.toBeInTheDocument();
    asked.mockRestore();
  });
});

describe('notes', () => {
  const field = () => page.getByRole('textbox', { name: /Word or phrase|What was said/ });
  const add = () => page.getByRole('button', { name: 'Add' });

  test('that could not be stored keep their words and their id; stored ones leave an empty form', async () => {
    const stored: Parameters<Room['note']>[0][] = [];
    let isRefused = true;
    const note: Room['note'] = async (written) => {
      stored.push(written);
      if (isRefused) throw new ApiError('ServerError');
      return { ...written, better: written.better ?? null, userId: ownUserId, createdAt: partner.createdAt };
    };
    render(<NoteForm room={{ ...call.room, note }} />);
    await userEvent.click(page.getByRole('radio', { name: 'Correction' }));
    await userEvent.fill(field(), 'I goed');
    await userEvent.fill(page.getByRole('textbox').nth(1), 'I went');
    await userEvent.click(add());
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field()).toHaveValue('I goed');
    isRefused = false;
    await userEvent.click(add());
    await expect.element(field()).toHaveValue('');
    await expect.element(field()).not.toHaveAttribute('aria-invalid');
    await userEvent.click(page.getByRole('radio', { name: 'Word' }));
    await userEvent.fill(field(), 'chess');
    await userEvent.click(add());
    await expect.element(field()).toHaveValue('');
    expect(stored.map(({ text, better }) => [text, better])).toEqual([
      ['I goed', 'I went'],
      ['I goed', 'I went'],
      ['chess', null],
    ]);
    expect(stored[0]?.noteId).toBe(stored[1]?.noteId);
    expect(stored[2]?.noteId).not.toBe(stored[1]?.noteId);
  });
});

test('a wish of the partner is declined without its return, another one stays, and the focus too', async () => {
  const wish = (action: 'extend' | 'swap', ms: number) => ({
    action,
    userId: partner.userId,
    askedAt: new Date(Date.now() - ms),
  });
  const wished = (ms: number): CallTimer => ({
    ...timerSwappingIn(10 * minuteMs),
    asked: [wish('extend', ms), wish('swap', 2 * ms)],
  });
  const Strip = ({ timer }: { timer: CallTimer }) => (
    <section tabIndex={-1} aria-label="Session">
      <WishStrip
        room={call.room}
        state={{ ...emptyRoom, timer }}
        now={Date.now()}
        userId={ownUserId}
        partnerName="Ana"
      />
    </section>
  );
  render(<Strip timer={wished(1000)} />);
  const words = page.getByText('Ana would like 5 minutes more.');
  await expect.element(words).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Not now' }).first());
  await expect.element(words).not.toBeInTheDocument();
  await expect.element(page.getByText('Ana would like to swap now.')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Session' })).toHaveFocus();
});

test('languages that could not be asked for stay chosen; at first they are those of the session', async () => {
  let isClosed = false;
  const present = { ...timerSwappingIn(10 * minuteMs), languages: { first: 'es', second: 'de' } as const };
  exchange.tell('call:timer', present);
  exchange.refuse('ServerError');
  render(
    <LanguageDialog
      room={call.room}
      codes={['fr']}
      partnerName="Ana"
      onClose={() => {
        isClosed = true;
      }}
    />,
  );
  await expect.element(page.getByLabelText('First half')).toHaveValue('es');
  await expect.element(page.getByLabelText('Second half')).toHaveValue('de');
  await userEvent.selectOptions(page.getByLabelText('Second half'), 'fr');
  await userEvent.click(page.getByRole('button', { name: 'Ask Ana' }));
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByLabelText('Second half')).toHaveValue('fr');
  expect(isClosed).toBe(false);
});

test('other languages are asked for in the halves that were chosen', async () => {
  let isClosed = false;
  const close = () => {
    isClosed = true;
  };
  render(<LanguageDialog room={call.room} codes={['de', 'es', 'fr']} partnerName="Ana" onClose={close} />);
  await userEvent.selectOptions(page.getByLabelText('First half'), 'fr');
  await userEvent.click(page.getByRole('button', { name: 'Ask Ana' }));
  await expect.poll(() => isClosed).toBe(true);
  const asked = exchange.of(ownUserId).emitted.filter(({ event }) => event === 'call:timer');
  const languages = { first: 'fr', second: 'es' };
  expect(asked.map(({ payload }) => payload)).toMatchObject([{ action: 'language', languages }]);
});
