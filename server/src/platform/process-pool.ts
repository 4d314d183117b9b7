import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
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
  timeoutMs: number;
  heapMaxMb: number;
  /** Idle timeout of a process; starting one takes longer than most work. */
  idleMs?: number;
}

// With two processes one actor can use only one, so that the other stays available.
const ofOneActor = { concurrencyPerActor: 1, queueMaxPerActor: 4 };

type ProcessPool<Result> = (bytes: Uint8Array, actor: string) => Promise<Result>;

/**
 * Processes untrusted bytes in worker processes, so that a parser fault does not affect the server. A process that exceeds its time or
 * memory is killed and its file refused.
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
      if (answer === null) throw new ApiError('FileInvalid');
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

/** Returns null when the process ends without a response. */
function ask<Result>(
  child: ChildProcess,
  bytes: Uint8Array,
  timeoutMs: number,
): Promise<PoolResponse<Result> | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    const settle = (answer: PoolResponse<Result> | null): void => {
      clearTimeout(timer);
      child.off('message', settle);
      child.off('exit', onExit);
      resolve(answer);
    };
    const onExit = () => settle(null);
    child.on('message', settle);
    child.on('exit', onExit);
    child.send(bytes, () => {});
  });
}
