import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Enough to install the pinned one. Older versions would fail with an unrelated stack trace.
const oldestNode = 20;
if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  console.error(
    `Parlance needs Node ${oldestNode} or newer to begin with; this is Node ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(1);
}

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

// Every child Node shares the compile cache, which cuts its start time by a third.
process.env.NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE || join(root, 'node_modules/.cache/compiled');

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** @typedef {{ command: string, args: string[], cwd?: string, env?: NodeJS.ProcessEnv }} Command */

/** Runs a command quietly; on failure prints its output and exits. @param {Command} wanted */
export async function mustSucceed({ command, args, ...options }) {
  const running = startQuietly(command, args, options);
  const code = await running.exit;
  if (isStopping) process.exit(stoppedByUser);
  if (code === 0) return;
  console.error(`${running.output}\n${command} ${args.join(' ')} failed (exit code ${code}).`);
  if (running.output.includes('ENOSPC')) console.error('The disk is full. Make room and start again.');
  process.exit(code);
}

/**
 * Starts a command and buffers its output.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function startQuietly(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const running = { child, output: '', exit: exitOf(child) };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      running.output += text;
    });
  }
  return running;
}

/**
 * The exit code of a child, by shell convention after a signal or a failed start.
 * @param {ChildProcess} child
 * @returns {Promise<number>}
 */
export function exitOf(child) {
  live.add(child);
  return new Promise((resolve) => {
    child.once('error', (problem) => {
      console.error(problem.message);
      live.delete(child);
      resolve(127);
    });
    child.once('close', (code, signal) => {
      live.delete(child);
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/** @type {Set<ChildProcess>} */
const live = new Set();

export const stoppedByUser = 130;

/** True once this process was told to stop; nothing new should be started then. */
export let isStopping = false;

/**
 * Forwards the first SIGINT, SIGTERM or SIGHUP to the children and ignores the rest: Ctrl-C reaches this process from the terminal and
 * again from npm, and a repeated signal would interrupt the children's shutdown.
 */
export function forwardSignals() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      if (live.size === 0) process.exit(stoppedByUser);
      for (const child of live) child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
  }
}
