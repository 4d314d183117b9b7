// Measures on Postgres what partitions of chat_messages by month cost (docs/decisions/message-partitions.md): how long messages wait
// while a table of many rows is converted, and the processor time of sending and reading before and with 36 partitions.
// `npm run proof:partitions -- --rows 20000000`.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startApp } from '#app';
import { listMessages, sendText } from '#chat/chat';
import { listChats } from '#chat/chat-list';
import { readConfig } from '#config';
import type { Platform } from '#platform/platform';
import { insertMessages, perConversation } from '#test/many-messages';
import { addMonths, partitionSteps } from '#test/message-partitions';
import { startServers } from '#test/servers';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '2000000' } } });
const rows = Number(values.rows);
const blockedMaxMs = 1000;
const months = 36;
const rounds = 15;
const callsARound = 40;

const print = (text: string) => process.stdout.write(`${text}\n`);
const idOf = (n: number) => `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`;
const callerOf = (userId: string) => ({ userId, userSessionId: randomUUID(), isAdmin: false });

const folder = mkdtempSync(join(tmpdir(), 'parlance-proof-'));
const servers = await startServers(1, ['shared_buffers=512MB', 'max_wal_size=16GB']);
const config = readConfig({
  NODE_ENV: 'test',
  PORT: '0',
  LOG_LEVEL: 'error',
  DATA_DIR: folder,
  DEMO_DATA: 'off',
  RATE_LIMITS: 'off',
  DATABASE_URL: servers.databaseUrl,
});
const { platform, close } = await startApp(config, { manualJobs: true });
const problems: string[] = [];
try {
  const started = performance.now();
  await insertMessages(platform, rows);
  print(`${rows} messages stored in ${seconds(started)} s`);
  const before = await measureCosts(platform);
  await convert(platform);
  const { end } = bounds();
  await addMonths(platform.pool, end, months);
  const after = await measureCosts(platform);
  for (const [what, us] of before) {
    const now = after.get(what) ?? 0;
    print(
      `${what}: ${us.toFixed(0)} µs of the database, with partitions ${now.toFixed(0)}: ${(now / us).toFixed(2)} times`,
    );
  }
} finally {
  await close();
  await servers.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) print(`FAILED ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

/** The first partition ends a month or two ahead: an interrupted conversion leaves a constraint that refuses later messages. */
function bounds(): { end: Date } {
  const now = new Date();
  return { end: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2)) };
}

/** Converts while four members send without a pause, and compares the longest wait of a message with the limit. */
async function convert(platform: Platform): Promise<void> {
  const { pool } = platform;
  const stopping = new AbortController();
  let waits: number[] = [];
  const accepted: { from: number; message: Parameters<typeof sendText>[2]; chatMessageId: string }[] = [];
  const writers = [1, 3, 5, 7].map(async (from) => {
    while (!stopping.signal.aborted) {
      const begun = performance.now();
      const message = { userId: idOf(from + 1), content: 'Hello', clientMessageId: randomUUID() };
      const { chatMessageId } = await sendText(platform, callerOf(idOf(from)), message);
      accepted.push({ from, message, chatMessageId });
      waits.push(performance.now() - begun);
    }
  });
  const takeLongest = () => {
    const longest = Math.max(0, ...waits);
    waits = [];
    return longest;
  };
  await wait(3000);
  print(`longest wait of a message without a conversion: ${takeLongest().toFixed(0)} ms`);
  for (const { what, run } of partitionSteps(bounds().end)) {
    const begun = performance.now();
    await run(pool);
    const took = seconds(begun);
    // A message that waited for the step is counted.
    await wait(500);
    const longest = takeLongest();
    print(`${what} in ${took} s, longest wait of a message ${longest.toFixed(0)} ms`);
    if (longest > blockedMaxMs) problems.push(`a message waited for ${longest.toFixed(0)} ms`);
  }
  stopping.abort();
  await Promise.all(writers);
  // A message that was still waiting.
  const last = takeLongest();
  if (last > blockedMaxMs) problems.push(`a message waited for ${last.toFixed(0)} ms at the end`);
  const [first] = accepted;
  if (!first) throw new Error('nothing was sent');
  const repeated = await sendText(platform, callerOf(idOf(first.from)), first.message);
  if (repeated.chatMessageId !== first.chatMessageId) problems.push('a retry was stored as another message');
  const { rows: found } = await pool.query(
    `SELECT count(*) AS messages, count(*) FILTER (WHERE client_message_id = ANY($1::uuid[])) AS stored,
       (SELECT sum(last_sequence) FROM conversations) AS numbers FROM chat_messages`,
    [accepted.map(({ message }) => message.clientMessageId)],
  );
  const { messages, stored, numbers } = found[0];
  print(`${accepted.length} messages sent meanwhile, ${stored} stored, ${messages} in all`);
  if (stored !== accepted.length || messages !== Number(numbers))
    problems.push('messages are missing or doubled');
}

/** Processor time of the database by call: the median of several rounds, since other work on the machine shares its caches. */
async function measureCosts(platform: Platform): Promise<Map<string, number>> {
  const reader = callerOf(idOf(9));
  const calls: [string, () => Promise<unknown>][] = [
    [
      'a message',
      () =>
        sendText(platform, callerOf(idOf(11)), {
          userId: idOf(12),
          content: 'Hello',
          clientMessageId: randomUUID(),
        }),
    ],
    ['newest page of a conversation', () => listMessages(platform, reader, { userId: idOf(10) })],
    ['oldest page', () => listMessages(platform, reader, { userId: idOf(10), offset: perConversation - 50 })],
    ['chat list', () => listChats(platform, reader, {})],
  ];
  const costs = new Map(calls.map(([what]) => [what, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1)
    for (const [what, call] of calls) {
      const begun = await processorTime(platform);
      for (let nth = 0; nth < callsARound; nth += 1) await call();
      const used = ((await processorTime(platform)) - begun) / callsARound;
      // The first round plans the statements.
      if (round > 0) costs.get(what)?.push(used);
    }
  return new Map(
    [...costs].map(([what, all]) => [what, all.toSorted((one, other) => one - other)[rounds >> 1] ?? 0]),
  );
}

/** Of all connections together, in microseconds. */
async function processorTime({ pool }: Platform): Promise<number> {
  const { rows: backends } = await pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`,
  );
  const running = new Set(readdirSync('/proc'));
  return backends
    .filter(({ pid }) => running.has(String(pid)))
    .map(({ pid }) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000)
    .reduce((sum, us) => sum + us, 0);
}
