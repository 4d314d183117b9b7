// Our server as in production, in a separate process; creates members with sessions for the load.
import { createECDH, createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startSession } from '@parlance/server/access/sessions';
import { startApp } from '@parlance/server/app';
import { sendText } from '@parlance/server/chat/chat';
import { readConfig } from '@parlance/server/config';
import { createLogger } from '@parlance/server/platform/logger';
import { setUpV8 } from '@parlance/server/platform/v8-settings';
import { generateCrowd } from '@parlance/server/test/crowd';
import { answerQuestions, memoryInUse } from './processes.ts';
import { wallMs } from './push-clock.ts';
import type { PushServiceAddress } from './push-service.ts';

export interface Member {
  userId: string;
  token: string;
}

const quarterMs = 15 * 60_000;

setUpV8();

const app = await startApp(readConfig(), {
  log: createLogger({ level: process.env.LOG_LEVEL ?? 'warn' }),
  manualJobs: process.env.BENCH_JOBS !== 'on',
  pushNetwork: JSON.parse(process.env.BENCH_PUSH_NETWORK ?? '{}'),
});
const { platform } = app;

answerQuestions({
  port: () => Number(new URL(app.url).port),
  members: async (count: number): Promise<Member[]> => {
    const now = platform.clock.now();
    const userIds = Array.from({ length: count }, () => randomUUID());
    const rows = userIds.map((userId) => ({
      user_id: userId,
      name: 'Somebody',
      created_at: now,
      updated_at: now,
    }));
    await platform.db.insertInto('users').values(rows).execute();
    return await signIn(userIds);
  },
  /** Fills the empty database with members that visitors can find. */
  residents: async (count: number): Promise<string[]> => {
    const client = await platform.pool.connect();
    await generateCrowd(client, count);
    // Its session settings were changed, so it must not return to the pool.
    client.release(true);
    const rows = await platform.db.selectFrom('users').select('user_id').execute();
    return rows.map(({ user_id }) => user_id);
  },
  tokens: (userIds: string[]) => signIn(userIds),
  /** One running session per pair; returns the slots. */
  sessions: async (userIds: string[]): Promise<string[]> => {
    const now = platform.clock.now();
    const starts_at = new Date(Math.floor(now.getTime() / quarterMs) * quarterMs);
    const slots = userIds.flatMap((user_id, place) => {
      const booked_by_user_id = userIds[place + 1];
      if (place % 2 === 1 || booked_by_user_id === undefined) return [];
      const ends_at = new Date(starts_at.getTime() + 4 * quarterMs);
      const times = { starts_at, ends_at, duration: 60, created_at: now, updated_at: now };
      return [{ schedule_slot_id: randomUUID(), user_id, booked_by_user_id, ...times }];
    });
    await platform.db.insertInto('schedule_slots').values(slots).execute();
    return slots.map((slot) => slot.schedule_slot_id);
  },
  /** A device of each member, without quiet hours. */
  devices: async ({ userIds, address }: { userIds: string[]; address: PushServiceAddress }) => {
    const { db, clock } = platform;
    const now = clock.now();
    const sessions = await db.selectFrom('user_sessions').select(['user_id', 'user_session_id']).execute();
    const sessionOf = new Map(sessions.map((row) => [row.user_id, row.user_session_id]));
    const p256dh = createECDH('prime256v1').generateKeys();
    const devices = userIds.map((user_id) => {
      const endpoint = `https://${address.host}:${address.port}/${user_id}`;
      const endpoint_hash = createHash('sha256').update(endpoint).digest();
      const keys = { p256dh, auth: randomBytes(16) };
      const user_session_id = sessionOf.get(user_id) ?? '';
      const push_device_id = randomUUID();
      return { push_device_id, user_id, user_session_id, endpoint, endpoint_hash, ...keys, created_at: now };
    });
    const loud = { name: 'push-quiet', value: '""', updated_at: now };
    await db.insertInto('push_devices').values(devices).execute();
    await db
      .insertInto('user_preferences')
      .values(userIds.map((user_id) => ({ user_id, ...loud })))
      .execute();
  },
  /** One message of each pair at a steady rate; returns when each was committed. */
  write: async ({ pairs, perSecond }: { pairs: [string, string][]; perSecond: number }) => {
    const start = performance.now();
    const committed = pairs.map(async ([from, to], nth) => {
      await pause(Math.max(0, (nth * 1000) / perSecond - (performance.now() - start)));
      const caller = { userId: from, userSessionId: '', isAdmin: false };
      await sendText(platform, caller, { userId: to, content: 'How was your week?' });
      return wallMs();
    });
    return await Promise.all(committed);
  },
  memory: memoryInUse,
});

function signIn(userIds: string[]): Promise<Member[]> {
  return platform.db.transaction().execute(async (tx) => {
    const members: Member[] = [];
    for (const userId of userIds) {
      const { accessToken } = await startSession(platform, tx, { userId, userAgent: 'bench' });
      members.push({ userId, token: accessToken });
    }
    return members;
  });
}
