// Runs the traffic of a day in half an hour, or part of it, on one node, and checks for unbounded growth.
//   npm run soak [-- --minutes 30]
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Client } from '@parlance/client/client';
import { createRealtime } from '@parlance/client/realtime';
import { ApiError } from '@parlance/contract/errors';
import { freePort } from '@parlance/server/test/servers';
import { startCluster } from '#parts/cluster';
import { enter, inParallel, type Person, signUp } from '#parts/people';
import { createPhraseActs, createSessionActs, stateRowsMax } from '#parts/practice';
import { memoryMb, openFiles } from '#parts/process-figures';
import { clearStagesOnSignal, onStage } from '#parts/stage';
import { countRows, largestTables, type StorageFigures, storageFigures } from '#parts/storage-figures';
import { until } from '#scenarios/scenario';

const day = { minutes: 30, messages: 86_400, connects: 20_000, uploads: 5000, sessions: 3000, phrases: 6000 };
const people = 50;
const samples = 10;
// A message with its indices, its activity and its share of the rest takes less than 1.5 kB.
const bounds = { heapGrowthMb: 25, files: 25, delayP99Ms: 250, databaseKbAnAct: 4 };
// The recording formats of Chromium and Firefox, and of Safari.
const recordings = ['voice.webm', 'voice.m4a'].map((name) =>
  join(import.meta.dirname, '../server/test/fixtures', name),
);

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);

interface Sample extends StorageFigures {
  heapMb: number;
  externalMb: number;
  memoryMb: number;
  files: number;
  /** Since the start: time the main thread ran, and time it was runnable without a processor. */
  ranMs: number;
  waitedMs: number;
  delayMs: { p50: number; p99: number; max: number };
}

clearStagesOnSignal();
const problems = await onStage(async (stage) => {
  const figuresPort = await freePort();
  const { nodes, postgres, surprises } = await startCluster(stage, {
    nodes: 1,
    env: { FIGURES_PORT: `${figuresPort}` },
    preload: join(import.meta.dirname, 'parts/figures.preload.ts'),
    nodeArguments: ['--expose-gc'],
  });
  const [node] = nodes;
  if (!node) throw new Error('no node');
  const media = join(stage.folder, 'data/media');
  mkdirSync(media, { recursive: true });
  const filesAlone = openFiles(node.pid());
  const persons = await signUp(node.url, people);
  const clients = await inParallel(persons, 10, (person) => enter(stage, person, node.url));
  const audios = recordings.map((path) => new Blob([readFileSync(path)]));
  const failures: string[] = [];
  let sentAgain = 0;

  const look = async (): Promise<Sample> => {
    const told = (await (await fetch(`http://127.0.0.1:${figuresPort}`)).json()) as Sample;
    const stored = await storageFigures(postgres.pool, media);
    return { ...told, ...stored, memoryMb: memoryMb(node.pid()), files: openFiles(node.pid()) };
  };
  const pick = (nth: number) => {
    const [client, person] = [clients[nth % people], persons[(nth * 7 + 1) % people]];
    const isOneself = (nth * 7 + 1) % people === nth % people;
    return { client, other: isOneself ? persons[(nth + 1) % people] : person } as {
      client: Client;
      other: Person;
    };
  };
  const acts = {
    messages: async (nth: number) => {
      const { client, other } = pick(nth);
      const text = {
        userId: other.userId,
        content: `Message number ${nth}`,
        clientMessageId: randomUUID(),
      };
      // As in the web app: tokens, and with them the socket, are renewed every quarter of an hour.
      await client.realtime.send('chat:message', text).catch((error: unknown) => {
        if (error instanceof ApiError) throw error;
        sentAgain += 1;
        return client.calls.sendTextMessage(text);
      });
    },
    connects: async (nth: number) => {
      const { tokens } = pick(nth).client.session;
      const realtime = createRealtime({ baseUrl: node.url, sockets: true, tokens });
      await realtime.whenConnected();
      realtime.close();
    },
    uploads: async (nth: number) => {
      const { client, other } = pick(nth);
      const audio = audios[nth % audios.length] as Blob;
      await client.calls.sendVoiceMessage({ userId: other.userId, audio });
    },
    sessions: await createSessionActs(postgres.pool, persons, clients),
    phrases: createPhraseActs(clients),
  };

  await wait(1000);
  const first = await look();
  const done = { messages: 0, connects: 0, uploads: 0, sessions: 0, phrases: 0 };
  const durationMs = minutes * 60_000;
  const startedAt = performance.now();
  console.log(
    '   min   heap MB  extern MB  memory MB  files   delay p50  p99  max ms   ran  waited %   messages  connects  uploads  sessions  phrases   database MB  media files  MB',
  );
  const taken: Sample[] = [];
  await Promise.all([
    ...(Object.keys(acts) as (keyof typeof acts)[]).map((name) => keepUp(name)),
    (async () => {
      for (let nth = 1; nth <= samples; nth++) {
        await wait(Math.max(0, startedAt + (nth * durationMs) / samples - performance.now()));
        const sample = await look();
        print((nth * minutes) / samples, sample, taken.at(-1) ?? first);
        taken.push(sample);
      }
    })(),
  ]);

  /** Starts each act when it is due, independent of how long the others take. */
  async function keepUp(name: keyof typeof acts): Promise<void> {
    const total = Math.round((day[name] * minutes) / day.minutes);
    const under: Promise<void>[] = [];
    for (let nth = 0; nth < total; nth++) {
      await wait(Math.max(0, startedAt + (nth * durationMs) / total - performance.now()));
      const act = acts[name](nth).then(
        () => {
          done[name] += 1;
        },
        (error: unknown) => {
          failures.push(`${name}: ${error}`);
        },
      );
      under.push(act);
      if (under.length > 200) await Promise.all(under.splice(0, 100));
    }
    await Promise.all(under);
  }

  function print(minute: number, sample: Sample, before: Sample): void {
    const { heapMb, externalMb, memoryMb: memory, files, delayMs } = sample;
    const share = (ms: number) => ((100 * ms * samples) / durationMs).toFixed(0);
    const cells = [
      minute.toFixed(1).padStart(6),
      heapMb.toFixed(1).padStart(9),
      externalMb.toFixed(1).padStart(10),
    ];
    cells.push(memory.toFixed(0).padStart(10), `${files}`.padStart(6));
    cells.push(
      delayMs.p50.toFixed(1).padStart(11),
      delayMs.p99.toFixed(1).padStart(5),
      delayMs.max.toFixed(0).padStart(4),
      share(sample.ranMs - before.ranMs).padStart(8),
      share(sample.waitedMs - before.waitedMs).padStart(9),
    );
    cells.push(
      `${done.messages}`.padStart(13),
      `${done.connects}`.padStart(9),
      `${done.uploads}`.padStart(8),
      `${done.sessions}`.padStart(9),
      `${done.phrases}`.padStart(8),
      sample.databaseMb.toFixed(1).padStart(13),
      `${sample.mediaFiles}`.padStart(12),
      sample.mediaMb.toFixed(1).padStart(5),
    );
    console.log(cells.join(' '));
  }

  const tookMinutes = (performance.now() - startedAt) / 60_000;
  for (const client of clients) client.close();
  await wait(2000);
  // Idle keep-alive connections close after 75 seconds.
  await until(() => openFiles(node.pid()) - filesAlone <= bounds.files, { withinMs: 90_000, everyMs: 1000 });
  const last = await look();
  // Caches fill and code is compiled at first: growth counts from the second sample on.
  const settled = taken[1] ?? first;
  const p99 = Math.max(...taken.map(({ delayMs }) => delayMs.p99));
  const growth = last.heapMb - settled.heapMb;
  const allActs = Object.values(done).reduce((sum, acts) => sum + acts, 0);
  const databaseKb = (1024 * (last.databaseMb - first.databaseMb)) / (allActs - done.connects);
  const rowsMax = stateRowsMax(people);
  const rows = await countRows(postgres.pool, Object.keys(rowsMax));
  console.log(
    `${done.messages} messages (${sentAgain} sent twice), ${done.connects} connects, ${done.uploads} uploads, ${done.sessions} visits to sessions, ` +
      `${done.phrases} phrases in ${tookMinutes.toFixed(1)} minutes: ` +
      `heap after collection ${settled.heapMb.toFixed(1)} → ${last.heapMb.toFixed(1)} MB, ` +
      `files ${filesAlone} before anybody came → ${last.files} with everybody gone, event loop p99 at most ${p99.toFixed(0)} ms, ${failures.length} failures`,
  );
  console.log(
    `database ${first.databaseMb.toFixed(1)} → ${last.databaseMb.toFixed(1)} MB, ${databaseKb.toFixed(2)} kB for each act; ` +
      `${last.mediaFiles} files of ${done.uploads} uploads, ${last.mediaMb.toFixed(1)} MB, ${last.halfWritten} half written\n` +
      `  ${(await largestTables(postgres.pool, 6)).join('; ')}\n  ` +
      Object.entries(rows)
        .map(([table, count]) => `${table} ${count} of at most ${rowsMax[table]}`)
        .join(', '),
  );
  return [
    ...(growth > bounds.heapGrowthMb ? [`the heap grew by ${growth.toFixed(1)} MB`] : []),
    ...(last.files - filesAlone > bounds.files ? [`${last.files - filesAlone} files stayed open`] : []),
    ...(p99 > bounds.delayP99Ms ? [`the event loop stood still for ${p99.toFixed(0)} ms (p99)`] : []),
    ...(databaseKb > bounds.databaseKbAnAct
      ? [`the database grew by ${databaseKb.toFixed(1)} kB for each act`]
      : []),
    ...(last.mediaFiles !== done.uploads ? [`${last.mediaFiles} files of ${done.uploads} uploads`] : []),
    ...(last.halfWritten > 0 ? [`${last.halfWritten} half-written files`] : []),
    ...Object.entries(rows).flatMap(([table, count]) =>
      count > (rowsMax[table] ?? 0) ? [`${table} has ${count} rows`] : [],
    ),
    ...[...new Set(failures)].slice(0, 5),
    ...surprises(),
  ];
});
for (const problem of problems) console.log(`  ${problem}`);
console.log(
  problems.length === 0 ? 'soak: everything stayed within its bounds' : 'soak: NOT within its bounds',
);
process.exit(problems.length === 0 ? 0 : 1);
