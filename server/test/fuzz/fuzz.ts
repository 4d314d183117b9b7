import fc from 'fast-check';
import { keptBytes } from '#test/kept-bytes';
import { keepState } from '#test/kept-state';
import type { LogLine } from '#test/log';
import { callEventCalls } from './call-packets.ts';
import { headerCalls } from './header-calls.ts';
import { httpCalls } from './http-calls.ts';
import { type Stall, stallMaxMs, watchLoop } from './loop-watch.ts';
import type { Crowd } from './people.ts';
import { rawCalls } from './raw-bytes.ts';
import { type Call, createSender } from './send.ts';
import { eventCalls, frameCalls } from './socket-packets.ts';
import { phraseFileCalls, pictureCalls, recordingCalls } from './upload-calls.ts';

export interface FuzzOptions {
  seed: number;
  /** Stops at whichever comes first. */
  count?: number;
  forMs?: number;
  /** CPU time in one event loop turn that counts as a stall. */
  stallMs?: number;
  onBatch?: (report: FuzzReport) => void;
}

export interface FuzzReport {
  sent: number;
  kinds: Map<string, number>;
  longest: Stall;
  plainPages: number;
  statuses: Map<number, number>;
  /** Problems with the call and the seed that reproduces it. */
  problems: string[];
  /** Heap growth after collection since the second batch. */
  heapGrowthBytes: number;
  seconds: number;
}

const batchSize = 500;
const sideBySide = 12;
const shownProblems = 5;
/** A stall by an input recurs with the same inputs; a garbage collection or a preempted virtual machine does not. */
const stallRepeats = 2;
const errorLevel = 50;

/** Sends generated calls in batches; each batch starts with the same community and its own seed. */
export async function fuzz(
  crowd: Crowd,
  { seed, count = Infinity, forMs = Infinity, stallMs = stallMaxMs, onBatch }: FuzzOptions,
): Promise<FuzzReport> {
  const calls = callsFor(crowd);
  const restore = await keepState(crowd.app.platform);
  const begin = performance.now();
  const report: FuzzReport = {
    sent: 0,
    kinds: new Map(),
    longest: { waitedMs: 0, busyMs: 0 },
    plainPages: 0,
    statuses: new Map(),
    problems: [],
    heapGrowthBytes: 0,
    seconds: 0,
  };
  let heapAtFirst = 0;
  for (let batch = 0; report.sent < count && performance.now() - begin < forMs; batch += 1) {
    const size = Math.min(batchSize, count - report.sent);
    const sample = fc.sample(calls, { seed: seed + batch, numRuns: size });
    let { problems, stall } = await runBatch(crowd, report, sample, stallMs);
    await restore();
    for (let repeat = 0; stall !== null && problems.length === 0 && repeat < stallRepeats; repeat += 1) {
      ({ problems, stall } = await runBatch(crowd, report, sample, stallMs));
      await restore();
    }
    if (stall !== null) problems.push(stall);
    report.sent += size;
    report.problems.push(...problems.map((problem) => `seed ${seed + batch}: ${problem}`));
    report.plainPages += forget(crowd, batch);
    report.seconds = (performance.now() - begin) / 1000;
    if (batch === 1) heapAtFirst = keptBytes().heap;
    onBatch?.(report);
    if (report.problems.length > 0) break;
  }
  report.heapGrowthBytes = heapAtFirst === 0 ? 0 : keptBytes().heap - heapAtFirst;
  return report;
}

/**
 * Expires session caches (one second) and clears mails and log lines except errors. Returns how many visitor pages were sent without
 * rendering because their thread was busy, which is expected on a slow machine.
 */
function forget({ app }: Crowd, batch: number): number {
  app.clock.advance({ seconds: batch % 2 === 0 ? 2 : -2 });
  app.outbox?.clear();
  const errors = app.log.lines.splice(0).filter(({ level }) => level >= errorLevel);
  const unbounded = errors.filter((line) => !isPlainPage(line));
  app.log.lines.push(...unbounded);
  return errors.length - unbounded.length;
}

const isPlainPage = ({ msg, err }: LogLine): boolean =>
  msg.startsWith('a page went out without') && threadLimits.includes((err as { message: string }).message);
const threadLimits = ['The thread took too long.', 'The thread takes no more requests now.'];

type Labelled = { label: string; call: Call };

/** Generates inputs by kind. Uploads are really decoded, so they have a low weight. */
function callsFor({ known, files, tokens, media, live, makers, phraseFiles }: Crowd): fc.Arbitrary<Labelled> {
  const callers = tokens.length;
  const userIds = known.userId ?? [];
  // Signed-in callers only: others are refused before anything is read.
  const uploading = { callers: fc.integer({ min: 1, max: 3 }), userIds };
  const kinds: Record<string, { weight: number; calls: fc.Arbitrary<Call> }> = {
    'HTTP calls': { weight: 6000, calls: httpCalls(known, files, callers) },
    headers: { weight: 1800, calls: headerCalls(media, userIds, callers) },
    events: { weight: 800, calls: eventCalls(known, files, callers) },
    'call events': { weight: 800, calls: callEventCalls(known, live, callers) },
    'raw bytes': { weight: 300, calls: rawCalls },
    frames: { weight: 150, calls: frameCalls(callers) },
    'phrase files': { weight: 100, calls: phraseFileCalls(phraseFiles, uploading) },
    pictures: { weight: 25, calls: pictureCalls(makers, uploading) },
    recordings: { weight: 25, calls: recordingCalls(makers, uploading) },
  };
  return fc.oneof(
    ...Object.entries(kinds).map(([label, { weight, calls }]) => ({
      weight,
      arbitrary: calls.map((call) => ({ label, call })),
    })),
  );
}

async function runBatch(
  crowd: Crowd,
  report: FuzzReport,
  calls: Labelled[],
  stallMs: number,
): Promise<{ problems: string[]; stall: string | null }> {
  const sender = createSender(crowd, report.statuses);
  const problems: string[] = [];
  const note = (problem: string) => {
    if (problems.length < shownProblems) problems.push(problem);
  };
  const underWay = new Set<Labelled>();
  let stall: string | null = null;
  const watch = watchLoop(({ waitedMs, busyMs }) => {
    if (busyMs <= stallMs) return;
    const shown = [...underWay].map(({ label, call }) => `${label}: ${show(call).slice(0, 400)}`);
    stall = `the event loop computed for ${Math.round(busyMs)} of ${Math.round(waitedMs)} ms\n  ${shown.join('\n  ')}`;
  });
  const waiting = calls.values();
  const worker = async (): Promise<void> => {
    for (const labelled of waiting) {
      const { label, call } = labelled;
      underWay.add(labelled);
      const problem = await sender.send(call).catch((error: unknown) => `could not be sent: ${error}`);
      underWay.delete(labelled);
      report.kinds.set(label, (report.kinds.get(label) ?? 0) + 1);
      if (problem !== null) note(`${problem}\n  ${show(call)}`);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, worker));
  const { waitedMs, busyMs } = watch.stop();
  report.longest.waitedMs = Math.max(report.longest.waitedMs, waitedMs);
  report.longest.busyMs = Math.max(report.longest.busyMs, busyMs);
  sender.close();
  return { problems, stall };
}

function show(call: Call): string {
  const written = JSON.stringify(call, (key, value) => {
    if (key === 'endpoint') return undefined;
    return value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value;
  });
  return written.slice(0, 1500);
}
