import { NetworkError } from '@parlance/client/network-error';
import type { ChatMessage } from '@parlance/contract/chat';
import { ApiError } from '@parlance/contract/errors';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { me, partner, sampleMessage } from '#test/chat-samples';
import { receivedError } from '#test/received-error';
import { createMemoryStorage, type OutboxEntry } from './chat-storage';
import { createOutbox, type OutboxPorts } from './outbox';

const other = '00000000-0000-7000-8000-00000000000c';

const entry = (clientMessageId: string, changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  clientMessageId,
  partnerId: partner,
  createdAt: new Date(),
  content: clientMessageId,
  audio: null,
  failure: null,
  ...changes,
});

/** A server with scripted answers; by default it accepts every id once. */
function createScene(storage = createMemoryStorage()) {
  const taken: string[] = [];
  const attempts: string[] = [];
  const arrived: ChatMessage[] = [];
  const answers: Array<'lose-request' | 'lose-answer' | Error> = [];
  const locks = new Map<string, Promise<void>>();
  const scene = {
    storage,
    taken,
    attempts,
    arrived,
    answers,
    isReachable: true,
    inFlight: 0,
    mostInFlight: 0,
    newTab(changes: Partial<OutboxPorts> = {}) {
      return createOutbox({
        storage: Promise.resolve(storage),
        async send({ clientMessageId }) {
          scene.inFlight += 1;
          scene.mostInFlight = Math.max(scene.mostInFlight, scene.inFlight);
          attempts.push(clientMessageId);
          await Promise.resolve();
          const answer = answers.shift();
          scene.inFlight -= 1;
          if (answer === 'lose-request') throw new NetworkError();
          if (answer instanceof Error) throw answer;
          if (!taken.includes(clientMessageId)) taken.push(clientMessageId);
          if (answer === 'lose-answer') throw new NetworkError();
          return sampleMessage(taken.length, { fromUserId: me, clientMessageId });
        },
        onSent: (message) => arrived.push(message),
        isReachable: () => scene.isReachable,
        // Serializes tasks by name, like Web Locks.
        async withLock(name, task) {
          const before = locks.get(name) ?? Promise.resolve();
          const mine = before.then(task);
          locks.set(name, mine);
          await mine;
        },
        tellTabs: () => {},
        onFault: (error) => {
          throw error;
        },
        ...changes,
      });
    },
  };
  return scene;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(0);

test('messages leave in the order of writing, one in flight', async () => {
  const scene = createScene();
  const outbox = scene.newTab();
  await Promise.all(['1', '2', '3'].map((id) => outbox.add(entry(id))));
  await settle();
  expect(scene.taken).toEqual(['1', '2', '3']);
  expect(scene.mostInFlight).toBe(1);
  expect(outbox.getState().entries).toEqual([]);
  expect(scene.arrived.map(({ clientMessageId }) => clientMessageId)).toEqual(['1', '2', '3']);
});

test('a message is kept before it is sent, and its draft goes in the same step', async () => {
  const scene = createScene();
  await scene.storage.writeDraft(partner, { text: '1', audio: null });
  const keptWhenSent: number[] = [];
  const outbox = scene.newTab({
    async send({ clientMessageId }) {
      keptWhenSent.push((await scene.storage.entries()).length);
      expect(await scene.storage.readDraft(partner)).toBeNull();
      return sampleMessage(1, { clientMessageId });
    },
  });
  await outbox.add(entry('1'), { isFromDraft: true });
  await settle();
  expect(keptWhenSent).toEqual([1]);
});

test('a lost request or answer is sent again under the same id, later and later, and arrives once', async () => {
  const scene = createScene();
  scene.answers.push('lose-request', 'lose-answer');
  const outbox = scene.newTab();
  await outbox.add(entry('1'));
  await outbox.add(entry('2'));
  await settle();
  expect(scene.attempts).toEqual(['1']);
  await vi.advanceTimersByTimeAsync(990);
  expect(scene.attempts).toEqual(['1']);
  await vi.advanceTimersByTimeAsync(4000);
  expect(scene.taken).toEqual(['1', '2']);
  expect(scene.attempts.filter((id) => id === '1')).toHaveLength(3);
});

test('nothing is tried while the server cannot be reached, and everything at once when it can', async () => {
  const scene = createScene();
  scene.isReachable = false;
  const outbox = scene.newTab();
  await outbox.add(entry('1'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(scene.attempts).toEqual([]);
  scene.isReachable = true;
  outbox.flush();
  await settle();
  expect(scene.taken).toEqual(['1']);
});

test('a refusal keeps the message with its reason until its writer retries or deletes it', async () => {
  const scene = createScene();
  scene.answers.push(receivedError('UserIsBlocked'), receivedError('UserIsBlocked'));
  const outbox = scene.newTab();
  await outbox.add(entry('1'));
  await settle();
  await outbox.add(entry('2'));
  await settle();
  await outbox.add(entry('3'));
  await settle();
  expect(scene.taken).toEqual(['3']);
  const reason = 'One of you has blocked the other.';
  expect((await scene.storage.entries()).map(({ failure }) => failure)).toEqual([reason, reason]);
  await outbox.discard('1');
  await outbox.retry('2');
  await settle();
  expect(scene.taken).toEqual(['3', '2']);
  expect(outbox.getState().entries).toEqual([]);
});

test('a rate limit is waited for as long as the server says', async () => {
  const scene = createScene();
  scene.answers.push(receivedError('TooManyRequests', { timeout: 7 }));
  const outbox = scene.newTab();
  await outbox.add(entry('1'));
  await vi.advanceTimersByTimeAsync(6900);
  outbox.flush();
  await vi.advanceTimersByTimeAsync(50);
  expect(scene.attempts).toEqual(['1']);
  await vi.advanceTimersByTimeAsync(60);
  expect(scene.taken).toEqual(['1']);
});

test.each([
  ['a limit that names no time', () => receivedError('TooManyRequests', { timeout: 0 })],
  ['a limit that is told again and again', () => receivedError('TooManyRequests', { timeout: 1 })],
  ['a server that cannot', () => receivedError('ServerError')],
  ['a proxy without a server', () => ApiError.fromStatus(503)],
])('after %s the attempts get rarer and the order stays', async (_case, refusal) => {
  const scene = createScene();
  scene.answers.push(...Array.from({ length: 40 }, refusal));
  const outbox = scene.newTab();
  await outbox.add(entry('1'));
  await outbox.add(entry('2'));
  await vi.advanceTimersByTimeAsync(32_000);
  // Immediately, then after 1, 2, 4, 8 and 16 seconds.
  expect(scene.attempts).toEqual(['1', '1', '1', '1', '1', '1']);
  scene.answers.length = 0;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(scene.taken).toEqual(['1', '2']);
});

test('a connection that comes and goes does not make a server that cannot be asked in a loop', async () => {
  const scene = createScene();
  scene.answers.push(...Array.from({ length: 200 }, () => receivedError('ServerError')));
  const outbox = scene.newTab();
  await outbox.add(entry('1'));
  await vi.advanceTimersByTimeAsync(100_000);
  const before = scene.attempts.length;
  outbox.flush();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(scene.attempts.length - before).toBe(1);
});

test.each([
  ['a server that cannot', receivedError('ServerError')],
  ['a lost request', 'lose-request' as const],
])('after %s a reconnection does not wait for the next attempt', async (_case, failure) => {
  const scene = createScene();
  scene.answers.push(failure);
  const outbox = scene.newTab();
  await outbox.add(entry('1'));
  await settle();
  expect(scene.taken).toEqual([]);
  outbox.flush();
  await settle();
  expect(scene.taken).toEqual(['1']);
});

test('when a server that could not is asked again is told', async () => {
  const scene = createScene();
  scene.answers.push(receivedError('TooManyRequests', { timeout: 40 }));
  const outbox = scene.newTab();
  const begin = Date.now();
  await outbox.add(entry('1'));
  await settle();
  expect(outbox.getState().waits[partner]).toEqual(new Date(begin + 40_000));
  await vi.advanceTimersByTimeAsync(40_000);
  expect(outbox.getState().waits[partner]).toBeNull();
});

const hours = 3_600_000;
const voice = (id: string, changes: Partial<OutboxEntry> = {}) =>
  entry(id, {
    content: null,
    audio: { bytes: new ArrayBuffer(1), type: 'audio/webm', durationMs: 900, waveform: [] },
    ...changes,
  });
const tooMuchVoice = () => receivedError('TooManyRequests', { timeout: (3 * hours) / 1000 });

test('a voice message that has to wait for hours steps aside: texts go on, later voices stay behind it', async () => {
  const scene = createScene();
  scene.answers.push(tooMuchVoice());
  const outbox = scene.newTab();
  await outbox.add(voice('v1'));
  await outbox.add(entry('t1'));
  await outbox.add(voice('v2'));
  await outbox.add(voice('other voice', { partnerId: other }));
  await outbox.add(entry('t2'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(scene.taken).toEqual(['t1', 'other voice', 't2']);
  expect(scene.attempts.filter((id) => id.startsWith('v'))).toEqual(['v1']);
  await vi.advanceTimersByTimeAsync(3 * hours - 61_000);
  outbox.flush();
  await settle();
  expect(scene.taken).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(scene.taken).toEqual(['t1', 'other voice', 't2', 'v1', 'v2']);
  expect(outbox.getState().entries).toEqual([]);
});

test('what waits for hours waits on after a reload', async () => {
  const scene = createScene();
  scene.answers.push(tooMuchVoice());
  const before = scene.newTab();
  await before.add(voice('v1'));
  await settle();
  before.close();
  const after = scene.newTab();
  await vi.advanceTimersByTimeAsync(2 * hours);
  expect(scene.attempts).toEqual(['v1']);
  await after.add(voice('v2'));
  await vi.advanceTimersByTimeAsync(hours);
  expect(scene.taken).toEqual(['v1', 'v2']);
});

test('a retry tries what waits for hours at once, those before it first', async () => {
  const scene = createScene();
  scene.answers.push(tooMuchVoice());
  const outbox = scene.newTab();
  await outbox.add(voice('v1'));
  await outbox.add(voice('v2'));
  await outbox.retry('v2');
  await settle();
  expect(scene.taken).toEqual(['v1', 'v2']);
});

test('a retry leaves alone what the server has refused before it', async () => {
  const scene = createScene();
  scene.answers.push(receivedError('FileInvalid'), tooMuchVoice());
  const outbox = scene.newTab();
  await outbox.add(voice('v1'));
  await settle();
  await outbox.add(voice('v2'));
  await settle();
  await outbox.retry('v2');
  await settle();
  expect(scene.attempts).toEqual(['v1', 'v2', 'v2']);
  expect(outbox.getState().entries).toMatchObject([{ clientMessageId: 'v1', failure: expect.any(String) }]);
});

test('deleting a message that waits for hours lets the next one be sent', async () => {
  const scene = createScene();
  scene.answers.push(tooMuchVoice());
  const outbox = scene.newTab();
  await outbox.add(voice('v1'));
  await outbox.add(voice('v2'));
  await settle();
  await outbox.discard('v1');
  await settle();
  expect(scene.taken).toEqual(['v2']);
});

test('a wait of months is not over at once, as a timer of that length would be', async () => {
  const scene = createScene();
  scene.answers.push(receivedError('TooManyRequests', { timeout: 90 * 24 * 3600 }));
  const outbox = scene.newTab();
  await outbox.add(voice('v1'));
  await vi.advanceTimersByTimeAsync(30 * 24 * hours);
  expect(scene.attempts).toEqual(['v1']);
});

test('one partner who cannot be written to does not hold up another', async () => {
  const scene = createScene();
  const outbox = scene.newTab({
    async send(kept) {
      if (kept.partnerId === other) throw new NetworkError();
      return sampleMessage(1, { clientMessageId: kept.clientMessageId });
    },
  });
  await outbox.add(entry('1', { partnerId: other }));
  await outbox.add(entry('2'));
  await settle();
  expect(outbox.getState().entries.map(({ clientMessageId }) => clientMessageId)).toEqual(['1']);
});

test('what was not sent before a reload is sent after it', async () => {
  const scene = createScene();
  scene.isReachable = false;
  const before = scene.newTab();
  await before.add(entry('1'));
  await before.add(entry('2'));
  before.close();
  scene.isReachable = true;
  scene.newTab();
  await settle();
  expect(scene.taken).toEqual(['1', '2']);
});

test('two tabs on one storage send everything once and in order', async () => {
  const scene = createScene();
  scene.isReachable = false;
  const [one, two] = [scene.newTab(), scene.newTab()];
  await one.add(entry('1'));
  await two.add(entry('2'));
  await one.add(entry('3'));
  scene.isReachable = true;
  one.flush();
  two.flush();
  await settle();
  expect(scene.attempts).toEqual(['1', '2', '3']);
  expect(scene.mostInFlight).toBe(1);
});

test('one tab hears from the other what was sent', async () => {
  const scene = createScene();
  const two = scene.newTab();
  const message = sampleMessage(1, { fromUserId: me, clientMessageId: '1' });
  two.hear({ kind: 'sent', message });
  await settle();
  expect(scene.arrived).toEqual([message]);
});

test('a picture that its writer deletes while it is uploaded is not sent, and the next one goes', async () => {
  const scene = createScene();
  const uploading = Promise.withResolvers<void>();
  const outbox = scene.newTab({
    async send({ clientMessageId }, _onProgress, cancelled) {
      scene.attempts.push(clientMessageId);
      if (clientMessageId === 'picture') {
        uploading.resolve();
        await new Promise((_, reject) =>
          cancelled.addEventListener('abort', () => reject(new NetworkError())),
        );
      }
      return sampleMessage(1, { fromUserId: me, clientMessageId });
    },
  });
  const picture = { bytes: new ArrayBuffer(1), type: 'image/png', width: 1, height: 1 };
  void outbox.add(entry('picture', { picture }));
  await uploading.promise;
  void outbox.add(entry('text'));
  await outbox.discard('picture');
  await vi.waitFor(() => expect(outbox.getState()).toMatchObject({ entries: [], progress: {} }));
  expect(scene.arrived.map(({ clientMessageId }) => clientMessageId)).toEqual(['text']);
  expect(scene.attempts).toEqual(['picture', 'text']);
});

test('a closed outbox sends nothing further and leaves no timer', async () => {
  const scene = createScene();
  const sending = Promise.withResolvers<void>();
  const outbox = scene.newTab({
    async send({ clientMessageId }) {
      scene.attempts.push(clientMessageId);
      await sending.promise;
      if (clientMessageId === 'lost') throw new NetworkError();
      return sampleMessage(1, { fromUserId: me, clientMessageId });
    },
  });
  await outbox.add(entry('1'));
  await outbox.add(entry('2'));
  await outbox.add(entry('lost', { partnerId: other }));
  await settle();
  outbox.close();
  sending.resolve();
  await settle();
  expect(scene.attempts).toEqual(['1', 'lost']);
  expect(vi.getTimerCount()).toBe(0);
  const waiting = scene.newTab({ send: () => Promise.reject(new NetworkError()) });
  await settle();
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  waiting.close();
  expect(vi.getTimerCount()).toBe(0);
});

test('what another tab has kept is shown and sent here; what it has deleted is no longer uploaded', async () => {
  const scene = createScene();
  scene.isReachable = false;
  const [one, two] = [scene.newTab(), scene.newTab()];
  await one.add(entry('1'));
  expect(two.getState().entries).toEqual([]);
  scene.isReachable = true;
  two.hear({ kind: 'outbox-changed' });
  await settle();
  expect(scene.taken).toEqual(['1']);
  const cancelled: string[] = [];
  const uploading = scene.newTab({
    send: ({ clientMessageId }, _onProgress, signal) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          cancelled.push(clientMessageId);
          reject(new NetworkError());
        }),
      ),
  });
  await settle();
  await uploading.add(voice('v1'));
  await settle();
  await two.discard('v1');
  uploading.hear({ kind: 'outbox-changed' });
  await settle();
  expect(cancelled).toEqual(['v1']);
});

test('news of another tab does not shorten the wait after a failure, a press of Retry does', async () => {
  const scene = createScene();
  scene.answers.push(receivedError('UserIsBlocked'), 'lose-request');
  const outbox = scene.newTab();
  await outbox.add(entry('refused'));
  await settle();
  await outbox.add(entry('lost'));
  await settle();
  expect(scene.attempts).toEqual(['refused', 'lost']);
  outbox.hear({ kind: 'outbox-changed' });
  await outbox.discard('nothing');
  await vi.advanceTimersByTimeAsync(900);
  expect(scene.attempts).toEqual(['refused', 'lost']);
  await outbox.retry('refused');
  await settle();
  expect(scene.taken).toEqual(['refused', 'lost']);
});

test('an attempt that ends after the outbox has closed is no fault', async () => {
  const scene = createScene();
  const sending = Promise.withResolvers<void>();
  const faults: unknown[] = [];
  let isClosed = false;
  const outbox = scene.newTab({
    async send() {
      await sending.promise;
      throw receivedError('UserIsBlocked');
    },
    tellTabs: () => {
      if (isClosed) throw new DOMException('Channel is closed', 'InvalidStateError');
    },
    onFault: (error) => faults.push(error),
  });
  await outbox.add(entry('1'));
  await settle();
  outbox.close();
  isClosed = true;
  sending.resolve();
  await settle();
  expect(faults).toEqual([]);
});
