// Sends a thousand hostile recordings and pictures to a server. Fails if it dies, responds with anything but accepted, too large or
// invalid, delays other requests or leaks memory. `npm run proof:uploads -- COUNT SEED`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Calls, createCalls } from '@parlance/client/http';
import { ApiError } from '@parlance/contract/errors';
import { proveByOutbox } from '#test/development-outbox';
import { type HostileUpload, hostileUploads } from '#test/hostile/uploads';
import { startProgram, untilPrinted } from '#test/program';

const [count, seed] = [Number(process.argv[2] ?? 1000), Number(process.argv[3] ?? 14)];
const atOnce = 6;
const warmUp = 50;
const lagMaxMs = 100;
const memoryGrowthMaxMb = 60;
/** Slightly longer than the idle timeout of a worker process. */
const untilAtRestMs = 65_000;
const expected = [200, 5005, 5006];
const print = (text: string) => process.stdout.write(`${text}\n`);

const folder = mkdtempSync(join(tmpdir(), 'parlance-uploads-'));
const port = String(20_000 + Math.floor(Math.random() * 20_000));
const program = startProgram('src/main.ts', [], {
  PORT: port,
  DATA_DIR: folder,
  DEMO_DATA: 'off',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'error',
});
const url = `http://127.0.0.1:${port}`;
try {
  await untilPrinted(program, /is ready at/);
  const [sender, receiver] = [await signUp('sender@example.org'), await signUp('receiver@example.org')];
  const { userId } = await receiver.getUser();
  await sendAll(hostileUploads(seed + count, warmUp), sender, userId);
  await eventLoopMs();
  await wait(untilAtRestMs);
  const before = await memoryMb();
  // The baseline: on a busy machine even an idle server has delays.
  const idle = await eventLoopMs();

  const began = performance.now();
  const { answers, problems } = await sendAll(hostileUploads(seed, count), sender, userId);
  const seconds = (performance.now() - began) / 1000;
  const lag = await eventLoopMs();
  const during = await memoryMb();
  await wait(untilAtRestMs);
  const after = await memoryMb();

  for (const problem of problems) print(problem);
  print(`${count} uploads of seed ${seed} in ${seconds.toFixed(0)} s: ${describe(answers)}`);
  print(
    `event loop late by ${lag.p99.toFixed(0)} ms (p99), ${lag.max.toFixed(0)} ms (most); with nothing to do by ${idle.p99.toFixed(0)} ms (p99)`,
  );
  print(`memory ${before} MB before, ${during} MB right after, ${after} MB at rest again`);
  const isWell =
    problems.length === 0 &&
    program.process.exitCode === null &&
    lag.p99 < lagMaxMs &&
    after - before < memoryGrowthMaxMb;
  if (!isWell) print(`${program.output()}\nnot as it should be`);
  process.exitCode = isWell ? 0 : 1;
} finally {
  program.process.kill('SIGTERM');
  await program.ended;
  rmSync(folder, { recursive: true, force: true });
}

async function signUp(email: string): Promise<Calls> {
  const guest = createCalls({ baseUrl: url, getAccessToken: () => null });
  const { accessToken } = await guest.createUser({ email, token: await proveByOutbox(url, guest, email) });
  return createCalls({ baseUrl: url, getAccessToken: () => accessToken });
}

async function sendAll(uploads: AsyncGenerator<HostileUpload>, calls: Calls, userId: string) {
  const answers = new Map<number, number>();
  const problems: string[] = [];
  const sendNext = async (): Promise<void> => {
    for (let next = await uploads.next(); !next.done; next = await uploads.next()) {
      const code = await answerTo(calls, userId, next.value);
      answers.set(code, (answers.get(code) ?? 0) + 1);
      if (!expected.includes(code)) problems.push(`${next.value.name}: ${code}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendNext));
  return { answers, problems };
}

async function answerTo(calls: Calls, userId: string, { kind, bytes }: HostileUpload): Promise<number> {
  const file = new Blob([new Uint8Array(bytes)]);
  const call =
    kind === 'voice'
      ? calls.sendVoiceMessage({ userId, audio: file })
      : calls.updateProfileImage({ image: file });
  return call.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? (error.code ?? error.statusCode) : 0),
  );
}

/** Returns the server's event loop delay since the last call. */
async function eventLoopMs(): Promise<{ p99: number; max: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const ms = (name: string) =>
    Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1]) * 1000;
  return { p99: ms('p99'), max: ms('max') };
}

/** Returns the memory of the server and its child processes. */
async function memoryMb(): Promise<number> {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,rss=']).toString().trim().split('\n');
  const table = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const server = program.process.pid;
  const kilobytes = table
    .filter(([pid, parent]) => pid === server || parent === server)
    .map(([, , rss]) => rss ?? 0);
  return Math.round(kilobytes.reduce((sum, rss) => sum + rss, 0) / 1024);
}

function describe(answers: Map<number, number>): string {
  const words: Record<number, string> = { 200: 'taken', 5005: 'too large', 5006: 'invalid' };
  return [...answers].map(([code, times]) => `${times} ${words[code] ?? code}`).join(', ');
}
