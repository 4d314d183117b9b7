import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LongTalk } from './long-talk.ts';
import type { ManyPeople } from './many-people.ts';
import type { FromServer, ToServer } from './server-under-test.ts';

/** A mail or text message that would have left. */
export interface OutboxEntry {
  channel: 'email' | 'sms';
  to: string;
  subject: string | null;
  text: string;
  html: string | null;
  sentAt: string;
}

/** The real server, in a process of its own with an empty embedded database, a folder of its own unless it is given one. */
export interface ServerProcess {
  url: string;
  /** How far its clock is before the right one, by journeys before this one too. */
  clockAheadMs(): number;
  /** Moves the server's clock forward. The browser's clock stays. */
  advanceClock(ms: number): Promise<void>;
  /** Gives two people a long history. */
  rememberTalk(talk: LongTalk): Promise<void>;
  /** Adds many people at once. */
  addPeople(people: ManyPeople): Promise<void>;
  /** Newest first. */
  outbox(): Promise<OutboxEntry[]>;
  stop(): Promise<void>;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
}

export async function startServer(settings: Record<string, string> = {}): Promise<ServerProcess> {
  const ownFolder = settings.DATA_DIR ? undefined : makeDataFolder(settings);
  const child = fork(join(import.meta.dirname, 'server-under-test.ts'), {
    // Not the whole environment: it might name a real database.
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: ownFolder,
      DEMO_DATA: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    execArgv: [],
  });
  child.once('exit', () => ownFolder && rmSync(ownFolder, { recursive: true, force: true }));
  const ended = once(child, 'exit');
  const answer = async (): Promise<FromServer> => {
    const died = ended.then(([code]) => {
      throw new Error(`the server ended with code ${code}`);
    });
    const [message] = await Promise.race([once(child, 'message'), died]);
    return message;
  };
  const ask = (message: ToServer) => child.send(message);

  const ready = await answer();
  if (ready === 'done') throw new Error('the server spoke out of turn');
  let clockAheadMs = 0;
  return {
    url: ready.url,
    clockAheadMs: () => clockAheadMs,
    async advanceClock(ms) {
      clockAheadMs += ms;
      ask({ advanceMs: ms });
      await answer();
    },
    async rememberTalk(longTalk) {
      ask({ longTalk });
      await answer();
    },
    async addPeople(people) {
      ask({ people });
      await answer();
    },
    async outbox() {
      const response = await fetch(new URL('/dev/outbox.json', ready.url));
      return (await response.json()) as OutboxEntry[];
    },
    async stop() {
      ask('stop');
      const [code] = await ended;
      if (code !== 0) throw new Error(`the server stopped with code ${code}`);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A copy of the set-up's folder, whose database is made already; the demo moves in at a first start. */
function makeDataFolder({ DEMO_DATA }: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-journey-'));
  const template = process.env.JOURNEYS_TEMPLATE;
  if (template && DEMO_DATA !== 'on') cpSync(template, folder, { recursive: true });
  return folder;
}
