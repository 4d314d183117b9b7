import { createStore } from '@parlance/client/store';
import { ApiError } from '@parlance/contract/errors';
import type { FullProfile } from '@parlance/contract/people';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { server } from '#test/browser/network';
import { ownUserId, render } from '#test/browser/render';
import { ben as benProfile, createdAt, slotId } from '#test/browser/samples';
import { Button } from '#ui/button';
import type { Call } from './call';
import { CallEnded } from './call-ended';
import { CallMenu } from './call-menu';
import { KeptSession } from './kept-session';
import { PastSession } from './past-session';
import { ReportSession } from './report-session';
import { type EndReason, emptyRoom } from './room/room-state';
import { VideoStage } from './video-stage';

const ben: FullProfile = { ...benProfile, languages: [] };
const button = (name: string) => page.getByRole('button', { name, exact: true });
let togetherMs: number;

const answerSummary = () =>
  server.answer('getCallSummary', () => ({
    scheduleSlotId: slotId(1),
    startsAt: createdAt,
    endsAt: createdAt,
    relay: 'off',
    startedAt: null,
    endedAt: createdAt,
    endReason: null,
    togetherMs,
    languages: null,
    seats: [],
    talk: [],
    notes: [],
  }));

beforeEach(() => {
  togetherMs = 0;
  server.answer('listAppointments', () => ({ count: 0, slots: [] }));
  answerSummary();
});

describe('the end of a session', () => {
  const show = (end: EndReason, canRejoin: boolean) => {
    const acts: string[] = [];
    const room = createStore({ ...emptyRoom, end });
    const call = { session: { scheduleSlotId: slotId(1) }, room } as unknown as Call;
    render(
      <section>
        <CallEnded
          call={call}
          partnerName="Ben"
          onRejoin={canRejoin ? () => acts.push('rejoin') : undefined}
          onReport={() => acts.push('report')}
        />
        <textarea aria-label="Message" />
      </section>,
    );
    return acts;
  };

  test.each<[EndReason, boolean, string, string | null]>([
    ['left', true, 'You left the session.', 'Join again'],
    ['replaced', true, 'You continued in another tab or on another device.', 'Use it here'],
    ['time', false, 'The time of the session is over.', null],
    ['gone', false, 'The session has ended: Ben is no longer here.', null],
  ])(
    '(%s) is said in a heading with the focus; joining again is offered while it is possible',
    async (end, canRejoin, words, rejoin) => {
      const acts = show(end, canRejoin);
      await expect.element(page.getByRole('heading', { name: words })).toHaveFocus();
      await expect.element(page.getByText('You did not meet in this session.')).toBeVisible();
      const offered = ['Join again', 'Use it here'].filter((name) => button(name).query());
      expect(offered).toEqual(rejoin === null ? [] : [rejoin]);
      // Nobody to report: they did not meet.
      expect(button('Report Ben').query()).toBeNull();
      if (rejoin) await userEvent.click(button(rejoin));
      expect(acts).toEqual(rejoin ? ['rejoin'] : []);
    },
  );

  test('leads on to the field when it is closed; a partner whom one has met can be reported', async () => {
    togetherMs = 60_000;
    const acts = show('left', false);
    await userEvent.click(button('Report Ben'));
    expect(acts).toEqual(['report']);
    await userEvent.click(button('Close'));
    await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus();
  });
});

test.each([
  [0, 0],
  [60_000, 1],
])('the last session of the pair, together for %i ms, has a line that opens', async (together, lines) => {
  togetherMs = together;
  const session = {
    scheduleSlotId: slotId(1),
    ownerUserId: ownUserId,
    partnerId: ben.userId,
    partnerName: 'Ben',
    startsAt: createdAt,
    endsAt: createdAt,
  };
  render(
    <>
      <PastSession session={session} onReport={() => undefined} />
      <KeptSession scheduleSlotId={slotId(1)} partnerName="Ben" />
    </>,
  );
  await expect.element(page.getByText(/^You (did not meet|talked)/)).toBeVisible();
  const line = page.getByRole('button', { name: /^Your session of/ });
  expect(line.elements()).toHaveLength(lines);
  if (lines === 0) return;
  await expect.element(line).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(line);
  await expect.element(line).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(() => page.getByText(/^You talked for 1 minute/).elements()).toHaveLength(2);
  await userEvent.click(line);
  await expect.poll(() => page.getByText(/^You talked for 1 minute/).elements()).toHaveLength(1);
});

test('a past session that could not be read is read again on request', async () => {
  server.answer('getCallSummary', () => {
    throw new ApiError('ServerError');
  });
  render(<KeptSession scheduleSlotId={slotId(1)} partnerName="Ben" />);
  await expect.element(page.getByText('Your sessions could not be loaded. Nothing was lost.')).toBeVisible();
  answerSummary();
  await userEvent.click(button('Try again'));
  await expect.element(page.getByText('You did not meet in this session.')).toBeVisible();
});

test('a session is reported with what the member says of it', async () => {
  server.answer('reportSession', () => ({}));
  let isClosed = false;
  render(
    <ReportSession
      scheduleSlotId={slotId(1)}
      partnerName="Ben"
      onClose={() => {
        isClosed = true;
      }}
    />,
  );
  await userEvent.fill(page.getByLabelText('Anything to add?'), ' He shouted ');
  await userEvent.click(button('Report'));
  await expect.element(page.getByText('Thank you. The session was reported.')).toBeVisible();
  expect(isClosed).toBe(true);
  await expect.poll(() => server.params('reportSession')).toEqual([{ scheduleSlotId: slotId(1) }]);
  await expect
    .poll(() => server.payloads('reportSession'))
    .toEqual([{ reason: 'harassment', text: 'He shouted' }]);
});

test('sounds and the mute key are turned off and on in the menu, and a block ends the session', async () => {
  server.answer('blockUser', () => ({}));
  const nothing = () => undefined;
  render(
    <CallMenu
      trigger={<Button>More</Button>}
      partner={ben}
      hasHalves
      canSwap={false}
      onSwap={nothing}
      onExtend={nothing}
      onLanguages={nothing}
      onTopics={nothing}
      onDevices={nothing}
      onReport={nothing}
    />,
  );
  const choose = async (name: string) => {
    await userEvent.click(button('More'));
    await userEvent.click(page.getByRole('menuitem', { name, exact: true }));
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  };
  for (const name of ['Turn signal sounds', 'Turn the mute key M']) {
    await choose(`${name} off`);
    await choose(`${name} on`);
  }
  await choose('Block and end the session');
  await expect.poll(() => server.params('blockUser')).toEqual([{ userId: ben.userId }]);
});

test('the own camera is a part of the picture of the partner, or the whole', async () => {
  const canvas = document.createElement('canvas');
  canvas.getContext('2d');
  const [track = null] = canvas.captureStream().getVideoTracks();
  render(
    <>
      <VideoStage theirs={track} own={track} partnerName="Ben" />
      <VideoStage theirs={null} own={null} partnerName="Nobody" />
    </>,
  );
  const labels = () => [...document.querySelectorAll('video')].map((video) => video.ariaLabel);
  await expect.poll(labels).toEqual(['Camera of Ben', 'Your camera']);
  expect([...document.querySelectorAll('video')].map(({ muted }) => muted)).toEqual([true, true]);
});
