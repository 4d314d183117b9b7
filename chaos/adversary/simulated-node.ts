import { fork } from 'node:child_process';
import { join } from 'node:path';
import { endProcess } from '@parlance/server/test/servers';
import type { Stage } from '#parts/stage';

/** Sets the clock, in milliseconds, and optionally runs every background job once. */
export interface NodeOrder {
  id: number;
  now: number;
  runsJobs: boolean;
}

/** The answer to an order; order 0 is the start. */
export interface NodeReport {
  id: number;
  url?: string;
  error?: string;
}

export interface SimulatedNode {
  url: string;
  setClock(now: number): Promise<void>;
  runJobs(now: number): Promise<void>;
  /** Ends of the process that were not asked for, with its last output. */
  surprises: string[];
}

const program = join(import.meta.dirname, 'node.process.ts');
const keptOutput = 4000;

/** Starts a node in its own process with a simulated clock. */
export async function startSimulatedNode(
  stage: Stage,
  { env, preload, now }: { env: Record<string, string>; preload?: string | undefined; now: number },
): Promise<SimulatedNode> {
  const child = fork(program, [], {
    env: { PATH: process.env.PATH, TZ: 'UTC', ...env, PORT: '0', SIMULATED_NOW: new Date(now).toISOString() },
    execArgv: preload ? ['--import', preload] : [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const surprises: string[] = [];
  const open = new Map<number, { resolve(report: NodeReport): void; reject(error: Error): void }>();
  let output = '';
  let isEnding = false;
  let orders = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-keptOutput);
    });
  }
  const answerTo = (id: number): Promise<NodeReport> =>
    new Promise((resolve, reject) => open.set(id, { resolve, reject }));
  child.on('message', (report: NodeReport) => {
    const waiting = open.get(report.id);
    open.delete(report.id);
    if (report.error === undefined) waiting?.resolve(report);
    else waiting?.reject(new Error(report.error));
  });
  child.once('exit', (code, signal) => {
    const ended = new Error(`a node ended (${signal ?? code}):\n${output}`);
    if (!isEnding) surprises.push(ended.message);
    for (const { reject } of open.values()) reject(ended);
  });
  stage.defer(async () => {
    isEnding = true;
    await endProcess(child, 'SIGKILL');
  });
  const order = async (at: number, runsJobs: boolean): Promise<void> => {
    orders += 1;
    const answered = answerTo(orders);
    child.send({ id: orders, now: at, runsJobs } satisfies NodeOrder);
    await answered;
  };
  const { url = '' } = await answerTo(0);
  return {
    url,
    surprises,
    setClock: (at) => order(at, false),
    runJobs: (at) => order(at, true),
  };
}
