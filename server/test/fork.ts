import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** Starts a process that holds the lock of `folder` until it is killed. */
export const forkLockHolder = (folder: string): ChildProcess =>
  forkScript('lock-holder.ts', folder, 'inherit');

/** Starts a process that writes into the embedded database of `dataDir` until it is killed. */
export const forkWriter = (dataDir: string, stderr: 'inherit' | 'pipe' = 'inherit'): ChildProcess =>
  forkScript('writer-process.ts', dataDir, stderr);

/** Starts a process that claims mails and never sends them, until it is killed. */
export const forkMailClaimer = (job: string): ChildProcess => forkScript('mail-claimer.ts', job, 'inherit');

/** Starts a process that claims push notifications and never sends them, until it is killed. */
export const forkPushClaimer = (job: string): ChildProcess => forkScript('push-claimer.ts', job, 'inherit');

function forkScript(script: string, argument: string, stderr: 'inherit' | 'pipe'): ChildProcess {
  // Do not inherit the runner's worker flags.
  const stdio = ['ignore', 'inherit', stderr, 'ipc'] as const;
  return fork(join(import.meta.dirname, script), [argument], { stdio: [...stdio], execArgv: [] });
}
