import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startSession } from '@parlance/server/access/sessions';
import { openDatabase } from '@parlance/server/platform/database';
import { createLogger } from '@parlance/server/platform/logger';
import type { Platform } from '@parlance/server/platform/platform';
import { endProcess } from '@parlance/server/test/servers';
import type { Stage } from './stage.ts';

export interface CrowdOrder {
  baseUrl: string;
  tokens: string[];
  /** Sabotage: a client refused at the first attempt does not retry. */
  triesOnce: boolean;
}

export interface CrowdFigures {
  connected: number;
  /** Total number of connects so far. */
  connects: number;
  calls: number;
  callsRepeated: number;
  failures: string[];
}

/** Thousands of members whose clients reconnect by themselves and refetch after each connect. */
export interface Crowd {
  figures(): CrowdFigures;
}

const processes = 2;
const none: CrowdFigures = { connected: 0, connects: 0, calls: 0, callsRepeated: 0, failures: [] };

export function gatherCrowd(stage: Stage, { tokens, ...order }: CrowdOrder): Crowd {
  const share = Math.ceil(tokens.length / processes);
  const told = Array.from({ length: processes }, () => none);
  for (let nth = 0; nth < processes; nth++) {
    const child = fork(join(import.meta.dirname, 'crowd.process.ts'), { stdio: 'inherit' });
    child.on('message', (figures: CrowdFigures) => {
      told[nth] = figures;
    });
    child.send({ ...order, tokens: tokens.slice(nth * share, (nth + 1) * share) } satisfies CrowdOrder);
    stage.defer(() => endProcess(child, 'SIGKILL'));
  }
  const sum = (pick: (figures: CrowdFigures) => number) => told.reduce((total, one) => total + pick(one), 0);
  return {
    figures: () => ({
      connected: sum(({ connected }) => connected),
      connects: sum(({ connects }) => connects),
      calls: sum(({ calls }) => calls),
      callsRepeated: sum(({ callsRepeated }) => callsRepeated),
      failures: told.flatMap(({ failures }) => failures),
    }),
  };
}

/** Access tokens of new members, each with a session. Inserted into the database: sign-ups would take longer than the storm. */
export async function makeTokens(databaseUrl: string, secret: string, count: number): Promise<string[]> {
  const log = createLogger({ level: 'error' });
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '', log });
  const platform = { clock: { now: () => new Date() }, secret } as Platform;
  const tokens: string[] = [];
  await db.transaction().execute(async (tx) => {
    const now = new Date();
    for (let nth = 0; nth < count; nth++) {
      const userId = randomUUID();
      const person = { user_id: userId, name: 'Somebody', created_at: now, updated_at: now };
      await tx.insertInto('users').values(person).execute();
      tokens.push((await startSession(platform, tx, { userId, userAgent: 'chaos' })).accessToken);
    }
  });
  await close();
  return tokens;
}
