import { createStore } from '@parlance/client/store';
import { recordingMaxMs } from '@parlance/contract/chat';
import { useSyncExternalStore } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#test/browser/render';
import type { Recorder, RecorderState, Recording } from './recorder';
import { RecordingBar } from './recording-bar';

const recording: Recording = { blob: new Blob(['sound']), durationMs: 7000, waveform: [1, 2] };
const acts: string[] = [];
let elapsedMs: number;
let state: ReturnType<typeof createStore<{ now: RecorderState }>>;
let sending: PromiseWithResolvers<void>;

function Bar() {
  const { now } = useSyncExternalStore(state.subscribe, state.get);
  const recorder: Recorder = {
    getState: () => now,
    subscribe: () => () => undefined,
    level: () => 0.5,
    elapsedMs: () => elapsedMs,
    start: async () => void acts.push('start'),
    stop: () => void acts.push('stop'),
    cancel: () => void acts.push('cancel'),
    restore: () => undefined,
  };
  return (
    <RecordingBar
      recorder={recorder}
      state={now}
      onSend={(sent) => {
        acts.push(`send ${sent.durationMs}`);
        return sending.promise;
      }}
    />
  );
}
const show = (now: RecorderState) => {
  state = createStore({ now });
  render(<Bar />);
};
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => {
  acts.length = 0;
  elapsedMs = 0;
  sending = Promise.withResolvers();
});

test('a recording counts down what is left, and is stopped or cancelled', async () => {
  elapsedMs = recordingMaxMs - 12_000;
  show({ status: 'recording', startedAt: 0 });
  await expect.element(page.getByRole('timer')).toHaveTextContent('0:12 left');
  const description = 'A recording lasts 1 minute at most.';
  await expect.element(button('Stop')).toHaveAccessibleDescription(description);
  elapsedMs = recordingMaxMs - 11_000;
  await expect.element(page.getByRole('timer')).toHaveTextContent('0:11 left');
  // A screen reader would read a description that follows the timer.
  await expect.element(button('Stop')).toHaveAccessibleDescription(description);
  await userEvent.click(button('Stop'));
  await userEvent.click(button('Cancel recording'));
  expect(acts).toEqual(['stop', 'cancel']);
});

test('a finished recording is heard, made anew, deleted or sent, once', async () => {
  show({ status: 'recorded', recording });
  await expect.element(page.getByText('0:00 / 0:07')).toBeVisible();
  await userEvent.click(button('Record again'));
  await userEvent.click(button('Delete recording'));
  await userEvent.click(button('Send'));
  await expect.element(page.getByRole('button', { name: /Send/ })).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Enter}');
  expect(acts).toEqual(['start', 'cancel', 'send 7000']);
});

test.each([
  ['denied', /^The microphone is not allowed here/, true],
  ['absent', /^No microphone was found/, true],
  ['broken', /^The recording did not work/, true],
  ['short', /^That was too short to be heard/, true],
  ['unsupported', /^This browser cannot record sound/, false],
] as const)(
  'a failure (%s) is said at once; another attempt is offered where it can help',
  async (reason, words, canTry) => {
    show({ status: 'failed', reason });
    await expect.element(page.getByRole('alert').getByText(words)).toBeVisible();
    expect(button('Try again').elements()).toHaveLength(canTry ? 1 : 0);
    if (canTry) await userEvent.click(button('Try again'));
    await userEvent.click(button('Write instead'));
    expect(acts).toEqual(canTry ? ['start', 'cancel'] : ['cancel']);
  },
);
