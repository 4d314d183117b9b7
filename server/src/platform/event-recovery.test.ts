import type { Server } from 'socket.io';
import { beforeEach, expect, test, vi } from 'vitest';
import { afterTest } from '#test/after-test';
import { type EventBus, everyNode } from './event-bus.ts';
import { recoverLostEvents } from './event-recovery.ts';

const room = 'parlance:user:ana';
const catchUp = 'realtime:catch-up';

let emitted: string[];
let rechecks: number;
let missed: (channels: string[]) => void;
let unsent: (channels: string[]) => void;
let told: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  afterTest(async () => void vi.useRealTimers());
  emitted = [];
  rechecks = 0;
  const target = (name: string) => ({ emit: (event: string) => void emitted.push(`${name} ${event}`) });
  const sockets = new Map(['one', 'two'].map((id) => [id, target(id)]));
  const adapter = { rooms: new Map([[room, new Set(['one'])]]) };
  const io = {
    of: () => ({ adapter, sockets }),
    to: target,
    on: (_topic: string, handler: () => void) => {
      told = handler;
    },
    serverSideEmit: (topic: string) => void emitted.push(`nodes ${topic}`),
  };
  const bus = {
    onMissed: (listener: typeof missed) => {
      missed = listener;
    },
    onUnsent: (listener: typeof unsent) => {
      unsent = listener;
    },
  };
  recoverLostEvents(io as unknown as Server, bus as unknown as EventBus, () => {
    rechecks += 1;
  });
});

test('after missed events the sockets of their members catch up within three seconds', () => {
  missed([room, 'parlance:user:elsewhere']);
  expect(emitted).toEqual([]);
  vi.advanceTimersByTime(3000);
  expect([emitted, rechecks]).toEqual([[`one ${catchUp}`], 0]);
});

test('missed events of every node can be sign-outs and bans', () => {
  missed([everyNode]);
  vi.advanceTimersByTime(3000);
  expect([emitted, rechecks]).toEqual([[], 1]);
});

test('after unsent events their members catch up on every node', () => {
  unsent([room]);
  expect([emitted, rechecks]).toEqual([[`${room} ${catchUp}`], 0]);
});

test('where it is not known whose events were unsent, every node rechecks and all of its sockets catch up', () => {
  unsent([room, everyNode]);
  expect(emitted.splice(0)).toEqual(['nodes realtime:unsent']);
  told();
  vi.advanceTimersByTime(3000);
  expect([emitted.toSorted(), rechecks]).toEqual([[`one ${catchUp}`, `two ${catchUp}`], 1]);
});
