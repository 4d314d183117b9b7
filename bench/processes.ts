import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endProcess } from '@parlance/server/test/servers';

/** A helper program of the benchmark that answers requests. */
export interface Helper {
  pid: number;
  ask<Answer>(what: string, given?: unknown): Promise<Answer>;
  stop(): Promise<unknown>;
}

interface Question {
  id: number;
  what: string;
  given: unknown;
}

type Reply = { id: number; answer: unknown } | { id: number; error: string };

const finalizingMs = 1000;
const settleMs = 1500;
const canPin = existsSync('/usr/bin/taskset') && availableParallelism() > 1;

/** CPU placement: compared servers get the first processor exclusively, everything else shares the rest. */
export type Place = 'first' | 'rest' | 'any';

const placeList = (place: Place): string =>
  place === 'first'
    ? '0'
    : place === 'rest'
      ? `1-${availableParallelism() - 1}`
      : `0-${availableParallelism() - 1}`;

/** Pins a running process and its future children. */
export function pin(pid: number, place: Place): void {
  if (canPin) execFileSync('taskset', ['-a', '-c', '-p', placeList(place), String(pid)], { stdio: 'ignore' });
}

export interface HelperOptions {
  place?: Place;
  env?: Record<string, string>;
  nodeOptions?: string[];
}

export async function startHelper(
  file: string,
  { place = 'any', env = {}, nodeOptions = [] }: HelperOptions = {},
): Promise<Helper> {
  const program = [...nodeOptions, resolve(import.meta.dirname, file)];
  const child = spawn(process.execPath, program, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
  if (child.pid === undefined) throw new Error(`${file} did not start`);
  pin(child.pid, place);
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  let count = 0;
  child.on('message', (reply: Reply) => {
    const waiting = asked.get(reply.id);
    asked.delete(reply.id);
    if ('error' in reply) waiting?.reject(new Error(`${file}: ${reply.error}`));
    else waiting?.resolve(reply.answer);
  });
  child.once('exit', (code) => {
    for (const waiting of asked.values()) waiting.reject(new Error(`${file} ended with ${code}`));
  });
  const ask = <Answer>(what: string, given: unknown = null): Promise<Answer> => {
    const waiting = Promise.withResolvers<unknown>();
    count += 1;
    asked.set(count, waiting);
    child.send({ id: count, what, given } satisfies Question);
    return waiting.promise as Promise<Answer>;
  };
  await ask('hello');
  return { pid: child.pid, ask, stop: () => endProcess(child, 'SIGTERM') };
}

/** The helper's side: answers requests of the benchmark. */
export function answerQuestions(answers: Record<string, (given: never) => unknown>): void {
  process.on('message', ({ id, what, given }: Question) => {
    const answer = what === 'hello' ? () => null : answers[what];
    Promise.resolve()
      .then(() => answer?.(given as never))
      .then(
        (result) => process.send?.({ id, answer: result ?? null }),
        (error: unknown) => process.send?.({ id, error: (error as Error).stack ?? String(error) }),
      );
  });
  process.once('SIGTERM', () => process.exit(0));
  process.once('disconnect', () => process.exit(0));
}

/** Listens on a free port and returns it. */
export async function listenAnywhere(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Memory of a helper after it has settled, in bytes. */
export async function memoryOf(helper: Helper): Promise<number> {
  await wait(settleMs);
  const { heapUsed, external } = await helper.ask<NodeJS.MemoryUsage>('memory');
  return heapUsed + external;
}

/** Memory of this process, which needs `--expose-gc`. A second collection frees buffers that the first one leaves behind. */
export async function memoryInUse(): Promise<NodeJS.MemoryUsage> {
  globalThis.gc?.();
  await wait(finalizingMs);
  globalThis.gc?.();
  return process.memoryUsage();
}
