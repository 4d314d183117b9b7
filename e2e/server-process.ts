import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LongTalk } from './long-talk.ts';
import type { MuchData } from './much-data.ts';
import type { FromServer, ToServer } from './server-under-test.ts';

export interface OutboxEntry {
  channel: 'email' | 'sms';
  to: string;
  subject: string | null;
  text: string;
  html: string | null;
  sentAt: string;
}

/** The real server in a child process, with an empty embedded database, in a new folder unless one is given. */
export interface ServerProcess {
  url: string;
  /** Offset of its clock, including that of earlier journeys. */
  clockAheadMs(): number;
  /** Moves the server's clock forward, not the browser's. */
  advanceClock(ms: number): Promise<void>;
  rememberTalk(talk: LongTalk): Promise<void>;
  fillUp(data: MuchData): Promise<void>;
  /** Runs a command of `npm run admin` and returns its output. */
  operate(...args: string[]): Promise<string>;
  /** Newest first, of one address or of all. */
  outbox(to?: string): Promise<OutboxEntry[]>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export async function startServer(
  settings: Record<string, string> = {},
  /** The folder e2e of another version. */
  folder = import.meta.dirname,
): Promise<ServerProcess> {
  const ownFolder = settings.DATA_DIR ? undefined : makeDataFolder(settings);
  const child = fork(join(folder, 'server-under-test.ts'), {
    // Not the whole environment, which may name a real database.
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
  if (ready === 'done' || !('url' in ready)) throw new Error('the server spoke out of turn');
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
    async fillUp(muchData) {
      ask({ muchData });
      await answer();
    },
    async operate(...args) {
      ask({ operate: args });
      const message = await answer();
      if (message === 'done' || !('output' in message)) throw new Error('the command has no output');
      return message.output;
    },
    async outbox(to) {
      const address = new URL('/dev/outbox.json', ready.url);
      if (to !== undefined) address.searchParams.set('to', to);
      const response = await fetch(address);
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

/** Copies the template folder with its prepared database; demo data need a first start and so an empty folder. */
function makeDataFolder({ DEMO_DATA }: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-journey-'));
  const template = process.env.JOURNEYS_TEMPLATE;
  if (template && DEMO_DATA !== 'on') cpSync(template, folder, { recursive: true });
  return folder;
}
