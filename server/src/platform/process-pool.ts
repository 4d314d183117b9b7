import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { ApiError, type ErrorBody } from '@parlance/contract/errors';
import { createFairQueue } from './fair-queue.ts';

export type PoolResponse<Result> = { result: Result } | { refusal: ErrorBody };

interface ProcessPoolOptions {
  /** The path of a module that calls serveProcessPool. */
  module: string;
  concurrency: number;
  queueMax: number;
  /** Processor time for one file. Where it cannot be read (not Linux), the time by the clock. */
  timeoutMs: number;
  heapMaxMb: number;
  /** Idle timeout of a process; starting one takes longer than most work. */
  idleMs?: number;
}

// With two processes one actor can use only one, so that the other stays available.
const ofOneActor = { concurrencyPerActor: 1, queueMaxPerActor: 4 };

/** On a busy machine a process may wait this many times its limit for a processor. */
const waitFactor = 6;
const recheckMs = 100;
const retryAfterSeconds = 5;

type ProcessPool<Result> = (bytes: Uint8Array, actor: string) => Promise<Result>;

/**
 * Processes untrusted bytes in worker processes, so that a parser fault does not affect the server. A process that exceeds its time or
 * memory is killed and its file refused. If the machine was too busy to give it that time, the answer is a 503, which clients retry.
 */
export function createProcessPool<Result>(options: ProcessPoolOptions): ProcessPool<Result> {
  const enqueue = createFairQueue({ ...options, ...ofOneActor });
  const idle: { child: ChildProcess; end: NodeJS.Timeout }[] = [];

  function park(child: ChildProcess): void {
    // Unreferenced while idle, so that it does not keep the server alive.
    child.unref();
    child.channel?.unref();
    const end = setTimeout(() => child.connected && child.disconnect(), options.idleMs ?? 60_000);
    idle.push({ child, end: end.unref() });
  }

  async function takeProcess(): Promise<ChildProcess> {
    for (let found = idle.pop(); found; found = idle.pop()) {
      const { child, end } = found;
      clearTimeout(end);
      if (!child.connected) continue;
      child.ref();
      child.channel?.ref();
      return child;
    }
    return await start(options);
  }

  return (bytes, actor) =>
    enqueue(async () => {
      const child = await takeProcess();
      const answer = await ask<Result>(child, bytes, options.timeoutMs);
      if (answer === 'ended') throw new ApiError('FileInvalid');
      if (answer === 'starved') {
        throw new ApiError('ServerError', { statusCode: 503, timeout: retryAfterSeconds });
      }
      park(child);
      if ('refusal' in answer) throw ApiError.fromBody(answer.refusal);
      return answer.result;
    }, actor);
}

async function start({ module, heapMaxMb }: ProcessPoolOptions): Promise<ChildProcess> {
  const compiled = getCompileCacheDir();
  const child = fork(module, {
    execArgv: [`--max-old-space-size=${heapMaxMb}`],
    // Untrusted bytes are processed without the secrets in the environment.
    env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [ready] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (ready !== 'ready') throw new Error(`${module} ended with code ${ready} before it began`);
  // Sending to an ended process fails; its exit is handled separately.
  child.on('error', () => {});
  return child;
}

function ask<Result>(
  child: ChildProcess,
  bytes: Uint8Array,
  timeoutMs: number,
): Promise<PoolResponse<Result> | 'ended' | 'starved'> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const usedBefore = processorMs(child) ?? 0;
    let isStarved = false;
    const check = (): void => {
      const used = processorMs(child);
      const leftMs = used === null ? 0 : timeoutMs - (used - usedBefore);
      if (leftMs > 0 && performance.now() - startedAt < waitFactor * timeoutMs) {
        timer = setTimeout(check, Math.max(leftMs, recheckMs));
        return;
      }
      isStarved = leftMs > 0;
      child.kill('SIGKILL');
    };
    let timer = setTimeout(check, timeoutMs);
    const settle = (answer: PoolResponse<Result> | 'ended' | 'starved'): void => {
      clearTimeout(timer);
      child.off('message', settle);
      child.off('exit', onExit);
      resolve(answer);
    };
    const onExit = () => settle(isStarved ? 'starved' : 'ended');
    child.on('message', settle);
    child.on('exit', onExit);
    child.send(bytes, () => {});
  });
}

const msPerTick = 10;

/** Processor time of a process so far; null where the system does not say. */
function processorMs({ pid }: ChildProcess): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // User and system time. A process name may contain spaces, so fields are counted from its end.
    const [user, system] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * msPerTick;
  } catch {
    return null;
  }
}
