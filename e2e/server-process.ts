import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LongTalk } from './long-talk.ts';
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

/** The real server, in a process of its own with an empty embedded database. */
export interface ServerProcess {
  url: string;
  /** Moves the server's clock forward. The browser's clock stays. */
  advanceClock(ms: number): Promise<void>;
  /** Gives two people a long history. */
  rememberTalk(talk: LongTalk): Promise<void>;
  /** Newest first. */
  outbox(): Promise<OutboxEntry[]>;
  stop(): Promise<void>;
}

export async function startServer(settings: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-journey-'));
  const child = fork(join(import.meta.dirname, 'server-under-test.ts'), {
    // Not the whole environment: it might name a real database.
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      DEMO_DATA: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    execArgv: [],
  });
  child.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
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
  return {
    url: ready.url,
    async advanceClock(ms) {
      ask({ advanceMs: ms });
      await answer();
    },
    async rememberTalk(longTalk) {
      ask({ longTalk });
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
  };
}
