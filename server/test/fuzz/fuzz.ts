import fc from 'fast-check';
import { keptBytes } from '#test/kept-bytes';
import { keepState } from '#test/kept-state';
import { httpCalls } from './http-calls.ts';
import type { Crowd } from './people.ts';
import { rawCalls } from './raw-bytes.ts';
import { type Call, createSender } from './send.ts';
import { eventCalls, frameCalls } from './socket-packets.ts';

export interface FuzzOptions {
  seed: number;
  /** Stops at whichever comes first. */
  count?: number;
  forMs?: number;
  onBatch?: (report: FuzzReport) => void;
}

export interface FuzzReport {
  sent: number;
  /** How many HTTP calls were answered with each status. */
  statuses: Map<number, number>;
  /** What was wrong, with the call and the seed that makes it again. */
  problems: string[];
  /** How much more the heap holds, after collection, than after the second batch. */
  heapGrowthBytes: number;
  seconds: number;
}

const batchSize = 500;
const sideBySide = 12;
const shownProblems = 5;
const errorLevel = 50;

/** Sends generated calls in batches; each batch begins with the same community and has a seed of its own. */
export async function fuzz(
  crowd: Crowd,
  { seed, count = Infinity, forMs = Infinity, onBatch }: FuzzOptions,
): Promise<FuzzReport> {
  const calls = callsFor(crowd);
  const restore = await keepState(crowd.app.platform);
  const begin = performance.now();
  const report: FuzzReport = { sent: 0, statuses: new Map(), problems: [], heapGrowthBytes: 0, seconds: 0 };
  let heapAtFirst = 0;
  for (let batch = 0; report.sent < count && performance.now() - begin < forMs; batch += 1) {
    const size = Math.min(batchSize, count - report.sent);
    const problems = await runBatch(crowd, report, fc.sample(calls, { seed: seed + batch, numRuns: size }));
    report.sent += size;
    report.problems.push(...problems.map((problem) => `seed ${seed + batch}: ${problem}`));
    await restore();
    forget(crowd, batch);
    report.seconds = (performance.now() - begin) / 1000;
    if (batch === 1) heapAtFirst = keptBytes().heap;
    onBatch?.(report);
    if (report.problems.length > 0) break;
  }
  report.heapGrowthBytes = heapAtFirst === 0 ? 0 : keptBytes().heap - heapAtFirst;
  return report;
}

/** What a node remembers of sessions is a second old at most, and mails of the batches are not wanted. */
function forget({ app }: Crowd, batch: number): void {
  app.clock.advance({ seconds: batch % 2 === 0 ? 2 : -2 });
  app.outbox?.clear();
  if (!app.log.lines.some(({ level }) => level >= errorLevel)) app.log.lines.length = 0;
}

function callsFor({ known, files, tokens, media }: Crowd): fc.Arbitrary<Call> {
  const callers = tokens.length;
  const ranges = fc
    .tuple(
      fc.constantFrom(...media),
      fc.constantFrom('bytes=0-10', 'bytes=-1', 'bytes=999999999-', 'bytes=5-1', 'x'),
    )
    .map(
      ([path, range]): Call => ({
        kind: 'http',
        caller: 0,
        endpoint: null,
        method: 'GET',
        path,
        headers: { range },
        body: null,
      }),
    );
  return fc.oneof(
    { weight: 80, arbitrary: httpCalls(known, files, callers) },
    { weight: 12, arbitrary: eventCalls(known, files, callers) },
    { weight: 4, arbitrary: rawCalls },
    { weight: 2, arbitrary: frameCalls(callers) },
    { weight: 2, arbitrary: ranges },
  );
}

async function runBatch(crowd: Crowd, { statuses }: FuzzReport, calls: Call[]): Promise<string[]> {
  const sender = createSender(crowd, statuses);
  const problems: string[] = [];
  const waiting = calls.values();
  const lane = async (): Promise<void> => {
    for (const call of waiting) {
      const problem = await sender.send(call).catch((error: unknown) => `could not be sent: ${error}`);
      if (problem !== null && problems.length < shownProblems) problems.push(`${problem}\n  ${show(call)}`);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, lane));
  sender.close();
  return problems;
}

function show(call: Call): string {
  const written = JSON.stringify(call, (key, value) => {
    if (key === 'endpoint') return undefined;
    return value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value;
  });
  return written.slice(0, 1500);
}
