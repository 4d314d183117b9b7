import { expect, test } from 'vitest';
import { keepRecording, recordingOf } from './voice-draft';

test('a recording comes back from the storage as it was', async () => {
  const blob = new Blob(['sound'], { type: 'audio/webm' });
  const kept = await keepRecording({ blob, durationMs: 1200, waveform: [0, 50, 100] });
  expect(kept).toMatchObject({ type: 'audio/webm', durationMs: 1200, waveform: [0, 50, 100] });
  const { blob: restored, ...rest } = recordingOf(kept);
  expect(rest).toEqual({ durationMs: 1200, waveform: [0, 50, 100] });
  expect(restored.type).toBe('audio/webm');
  expect(await restored.text()).toBe('sound');
});
