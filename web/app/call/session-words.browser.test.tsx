import { createStore } from '@parlance/client/store';
import type { CallSummary, CallTalk } from '@parlance/contract/call';
import type { CallTimer } from '@parlance/contract/call-events';
import type { FullProfile } from '@parlance/contract/people';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ownUserId, render } from '#test/browser/render';
import { ben as benProfile, createdAt, slotId } from '#test/browser/samples';
import { setZone, stopClock } from '#test/browser/surroundings';
import type { Call } from './call';
import { CallControls } from './call-controls';
import { CallStatus } from './call-status';
import { HalvesBar } from './halves-bar';
import { createOwnMedia, type OwnMediaState } from './media/own-media';
import { halvesAt } from './room/halves';
import { emptyRoom, type RoomState } from './room/room-state';
import { SessionBar, type SessionBarProps } from './session-bar';
import { SessionRecap } from './session-recap';
import { SwapNotice } from './swap-notice';
import { WishStrip } from './wish-strip';

const ben: FullProfile = { ...benProfile, languages: [] };
const at = (time: string) => new Date(`2030-05-14T${time}:00Z`);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const texts = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);

beforeEach(() => setZone('UTC'));

describe('the bar of a session that can be joined', () => {
  const seat = (userId: string, more = {}) => ({
    userId,
    isHere: true,
    hasLeft: false,
    isMuted: false,
    hasCamera: false,
    ...more,
  });
  const session = {
    scheduleSlotId: slotId(1),
    ownerUserId: ownUserId,
    partnerId: ben.userId,
    partnerName: 'Ben',
    startsAt: at('12:00'),
    endsAt: at('12:30'),
  };
  const show = (changes: Partial<SessionBarProps> & { seats?: ReturnType<typeof seat>[] }) =>
    render(
      <SessionBar
        session={session}
        summary={{ seats: changes.seats ?? [] } as unknown as CallSummary}
        now={at('12:00')}
        userId={ownUserId}
        wasHere={false}
        onJoin={() => undefined}
        {...changes}
      />,
    );

  test.each([
    [
      'before',
      { now: at('11:59') },
      'Your session starts at 12:00 PM.',
      'Ben has not joined yet.',
      'Join with voice',
    ],
    [
      'from its start',
      {},
      'Your session lasts until 12:30 PM.',
      'Ben has not joined yet.',
      'Join with voice',
    ],
    [
      'after its end',
      { now: at('12:30'), seats: [seat(ben.userId)] },
      'The time of your session is over. You can still talk until 12:40 PM.',
      'Ben has joined.',
      'Join with voice',
    ],
    [
      'with a partner who has left',
      { seats: [seat(ben.userId, { hasLeft: true })] },
      'Your session lasts until 12:30 PM.',
      'Ben has not joined yet.',
      'Join with voice',
    ],
    [
      'with a partner who has lost the connection',
      { seats: [seat(ben.userId, { isHere: false })] },
      'Your session lasts until 12:30 PM.',
      'Ben has not joined yet.',
      'Join with voice',
    ],
    [
      'from another device',
      { seats: [seat(ownUserId), seat(ben.userId)] },
      'Your session lasts until 12:30 PM.',
      'You have joined in another tab or on another device.',
      'Use it here',
    ],
    [
      'after a reload',
      { wasHere: true, seats: [seat(ownUserId), seat(ben.userId)] },
      'Your session lasts until 12:30 PM.',
      'You were in this session. You can join again.',
      'Join again',
    ],
  ])('%s', async (_when, changes, time, status, join) => {
    show(changes);
    await expect.element(page.getByRole('status')).toHaveTextContent(status);
    await expect.element(page.getByText(time)).toBeVisible();
    await expect.element(button(join)).toBeVisible();
  });
});

describe('the status of a call', () => {
  const partner = {
    peerId: slotId(7),
    userId: ben.userId,
    isHere: true,
    hasLeft: false,
    isMuted: false,
    hasCamera: false,
  };
  const talking: Partial<RoomState> = {
    hasJoined: true,
    isSeated: true,
    hasMet: true,
    linkState: 'connected',
    partner,
  };
  const muted = 'Ben is muted.';
  const relay = 'The relay of this server refuses the connection. Please tell the operator.';
  const startsAt = (time: string): CallTimer => ({ ...emptyRoom.timer, startedAt: at(time) });

  test.each<[string, Partial<RoomState>, string[]]>([
    ['before joining', {}, ['Joining the session...']],
    ['alone', { hasJoined: true, isSeated: true }, ['Waiting for Ben. You hear a sound when they join.']],
    [
      'after the partner has left',
      { ...talking, linkState: 'none', partner: { ...partner, hasLeft: true } },
      ['Ben has left. They can come back while the session lasts.'],
    ],
    ['at first', { ...talking, hasMet: false, linkState: 'none' }, ['Connecting with Ben...']],
    ['talking', { ...talking, isRelayRefused: true }, ['You are talking with Ben.']],
    [
      'talking with a muted partner',
      { ...talking, partner: { ...partner, isMuted: true } },
      ['You are talking with Ben.', muted],
    ],
    [
      'early',
      { ...talking, timer: startsAt('12:01') },
      ['You are talking with Ben.', 'The first half begins at 12:01 PM.'],
    ],
    [
      'in time by the clock of the server',
      { ...talking, timer: startsAt('12:01'), serverAheadMs: 60_000 },
      ['You are talking with Ben.'],
    ],
    [
      'without a way to the partner',
      { ...talking, linkState: 'none', isRelayRefused: true, partner: { ...partner, isMuted: true } },
      ['The connection with Ben is lost. Reconnecting...', relay],
    ],
    [
      'while the partner is offline',
      { ...talking, linkState: 'none', partner: { ...partner, isHere: false } },
      ['Ben has lost the connection. Waiting for them to come back...'],
    ],
    [
      'offline',
      { ...talking, linkState: 'none', isSeated: false },
      ['The connection to the server is lost. Reconnecting...'],
    ],
    ['ended by the clock', { ...talking, end: 'time' }, ['The time of the session is over.']],
    [
      'ended by a block',
      { ...talking, end: 'blocked' },
      ['The session has ended: one of you has blocked the other.'],
    ],
  ])('%s', async (_when, changes, words) => {
    stopClock(at('12:00'));
    render(<CallStatus state={{ ...emptyRoom, ...changes }} partnerName="Ben" isTalking />);
    await expect.poll(() => texts('p')).toEqual(words);
  });
});

test.each([
  [true, false],
  [false, true],
])(
  'of the two lights of a talk the first is that of the member (%s), the second that of the partner (%s)',
  async (isTalking, isPartnerTalking) => {
    const state: RoomState = { ...emptyRoom, hasJoined: true, linkState: 'connected', isPartnerTalking };
    render(<CallStatus state={state} partnerName="Ben" isTalking={isTalking} />);
    await expect.element(page.getByText('You are talking with Ben.')).toBeVisible();
    const lights = [...document.querySelectorAll('span[aria-hidden="true"] > span')];
    expect(lights.map(({ className }) => !className.includes('opacity-40'))).toEqual([
      isTalking,
      isPartnerTalking,
    ]);
  },
);

describe('the halves', () => {
  const timer: CallTimer = {
    startedAt: at('12:00'),
    swapAt: at('12:15'),
    endsAt: at('12:30'),
    languages: { first: 'de', second: 'es' },
    asked: [],
  };
  const voices = { first: 'learning', second: 'speaks' } as const;
  const talk: CallTalk[] = [
    { userId: ownUserId, firstMs: 61_000, secondMs: 5000 },
    { userId: ben.userId, firstMs: 120_000, secondMs: 0 },
  ];

  test.each([
    ['12:05', ['Now: German', '10:00 until the swap'], [33, 0]],
    ['12:15', ['Now: Spanish', '15:00 left'], [100, 0]],
    ['12:20', ['Now: Spanish', '10:00 left'], [100, 33]],
  ])('at %s name the language and what is left', async (time, words, filled) => {
    const halves = halvesAt(timer, at(time).getTime());
    if (!halves) throw new Error('no halves');
    render(<HalvesBar halves={halves} languages={timer.languages} voices={voices} />);
    await expect.poll(() => texts('p')).toEqual(words);
    const bars = [...document.querySelectorAll<HTMLElement>('[style*="width"]')];
    expect(bars.map(({ style }) => Math.round(Number.parseFloat(style.width)))).toEqual(filled);
    await expect.element(page.getByText('German, you learn')).toBeVisible();
    await expect.element(page.getByText('Spanish, you help')).toBeVisible();
  });

  test.each([
    ['12:14', null],
    ['12:15', 'Swap: now Spanish. You help Ben.'],
    ['12:16', 'Swap: now Spanish. You help Ben.'],
    ['12:17', null],
  ])('at %s the notice of the swap is %s', async (time, words) => {
    const now = at(time).getTime();
    const halves = halvesAt(timer, now);
    if (!halves) throw new Error('no halves');
    render(
      <>
        <h1>Call</h1>
        <SwapNotice
          state={{ ...emptyRoom, timer, talk }}
          halves={halves}
          voice={voices[halves.half]}
          now={now}
          userId={ownUserId}
          partnerName="Ben"
        />
      </>,
    );
    await expect.element(page.getByRole('heading')).toBeVisible();
    expect(texts('p')[0] ?? null).toBe(words);
    if (words === null) return;
    await expect.element(page.getByText('You 1:01')).toBeVisible();
    await expect.element(page.getByText('Ben 2:00')).toBeVisible();
  });

  const summary: CallSummary = {
    scheduleSlotId: slotId(1),
    startsAt: at('12:00'),
    endsAt: at('12:30'),
    relay: 'off',
    startedAt: at('12:02'),
    endedAt: at('12:30'),
    endReason: null,
    togetherMs: 0,
    languages: timer.languages,
    seats: [],
    talk: [],
    notes: [],
  };
  test.each([
    [0, 'You did not meet in this session.'],
    [29_000, 'You talked for less than a minute.'],
    [60_000, 'You talked for 1 minute, from 12:02 PM on.'],
    [1_530_000, 'You talked for 26 minutes, from 12:02 PM on.'],
  ])('together for %i ms are summed up', async (togetherMs, words) => {
    render(<SessionRecap summary={{ ...summary, togetherMs }} userId={ownUserId} partnerName="Ben" />);
    await expect.poll(() => texts('p')).toEqual([words]);
  });

  test.each([
    [999, []],
    [1000, ['First half', 'You 0:01', 'Ben 0:00']],
  ])('talk of %i ms in all is compared: %j', async (firstMs, words) => {
    const measured = [{ userId: ownUserId, firstMs, secondMs: 0 }];
    const known = { ...summary, togetherMs: 60_000, startedAt: null, languages: null, talk: measured };
    render(<SessionRecap summary={known} userId={ownUserId} partnerName="Ben" />);
    await expect.element(page.getByText('You talked for 1 minute, from 12:00 PM on.')).toBeVisible();
    expect(texts('p.font-medium, .tabular-nums > span')).toEqual(words);
  });

  test('are compared by language where both were measured, the own one first; notes come newest first', async () => {
    const note = { kind: 'word' as const, better: null, createdAt };
    const notes = [
      { ...note, noteId: slotId(1), userId: ownUserId, text: 'eins' },
      { ...note, noteId: slotId(2), userId: ben.userId, text: 'dos', better: 'dós' },
    ];
    render(
      <SessionRecap
        summary={{ ...summary, togetherMs: 60_000, talk, notes }}
        userId={ownUserId}
        partnerName="Ben"
      />,
    );
    await expect.element(page.getByText('German', { exact: true })).toBeVisible();
    expect(texts('span.text-sm, .tabular-nums > span')).toEqual([
      'You 1:01',
      'Ben 2:00',
      'You 0:05',
      'Ben 0:00',
    ]);
    expect(texts('li')).toEqual(['Said: dosBetter: dósWritten by Ben', 'einsWritten by you']);
  });
});

describe('a wish', () => {
  const asked: string[] = [];
  const room = {
    wish: async (action: string) => void asked.push(action),
    wishLanguages: async ({ first, second }: { first: string; second: string }) =>
      void asked.push(`${first} ${second}`),
  } as unknown as Call['room'];
  const show = (wish: Partial<CallTimer['asked'][number]>) => {
    asked.length = 0;
    const one = { action: 'swap' as const, userId: ben.userId, askedAt: new Date(), ...wish };
    render(
      <section tabIndex={-1} aria-label="Session">
        <WishStrip
          room={room}
          state={{ ...emptyRoom, timer: { ...emptyRoom.timer, asked: [one] } }}
          now={Date.now()}
          userId={ownUserId}
          partnerName="Ben"
        />
      </section>,
    );
  };

  test('of oneself only waits', async () => {
    show({ userId: ownUserId, action: 'extend' });
    await expect
      .element(page.getByText('You would like 5 minutes more. Waiting for Ben to agree.'))
      .toBeVisible();
    expect(button('Agree').query()).toBeNull();
  });

  test('of the partner is agreed to with the same languages, and the focus stays in the session', async () => {
    show({ action: 'language', languages: { first: 'fr', second: 'de' } });
    await expect.element(page.getByText('Ben would like French first, then German.')).toBeVisible();
    await userEvent.click(button('Agree'));
    expect(asked).toEqual(['fr de']);
    await expect.element(page.getByRole('region', { name: 'Session' })).toHaveFocus();
  });
});

describe('the controls', () => {
  const show = (state: Partial<OwnMediaState>, canSwap = true, hasHalves = false) => {
    const acts: string[] = [];
    const media = createOwnMedia();
    const store = createStore<OwnMediaState>({ ...media.get(), ...state });
    const call = {
      media: {
        ...media,
        ...store,
        setMuted: (isMuted: boolean) => acts.push(`muted ${isMuted}`),
        openMicrophone: async () => void acts.push('microphone'),
        setCamera: async (isOn: boolean) => void acts.push(`camera ${isOn}`),
      },
      room: { leave: () => acts.push('leave') },
    } as unknown as Call;
    const act = (name: string) => () => void acts.push(name);
    render(
      <CallControls
        call={call}
        noteCount={2}
        areNotesOpen={false}
        onToggleNotes={act('notes')}
        partner={ben}
        hasHalves={hasHalves}
        canSwap={canSwap}
        onSwap={act('swap')}
        onExtend={act('extend')}
        onLanguages={act('languages')}
        onTopics={act('topics')}
        onDevices={act('devices')}
        onReport={act('report')}
      />,
    );
    return acts;
  };
  const track = {} as MediaStreamTrack;

  test('mute, turn the camera on and leave; the key is named', async () => {
    const acts = show({ microphone: track });
    await expect.element(button('Mute')).toHaveAttribute('aria-keyshortcuts', 'm');
    for (const name of ['Mute', 'Turn camera on', 'Swap now', 'Leave']) await userEvent.click(button(name));
    await userEvent.click(page.getByRole('button', { name: /^Notes/ }));
    expect(acts).toEqual(['muted true', 'camera true', 'swap', 'leave', 'notes']);
    await expect.element(page.getByRole('button', { name: /^Notes/ })).toHaveTextContent('Notes2');
    await userEvent.click(button('More'));
    const disabled = ['Swap now', '5 minutes more', 'Change the languages'].map((name) =>
      page.getByRole('menuitem', { name }).element().getAttribute('aria-disabled'),
    );
    expect(disabled).toEqual([null, 'true', 'true']);
  });

  test('have everything else in the menu', async () => {
    const acts = show({ microphone: track }, true, true);
    for (const name of [
      'Something to talk about',
      'Swap now',
      '5 minutes more',
      'Change the languages',
      'Microphone, speaker and camera',
      'Report Ben',
    ]) {
      await userEvent.click(button('More'));
      await userEvent.click(page.getByRole('menuitem', { name, exact: true }));
      await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
    }
    expect(acts).toEqual(['topics', 'swap', 'extend', 'languages', 'devices', 'report']);
  });

  test.each([
    ['who is muted', { microphone: track, isMuted: true }, 'muted false'],
    ['without a microphone', { microphone: null, isMuted: false }, 'microphone'],
  ])('let a member %s be heard again', async (_who, state, act) => {
    const acts = show({ ...state, camera: track }, false);
    await userEvent.click(button('Unmute'));
    await userEvent.click(button('Turn camera off'));
    expect(acts).toEqual([act, 'camera false']);
    expect(button('Swap now').query()).toBeNull();
  });
});
