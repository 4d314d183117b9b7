// Proves on Postgres that two nodes keep the weekly hours of 10,000 members ahead by one slot each, none twice, also when one of them is
// killed at it, and that of 200 who move to or book one slot on two nodes exactly one gets it. `npm run proof:schedule`; the numbers of
// members and of races can follow.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { type App, startApp } from '#app';
import { readConfig } from '#config';
import type { Platform } from '#platform/platform';
import { generateDue } from '#schedule/weekly-hours.jobs';
import { brokenInvariants, insertPeople, lostRace } from '#test/booking-proof';
import { raceToMove } from '#test/move-proof';
import { startServers } from '#test/servers';

const contenderCount = 200;
const dayMs = 86_400_000;
const slotsADay = 2;
// Zones without clock changes: every night adds the same number of slots.
const zones = ['Asia/Kolkata', 'Asia/Tokyo', 'America/Bogota', 'Africa/Lagos'];
const rules = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '18:00', to: '19:00', duration: 30 }));

const print = (text: string) => process.stdout.write(`${text}\n`);
const [, script = '', first, ...rest] = process.argv;
if (first === 'node') await runNode(rest);
else await prove(Number(first ?? 10_000), Number(rest[0] ?? 20));

function openNode(databaseUrl: string, dataDir: string, aheadMs = 0): Promise<App> {
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    DEMO_DATA: 'off',
    // The few test members exceed normal rates.
    RATE_LIMITS: 'off',
    DATABASE_URL: databaseUrl,
  });
  return startApp(config, { manualJobs: true, clock: { now: () => new Date(Date.now() + aheadMs) } });
}

/** A process that runs the job until no member is due, as a node does every minute. */
async function runNode([databaseUrl = '', dataDir = '', aheadMs]: string[]): Promise<void> {
  const { platform, close } = await openNode(databaseUrl, dataDir, Number(aheadMs));
  process.send?.('ready');
  await once(process, 'message');
  while ((await countDue(platform)) > 0) {
    await generateDue(platform);
    // The other node is at it.
    await wait(20);
  }
  await close();
  process.disconnect();
}

async function prove(members: number, rounds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-proof-'));
  const servers = await startServers(1, []);
  const apps: App[] = [];
  const problems: string[] = [];
  try {
    const near = await openNode(servers.databaseUrl, folder);
    const far = await openNode(servers.databaseUrl, folder);
    apps.push(near, far);
    const { platform } = near;
    await insertPeople(platform, members);
    await addWeeklyHours(platform);
    let seconds = await timed(() => generateDue(platform));
    const before = await countSlots(platform);
    print(`${members} members, four weeks ahead: ${total(before)} slots in ${seconds} s`);
    for (const [index, isKilled] of [false, true].entries()) {
      const nights = index + 1;
      const night = { databaseUrl: servers.databaseUrl, dataDir: folder, aheadMs: nights * dayMs };
      seconds = await passNight(platform, night, { isKilled, members });
      const now = await countSlots(platform);
      print(
        `night ${nights}, two nodes${isKilled ? ', one killed' : ''}: ${total(now) - total(before)} more slots since the beginning, in ${seconds} s`,
      );
      problems.push(...wrongCounts(before, now, nights), ...(await brokenInvariants(platform)));
    }
    seconds = await timed(async () => {
      for (let round = 0; round < rounds; round += 1) {
        const outcome = await raceToMove([near.platform, far.platform], contenderCount);
        const isFair =
          outcome.winners === 1 && outcome.without.length === 0 && `${outcome.refusals}` === lostRace;
        if (!isFair) problems.push(`race ${round + 1}: ${JSON.stringify(outcome)}`);
      }
    });
    print(
      `${contenderCount} moves and bookings at once for one slot on two nodes, ${rounds} rounds in ${seconds} s`,
    );
    problems.push(...(await brokenInvariants(platform)));
  } finally {
    for (const app of apps) await app.close();
    await servers.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  for (const problem of problems) print(`FAILED ${problem}`);
  print(problems.length === 0 ? 'nothing lost, nothing doubled' : `${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

async function addWeeklyHours({ db, clock }: Platform): Promise<void> {
  const now = clock.now();
  await sql`
    INSERT INTO weekly_hours (user_id, time_zone, rules, min_notice_hours, buffer_minutes, weeks_ahead, generated_until, look_at, updated_at)
    SELECT user_id, (${zones}::text[])[1 + row_number() OVER (ORDER BY user_id) % ${zones.length}], ${JSON.stringify(rules)}::jsonb,
      2, 15, 4, ${now}, ${now}, ${now} FROM users`.execute(db);
}

interface Night {
  databaseUrl: string;
  dataDir: string;
  aheadMs: number;
}

/** Two processes generate at once; one is killed after a quarter of the members. Returns the seconds from the start of the job. */
async function passNight(
  platform: Platform,
  { databaseUrl, dataDir, aheadMs }: Night,
  { isKilled, members }: { isKilled: boolean; members: number },
): Promise<string> {
  const nodes = [0, 1].map(() => fork(script, ['node', databaseUrl, dataDir, String(aheadMs)]));
  await Promise.all(nodes.map((node) => once(node, 'message')));
  const [one, other] = nodes as [ChildProcess, ChildProcess];
  const ended = nodes.map((node) => once(node, 'exit'));
  let codes: unknown[] = [];
  const seconds = await timed(async () => {
    one.send('go');
    other.send('go');
    if (isKilled) {
      while ((await countDue(platform, aheadMs)) > members * 0.75) await wait(5);
      one.kill('SIGKILL');
    }
    codes = (await Promise.all(ended)).map(([code]) => code);
  });
  if (codes.join() !== (isKilled ? ',0' : '0,0')) throw new Error(`the nodes ended with ${codes}`);
  return seconds;
}

async function countDue({ db, clock }: Platform, aheadMs = 0): Promise<number> {
  const now = new Date(clock.now().getTime() + aheadMs);
  const { rows } = await sql<{ due: number }>`
    SELECT count(*)::integer AS due FROM weekly_hours WHERE look_at <= ${now}`.execute(db);
  return rows[0]?.due ?? 0;
}

/** Slots of each member; the same start twice counts as a problem of its own. */
async function countSlots({ db }: Platform): Promise<Map<string, number>> {
  const { rows } = await sql<{ user_id: string; count: number }>`
    SELECT hours.user_id, count(DISTINCT starts_at)::integer - (count(starts_at) - count(DISTINCT starts_at))::integer AS count
    FROM weekly_hours AS hours LEFT JOIN schedule_slots USING (user_id) GROUP BY hours.user_id`.execute(db);
  return new Map(rows.map(({ user_id, count }) => [user_id, count]));
}

function total(counts: Map<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function wrongCounts(before: Map<string, number>, now: Map<string, number>, nights: number): string[] {
  const wrong = [...before].filter(
    ([userId, count]) => count === 0 || now.get(userId) !== count + nights * slotsADay,
  );
  return wrong.length === 0 ? [] : [`night ${nights}: ${wrong.length} members have another number of slots`];
}

async function timed(act: () => Promise<void>): Promise<string> {
  const begin = performance.now();
  await act();
  return ((performance.now() - begin) / 1000).toFixed(1);
}
