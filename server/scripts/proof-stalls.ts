// Attacks a server with small inputs that once blocked its process, and fails if a health check takes 50 ms longer than without the
// attack. Each round measures idle and attack under the same machine load; the median of the differences counts.
// `npm run proof:stalls -- ROUNDS PART`, where PART selects attacks by a word of their names.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Calls, createCalls } from '@parlance/client/http';
import { ApiError } from '@parlance/contract/errors';
import sharp from 'sharp';
import { proveByOutbox } from '#test/development-outbox';
import { startProgram, untilPrinted } from '#test/program';

const waitMaxMs = 50;
const probeEveryMs = 10;
const quietMs = 2000;
const importMaxBytes = 2 * 1024 * 1024;
const browsers = new Agent({ keepAlive: true, maxSockets: 20 });

/** Returns the status and any error code. Each round uses another network. */
type Attack = (round: number) => Promise<(number | string)[]>;

if (isMainThread) await prove(Number(process.argv[2] ?? 5), process.argv[3] ?? '');
else probe();

/** Polls the health check from a separate thread, so that the attacker's work does not delay it. */
function probe(): void {
  // A blocked server would otherwise get more connections than it can queue.
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let longestMs = 0;
  const pending = new Set<Promise<void>>();
  const ask = async () => {
    const begun = performance.now();
    const sent = request(`${workerData}/health/live`, { agent }).end();
    const [answer] = await once(sent, 'response');
    answer.resume();
    await once(answer, 'end');
    longestMs = Math.max(longestMs, performance.now() - begun);
    parentPort?.postMessage('answered');
  };
  const timer = setInterval(() => {
    const asked = ask().finally(() => pending.delete(asked));
    pending.add(asked);
  }, probeEveryMs);
  parentPort?.once('message', async () => {
    clearInterval(timer);
    await Promise.all(pending);
    agent.destroy();
    parentPort?.postMessage({ longestMs });
    parentPort?.close();
  });
}

async function prove(rounds: number, part: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-stalls-'));
  const port = String(20_000 + Math.floor(Math.random() * 20_000));
  const program = startProgram('src/main.ts', [], {
    PORT: port,
    DATA_DIR: folder,
    DEMO_DATA: 'off',
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilPrinted(program, /is ready at/);
    const attacks = await prepare(url);
    // Warm up modules and compiled code before measuring.
    await Promise.all(Array.from({ length: 20 }, () => get(`${url}/dashboard`)));
    let isWell = true;
    for (const [name, attack] of Object.entries(attacks).filter(([name]) => name.includes(part))) {
      const { quiet, attacked, longerMs, answers } = await compare(url, rounds, attack);
      isWell &&= longerMs < waitMaxMs;
      print(
        `${name}: ${describe(attacked)}; quiet: ${describe(quiet)}; ${longerMs.toFixed(0)} ms longer; ${answers}`,
      );
    }
    if (!isWell) print(`${program.output()}\na health check waited ${waitMaxMs} ms or more for an attack`);
    process.exitCode = isWell && program.process.exitCode === null ? 0 : 1;
  } finally {
    program.process.kill('SIGTERM');
    await program.ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function prepare(url: string): Promise<Record<string, Attack>> {
  const member = await signUp(url, 'member@example.org');
  const create = { width: 64, height: 64, channels: 3, background: '#0f6b5c' } as const;
  const picture = await sharp({ create }).jpeg().toBuffer();
  await member.updateProfileImage({ image: new Blob([new Uint8Array(picture)]) });
  const { profileImageUrl } = await member.getOwnProfile();
  const range = `bytes=0-${' '.repeat(15_500)}x`;
  const guids = Array.from({ length: 998 }, (_, place) => `#guid column:${place + 1}\n`).join('');
  return {
    'five Range headers of 15,500 spaces': () =>
      Promise.all(Array.from({ length: 5 }, () => get(url + profileImageUrl, { range }))),
    '998 header lines and 2 MiB of lines to import': () => bring(member, guids.padEnd(importMaxBytes, 'a\n')),
    'a million lines to import': () => bring(member, 'a\n'.repeat(1_000_000)),
    // More than one network can render at once, but below its rate limit.
    '300 pages of the search': (round) =>
      Promise.all(
        Array.from({ length: 300 }, (_, place) =>
          get(`${url}/dashboard?query=name${round}x${place}`, { 'x-forwarded-for': `203.0.${round}.7` }),
        ),
      ),
  };
}

async function signUp(url: string, email: string): Promise<Calls> {
  const guest = createCalls({ baseUrl: url, getAccessToken: () => null });
  const { accessToken } = await guest.createUser({ email, token: await proveByOutbox(url, guest, email) });
  return createCalls({ baseUrl: url, getAccessToken: () => accessToken });
}

async function bring(member: Calls, lines: string): Promise<(number | string)[]> {
  const call = member.importPhrases({ languageCode: 'en', dryRun: true, file: new Blob([lines]) });
  return await call.then(
    () => [200],
    (error: unknown) => {
      if (error instanceof ApiError) return [`${error.statusCode}/${error.code}`];
      throw error;
    },
  );
}

async function get(address: string, headers: Record<string, string> = {}): Promise<number> {
  const sent = request(address, { agent: browsers, headers: { accept: 'text/html', ...headers } }).end();
  const [answer] = await once(sent, 'response');
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}

interface Measured {
  longestMs: number;
  lateMs: number;
}

/** Compares medians over rounds, because single rounds are noisy on a busy machine. */
async function compare(url: string, rounds: number, attack: Attack) {
  const quiet: Measured[] = [];
  const attacked: Measured[] = [];
  const answers: (number | string)[] = [];
  for (let round = 0; round < rounds; round++) {
    quiet.push(await measure(url, () => wait(quietMs)));
    attacked.push(await measure(url, async () => void answers.push(...(await attack(round)))));
  }
  const counted = Object.entries(Object.groupBy(answers, String)).map(
    ([answer, all = []]) => `${all.length} × ${answer}`,
  );
  return {
    quiet: medians(quiet),
    attacked: medians(attacked),
    longerMs: median(attacked.map(({ longestMs }, round) => longestMs - (quiet[round]?.longestMs ?? 0))),
    answers: counted.join(', '),
  };
}

async function measure(url: string, act: () => Promise<void>): Promise<Measured> {
  await eventLoopMs(url);
  const prober = new Worker(new URL(import.meta.url), { workerData: url });
  await once(prober, 'message');
  await act();
  // Wait for the requests sent at the end of the attack.
  await once(prober, 'message');
  const ended = once(prober, 'exit');
  let longest = 0;
  prober.on('message', ({ longestMs = 0 }) => {
    longest = Math.max(longest, longestMs);
  });
  prober.postMessage('stop');
  await ended;
  return { longestMs: longest, lateMs: await eventLoopMs(url) };
}

function medians(all: Measured[]): Measured {
  return {
    longestMs: median(all.map(({ longestMs }) => longestMs)),
    lateMs: median(all.map(({ lateMs }) => lateMs)),
  };
}

/** Returns the server's event loop delay since the last call. */
async function eventLoopMs(url: string): Promise<number> {
  const figures = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(figures)?.[1]) * 1000;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function describe({ longestMs, lateMs }: Measured): string {
  return `a health check waited ${longestMs.toFixed(0)} ms, the event loop was ${lateMs.toFixed(0)} ms late`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
