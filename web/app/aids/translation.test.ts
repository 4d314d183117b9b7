import { NetworkError } from '@parlance/client/network-error';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sampleMessage } from '#test/chat-samples';
import { canTranslateHere } from './device-translator';
import { shownAidsOf } from './shown-aids';
import { translate } from './translation';

const message = sampleMessage(81, { content: 'Hola' });
const shown = () => shownAidsOf(message.chatMessageId)?.translation;
const translateMessage = vi.fn();
const calls = { translateMessage } as unknown as Parameters<typeof translate>[0];
const wanted = { message, from: 'es', to: 'de' as const, isHere: true, isThere: true };
const pair = { sourceLanguage: 'es', targetLanguage: 'de' };
let device: { availability: ReturnType<typeof vi.fn>; create: ReturnType<typeof vi.fn> };
let onDevice: (text: string) => Promise<string>;

beforeEach(() => {
  onDevice = async (text) => `${text} on the device`;
  device = {
    availability: vi.fn().mockResolvedValue('downloadable'),
    create: vi.fn(async () => ({ translate: (text: string) => onDevice(text) })),
  };
  vi.stubGlobal('Translator', device);
  translateMessage.mockReset().mockResolvedValue({ text: 'Hallo', languageCode: 'de' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a translation', () => {
  test('is made on the device where it can, and the text stays there', async () => {
    const done = translate(calls, wanted);
    expect(shown()).toEqual({ state: 'working' });
    await done;
    expect(shown()).toEqual({ state: 'done', text: 'Hola on the device', languageCode: 'de', by: 'device' });
    expect(device.create.mock.calls).toEqual([[pair]]);
    expect(translateMessage).not.toHaveBeenCalled();
  });

  test.each([
    ['cannot', { isHere: false }],
    ['does not know the language of the text', { from: null }],
  ])('is made by the server where the device %s', async (_case, change) => {
    await translate(calls, { ...wanted, ...change });
    expect(shown()).toEqual({ state: 'done', text: 'Hallo', languageCode: 'de', by: 'server' });
    expect(translateMessage.mock.calls).toEqual([
      [{ chatMessageId: message.chatMessageId, languageCode: 'de' }],
    ]);
    expect(device.create).not.toHaveBeenCalled();
  });

  test('is made by the server where the device fails, and fails where there is none', async () => {
    onDevice = () => Promise.reject(new Error('no model'));
    await translate(calls, wanted);
    expect(shown()).toMatchObject({ state: 'done', by: 'server' });
    await translate(calls, { ...wanted, isThere: false });
    expect(shown()).toMatchObject({
      state: 'failed',
      why: 'The translation did not work. Please try again later.',
    });
    expect(translateMessage).toHaveBeenCalledTimes(1);
  });

  test('says why it failed, and can be tried again', async () => {
    translateMessage.mockRejectedValueOnce(new NetworkError());
    await translate(calls, { ...wanted, isHere: false });
    const failed = shown();
    expect(failed).toMatchObject({ state: 'failed', why: new NetworkError().message });
    if (failed?.state === 'failed') failed.onRetry();
    await expect.poll(shown).toMatchObject({ state: 'done', text: 'Hallo' });
  });

  test.each([
    ['eight seconds, then the server makes it', true, 8000, { state: 'done', by: 'server' }],
    ['a minute where there is no other', false, 60_000, { state: 'failed' }],
  ])('waits for the device %s', async (_case, isThere, ms, outcome) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onDevice = () => new Promise(() => {});
    const done = translate(calls, { ...wanted, isThere });
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(shown()).toEqual({ state: 'working' });
    await vi.advanceTimersByTimeAsync(1);
    await done;
    expect(shown()).toMatchObject(outcome);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test.each([
  ['available', true],
  ['downloadable', true],
  ['unavailable', false],
])('a device whose translator of a pair is %s can translate it: %s', async (availability, can) => {
  device.availability.mockResolvedValue(availability);
  expect(await canTranslateHere('es', 'de')).toBe(can);
  expect(device.availability.mock.calls).toEqual([[pair]]);
});

test('a device without a translator, or with one that fails, cannot translate', async () => {
  device.availability.mockRejectedValue(new Error('odd pair'));
  expect(await canTranslateHere('es', 'de')).toBe(false);
  vi.stubGlobal('Translator', undefined);
  expect(await canTranslateHere('es', 'de')).toBe(false);
});
