import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { endProcess, freePort } from '@parlance/server/test/servers';
import type { Stage } from './stage.ts';

/** One application process, started as an operator does. */
export interface AppNode {
  url: string;
  port: number;
  pid(): number;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again on the same address. */
  start(): Promise<void>;
  /** Kills and starts it again. */
  crash(): Promise<void>;
  /** Sends SIGTERM, waits for the exit and starts it again; returns the exit code. */
  restart(): Promise<number | null>;
  stop(): Promise<number | null>;
  /** Unexpected exits, with the last output of the process. */
  surprises: string[];
}

export interface NodeOptions {
  env: Record<string, string>;
  /** A sabotage module that is loaded before the application. */
  preload?: string | undefined;
  nodeArguments?: string[] | undefined;
}

const mainProgram = join(import.meta.dirname, '../../server/src/main.ts');
const startWithinMs = 60_000;
const keptOutput = 4000;

export const secretOfNodes = 'a secret that every node of the cluster knows';

export const nodeEnvironment = (given: {
  databaseUrl: string;
  redisUrl?: string;
  dataDir: string;
}): Record<string, string> => ({
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  DATABASE_URL: given.databaseUrl,
  ...(given.redisUrl === undefined ? {} : { REDIS_URL: given.redisUrl }),
  DATA_DIR: given.dataDir,
  TOKEN_SECRET: secretOfNodes,
  RATE_LIMITS: 'off',
  DEMO_DATA: 'off',
  LOG_LEVEL: 'error',
});

export async function startNode(
  stage: Stage,
  { env, preload, nodeArguments = [] }: NodeOptions,
): Promise<AppNode> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const surprises: string[] = [];
  let output = '';
  let expectedEnd: ChildProcess | null = null;

  let child: ChildProcess | undefined;
  const launch = async (): Promise<void> => {
    const launched = spawn(
      process.execPath,
      [...nodeArguments, ...(preload ? ['--import', preload] : []), mainProgram],
      {
        env: { PATH: process.env.PATH, TZ: 'UTC', ...env, PORT: `${port}` },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    child = launched;
    for (const stream of [launched.stdout, launched.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-keptOutput);
      });
    }
    launched.once('exit', (code, signal) => {
      if (launched !== expectedEnd) surprises.push(`a node ended by itself (${signal ?? code}):\n${output}`);
    });
    await untilReady(launched);
  };

  const untilReady = async (launched: ChildProcess) => {
    const deadline = Date.now() + startWithinMs;
    while (launched.exitCode === null && launched.signalCode === null && Date.now() < deadline) {
      const answer = await fetch(`${url}/health/ready`).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.ok) return;
      await wait(50);
    }
    throw new Error(`a node did not start:\n${output}`);
  };

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    expectedEnd = child ?? null;
    return endProcess(child, signal);
  };

  stage.defer(() => end('SIGKILL'));
  await launch();
  return {
    url,
    port,
    surprises,
    pid: () => child?.pid ?? 0,
    async kill() {
      await end('SIGKILL');
    },
    start: launch,
    async crash() {
      await end('SIGKILL');
      await launch();
    },
    stop: () => end('SIGTERM'),
    async restart() {
      const code = await end('SIGTERM');
      await launch();
      return code;
    },
  };
}
