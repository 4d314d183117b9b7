import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@parlance/server/test/servers';

const deployed = join(import.meta.dirname, '../deploy');
const secret = 'only-for-this-run';
// A local address that no browser uses.
const host = '127.0.0.2';

export interface Coturn {
  host: string;
  port: number;
  secret: string;
  /** The user-quota of the deployed settings. */
  userQuota: number;
  /** Restarts it, which drops all allocations. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startCoturn(program: string): Promise<Coturn> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-relay-'));
  const port = await freePort();
  const settings = readFileSync(join(deployed, 'turnserver.conf'), 'utf8');
  const userQuota = Number(/^user-quota=(\d+)$/m.exec(settings)?.[1]);
  const base = join(folder, 'base.conf');
  const own = [
    `listening-ip=${host}`,
    `relay-ip=${host}`,
    'allow-loopback-peers',
    `userdb=${join(folder, 'db')}`,
  ];
  writeFileSync(
    base,
    `${settings.replace(/^listening-port=.*$/m, `listening-port=${port}`)}\n${own.join('\n')}\n`,
  );
  const start = async (): Promise<ChildProcess> => {
    const child = spawn('sh', [join(deployed, 'relay.sh'), base], {
      env: {
        PATH: process.env.PATH,
        TMPDIR: folder,
        TURNSERVER: program,
        TURN_SECRET: secret,
        TURN_EXTERNAL_IP: host,
        TURN_RELAY_IP: host,
      },
      stdio: 'ignore',
    });
    await once(child, 'spawn');
    return child;
  };
  let running = await start();
  const end = async () => {
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  };
  return {
    host,
    port,
    secret,
    userQuota,
    async restart() {
      await end();
      running = await start();
    },
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
