import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endProcess } from '@parlance/server/test/servers';

/** A program of the bench that runs beside this one and does what it is asked. */
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

/** Whose processor it is: servers that are compared have the first one alone, everything else shares the rest. */
export type Place = 'first' | 'rest' | 'any';

const placeList = (place: Place): string =>
  place === 'first'
    ? '0'
    : place === 'rest'
      ? `1-${availableParallelism() - 1}`
      : `0-${availableParallelism() - 1}`;

/** Moves a running process, and what it will start, to its place. */
export function pin(pid: number, place: Place): void {
  if (canPin) execFileSync('taskset', ['-a', '-c', '-p', placeList(place), String(pid)], { stdio: 'ignore' });
}

export interface HelperOptions {
  place?: Place;
  env?: Record<string, string>;
  nodeOptions?: string[];
}

/** Starts one of the programs in this folder. */
export async function startHelper(
  file: string,
  { place = 'any', env = {}, nodeOptions = [] }: HelperOptions = {},
): Promise<Helper> {
  const program = [...nodeOptions, join(import.meta.dirname, file)];
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

/** The other side: answers what the bench asks. */
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

/** Listens where it may; answers the port. */
export async function listenAnywhere(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** The bytes that a helper holds once it has come to rest. */
export async function memoryOf(helper: Helper): Promise<number> {
  await wait(settleMs);
  const { heapUsed, external } = await helper.ask<NodeJS.MemoryUsage>('memory');
  return heapUsed + external;
}

/** What this process holds, in a program that was started with `--expose-gc`. One collection leaves buffers behind that the next one frees. */
export async function memoryInUse(): Promise<NodeJS.MemoryUsage> {
  globalThis.gc?.();
  await wait(finalizingMs);
  globalThis.gc?.();
  return process.memoryUsage();
}
