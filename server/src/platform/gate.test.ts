import { afterEach, expect, test, vi } from 'vitest';
import { createGate } from './gate.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Creates a gate with work that ends on demand, and records the start order. */
function open(options: Parameters<typeof createGate>[0]) {
  const pass = createGate(options);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const send = (name: string) => {
    const done = pass(
      () =>
        new Promise<string>((resolve) => {
          begun.push(name);
          ends.set(name, () => resolve(name));
        }),
      name.charAt(0),
    );
    return done.catch(({ code, statusCode, timeout }) => ({ code, statusCode, timeout }));
  };
  const end = async (name: string, done: Promise<unknown>) => {
    ends.get(name)?.();
    expect(await done).toBe(name);
  };
  return { pass, begun, send, end };
}

/** Ends all work in start order. */
async function drain({ begun, end }: ReturnType<typeof open>, sent: Map<string, Promise<unknown>>) {
  for (let nth = 0; nth < sent.size; nth++) {
    const name = begun[nth] ?? '';
    await end(name, sent.get(name) ?? Promise.resolve());
  }
}

const sendAll = ({ send }: ReturnType<typeof open>, names: string) =>
  new Map(names.split(' ').map((name) => [name, send(name)]));

test('work of one actor runs in the order it arrived', async () => {
  const gate = open({ atOnce: 1 });
  await drain(gate, sendAll(gate, 'a1 a2 a3'));
  expect(gate.begun).toEqual(['a1', 'a2', 'a3']);
});

test('actors take turns, however much one of them has sent before', async () => {
  const gate = open({ atOnce: 1 });
  await drain(gate, sendAll(gate, 'a1 a2 a3 a4 b1 b2 c1'));
  expect(gate.begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('actors take turns where several pieces of work run at once', async () => {
  const gate = open({ atOnce: 2 });
  await drain(gate, sendAll(gate, 'a1 a2 a3 a4 b1 b2 c1 c2'));
  expect(gate.begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'c2', 'a4']);
});

test('one actor never has more than its share of what runs at once, so that another begins at once', async () => {
  const gate = open({ atOnce: 2, atOnceEach: 1 });
  const sent = sendAll(gate, 'a1 a2 a3 b1 b2');
  expect(gate.begun).toEqual(['a1', 'b1']);
  await gate.end('b1', sent.get('b1') ?? Promise.resolve());
  expect(gate.begun).toEqual(['a1', 'b1', 'b2']);
  await gate.end('b2', sent.get('b2') ?? Promise.resolve());
  expect(gate.begun).toEqual(['a1', 'b1', 'b2']);
  await gate.end('a1', sent.get('a1') ?? Promise.resolve());
  expect(gate.begun).toEqual(['a1', 'b1', 'b2', 'a2']);
});

test('an actor over its own queue is told so, and the others find a place', async () => {
  const gate = open({ atOnce: 1, waitingMax: 3, waitingMaxEach: 2 });
  const sent = sendAll(gate, 'a1 a2 a3');
  expect(await gate.send('a4')).toEqual({ code: 6001, statusCode: 429, timeout: 5 });
  expect(gate.pass.isFull()).toBe(false);
  sent.set('b1', gate.send('b1'));
  expect(gate.pass.isFull()).toBe(true);
  expect(await gate.send('c1')).toEqual({ code: 7000, statusCode: 503, timeout: 5 });
  await drain(gate, sent);
  expect(gate.begun).toEqual(['a1', 'b1', 'a2', 'a3']);
  const after = gate.send('c2');
  await gate.end('c2', after);
});

test('failed work gives its place to the next one', async () => {
  const pass = createGate({ atOnce: 1 });
  const failed = pass(() => Promise.reject(new Error('no luck')), 'a');
  const next = pass(async () => 'served', 'b');
  await expect(failed).rejects.toThrow('no luck');
  expect(await next).toBe('served');
});

test('the next work of an actor starts after a pause as long as its last took; others take the place meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const gate = open({ atOnce: 1, waitingMax: 3, waitingMaxEach: 2, pauseMaxMs: 100 });
  const sent = sendAll(gate, 'a1 a2 a3 b1');
  await vi.advanceTimersByTimeAsync(40);
  await gate.end('a1', sent.get('a1') ?? Promise.resolve());
  expect(gate.begun).toEqual(['a1', 'b1']);
  await gate.end('b1', sent.get('b1') ?? Promise.resolve());
  await vi.advanceTimersByTimeAsync(39);
  expect(gate.begun).toEqual(['a1', 'b1']);
  await vi.advanceTimersByTimeAsync(1);
  expect(gate.begun).toEqual(['a1', 'b1', 'a2']);
  await vi.advanceTimersByTimeAsync(5000);
  await gate.end('a2', sent.get('a2') ?? Promise.resolve());
  await vi.advanceTimersByTimeAsync(99);
  expect(gate.begun).toEqual(['a1', 'b1', 'a2']);
  await vi.advanceTimersByTimeAsync(1);
  expect(gate.begun).toEqual(['a1', 'b1', 'a2', 'a3']);
  await gate.end('a3', sent.get('a3') ?? Promise.resolve());
});

test('a full queue is full for an actor in its pause, and not for one that could begin', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const gate = open({ atOnce: 1, atOnceEach: 1, waitingMax: 1, pauseMaxMs: 100 });
  const first = gate.send('a1');
  await vi.advanceTimersByTimeAsync(10);
  await gate.end('a1', first);
  const second = gate.send('a2');
  expect([gate.pass.isFull('a'), gate.pass.isFull('b')]).toEqual([true, false]);
  expect(await gate.send('a3')).toMatchObject({ statusCode: 503 });
  await vi.advanceTimersByTimeAsync(10);
  await gate.end('a2', second);
});
