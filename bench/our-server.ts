// Ours, as it runs in production, in a process of its own; makes people with sessions for the load.
import { randomUUID } from 'node:crypto';
import { startSession } from '@parlance/server/access/sessions';
import { startApp } from '@parlance/server/app';
import { readConfig } from '@parlance/server/config';
import { createLogger } from '@parlance/server/platform/logger';
import { answerQuestions } from './processes.ts';

/** Somebody who may connect. */
export interface Member {
  userId: string;
  token: string;
}

const app = await startApp(readConfig(), {
  log: createLogger({ level: process.env.LOG_LEVEL ?? 'warn' }),
  manualJobs: true,
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
  tokens: (userIds: string[]) => signIn(userIds),
  memory: () => {
    globalThis.gc?.();
    return process.memoryUsage();
  },
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
