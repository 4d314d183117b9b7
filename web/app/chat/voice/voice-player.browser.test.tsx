import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { leave, render } from '#test/browser/render';
import { VoicePlayer } from './voice-player';

/** Seconds of silence as an uncompressed recording. */
function silence(seconds: number): string {
  const rate = 8000;
  const view = new DataView(new ArrayBuffer(44 + seconds * rate));
  const write = (at: number, text: string) => {
    for (const [place, letter] of [...text].entries()) view.setUint8(at + place, letter.charCodeAt(0));
  };
  write(0, 'RIFF');
  view.setUint32(4, 36 + seconds * rate, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  write(36, 'data');
  view.setUint32(40, seconds * rate, true);
  new Uint8Array(view.buffer).fill(128, 44);
  return URL.createObjectURL(new Blob([view], { type: 'audio/wav' }));
}

const seconds = 20;
let src: string;
let played: HTMLMediaElement[];

beforeEach(() => {
  src = silence(seconds);
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play');
  played = play.mock.contexts as HTMLMediaElement[];
});
afterEach(() => {
  vi.restoreAllMocks();
  URL.revokeObjectURL(src);
});

const player = (from = src) => <VoicePlayer src={from} durationMs={seconds * 1000} waveform={null} />;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const slider = () => page.getByRole('slider');

test('leaving the screen stops the recording', async () => {
  render(player());
  await userEvent.click(button('Play'));
  await expect.element(button('Pause')).toBeVisible();
  expect(played.map(({ paused }) => paused)).toEqual([false]);
  leave();
  await expect.poll(() => played.map(({ paused }) => paused)).toEqual([true]);
});

test('a second recording pauses the first, which says so', async () => {
  render(
    <>
      {player()}
      {player()}
    </>,
  );
  await userEvent.click(button('Play').first());
  await expect.element(button('Pause')).toBeVisible();
  await userEvent.click(button('Play'));
  await expect.poll(() => played.map(({ paused }) => paused)).toEqual([true, false]);
  await expect.poll(() => button('Play').elements()).toHaveLength(1);
  await userEvent.click(button('Pause'));
  await expect.poll(() => button('Play').elements()).toHaveLength(2);
});

test('keys move the place before and during playback, within the recording', async () => {
  render(player());
  await expect.element(slider()).toBeVisible();
  (slider().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowUp}{PageUp}');
  await expect.element(slider()).toHaveAttribute('aria-valuenow', '7');
  await expect.element(slider()).toHaveAttribute('aria-valuetext', '0:07 of 0:20');
  await userEvent.keyboard('{PageDown}{ArrowLeft}{ArrowDown}{ArrowDown}');
  await expect.element(slider()).toHaveAttribute('aria-valuenow', '0');
  await userEvent.keyboard('{End}');
  await expect.element(slider()).toHaveAttribute('aria-valuenow', String(seconds));
  await userEvent.keyboard('{Home}{PageUp}');
  await userEvent.click(button('Play'));
  await expect.poll(() => played[0]?.currentTime).toBeGreaterThanOrEqual(5);
  expect(played[0]?.currentTime).toBeLessThan(15);
});

test('a recording starts at the chosen place, and goes on there with a fresh address', async () => {
  render(<VoicePlayer src={src} freshSrc={async () => src} durationMs={seconds * 1000} waveform={null} />);
  await expect.element(slider()).toBeVisible();
  (slider().element() as HTMLElement).focus();
  await userEvent.keyboard('{PageUp}');
  await userEvent.click(button('Play'));
  await expect.element(button('Pause')).toBeVisible();
  expect(played[0]?.currentTime).toBeGreaterThanOrEqual(5);
  await userEvent.click(button('Pause'));
  vi.mocked(HTMLMediaElement.prototype.play).mockRejectedValueOnce(new Error('expired'));
  await userEvent.click(button('Play'));
  await expect.element(button('Pause')).toBeVisible();
  expect(played.at(-1)).not.toBe(played[0]);
  expect(played.at(-1)?.currentTime).toBeGreaterThanOrEqual(5);
});

test('the pointer moves the place only while it is pressed', async () => {
  render(player());
  await expect.element(slider()).toBeVisible();
  await userEvent.hover(slider());
  await userEvent.hover(button('Play'));
  await expect.element(slider()).toHaveAttribute('aria-valuenow', '0');
  await userEvent.click(slider());
  await expect.element(slider()).toHaveAttribute('aria-valuenow', String(seconds / 2));
});

test('the speed applies to what plays', async () => {
  render(player());
  await userEvent.click(button('Play'));
  await expect.element(button('Pause')).toBeVisible();
  await userEvent.click(button('Speed 1×'));
  await expect.poll(() => played[0]?.playbackRate).toBe(1.25);
  for (const rate of ['1.25', '1.5', '0.75']) await userEvent.click(button(`Speed ${rate}×`));
  await expect.poll(() => played[0]?.playbackRate).toBe(1);
});

test('an expired address is replaced; without a new one the player says so', async () => {
  const stale = 'data:audio/wav;base64,AAAA';
  const fresh: (string | null)[] = [null, src];
  render(
    <VoicePlayer
      src={stale}
      freshSrc={async () => fresh.shift() ?? null}
      durationMs={seconds * 1000}
      waveform={null}
    />,
  );
  const broken = page.getByText('This recording cannot be played right now.');
  await userEvent.click(button('Play'));
  await expect.element(broken).toBeVisible();
  await userEvent.click(button('Play'));
  await expect.element(button('Pause')).toBeVisible();
  await expect.element(broken).not.toBeInTheDocument();
});

test('a recording that has ended begins anew', async () => {
  render(player());
  await expect.element(slider()).toBeVisible();
  (slider().element() as HTMLElement).focus();
  await userEvent.keyboard('{PageUp}{PageUp}');
  await userEvent.click(button('Play'));
  await expect.element(button('Pause')).toBeVisible();
  played[0]?.pause();
  await expect.element(button('Play')).toBeVisible();
  played[0]?.dispatchEvent(new Event('ended'));
  await expect.element(slider()).toHaveAttribute('aria-valuenow', '0');
  expect(played[0]?.currentTime).toBe(0);
});
