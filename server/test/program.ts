import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterTest } from '#test/after-test';

/** A server program as started by an operator, with only the given environment. */
export interface Program {
  process: ChildProcess;
  output(): string;
  ended: Promise<number | null>;
}

export function startProgram(path: string, args: string[], env: Record<string, string>): Program {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', path), ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  afterTest(async () => {
    child.kill('SIGKILL');
    await ended;
    return undefined;
  });
  return { process: child, output: () => output, ended };
}

export async function untilPrinted(program: Program, sentence: RegExp): Promise<RegExpExecArray> {
  for (;;) {
    const found = sentence.exec(program.output());
    if (found) return found;
    const code = await Promise.race([
      once(program.process.stdout as Readable, 'data').then(() => undefined),
      program.ended,
    ]);
    if (code !== undefined) throw new Error(`It ended before it said so:\n${program.output()}`);
  }
}

/** Runs the operator's command as a separate process. */
export async function runAdmin(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ exitCode: number | null; output: string }> {
  const program = startProgram('scripts/admin.ts', args, env);
  const exitCode = await program.ended;
  return { exitCode, output: program.output() };
}
