import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { endProcess, findProgram, freePort, launchRedis, untilReady } from '@parlance/server/test/servers';
import type { Stage } from './stage.ts';

/** A Redis without persistence. */
export interface Redis {
  url: string;
  port: number;
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  /** Suspends the process: its connections stay open but get no response. */
  freeze(): void;
  thaw(): void;
  flush(): Promise<void>;
}

export async function startRedis(stage: Stage): Promise<Redis> {
  const program = findProgram('redis-server', 'redis-server');
  const port = await freePort();
  let server: ChildProcess | undefined;
  const launch = async (): Promise<void> => {
    server = launchRedis(program, stage.folder, port);
    await untilReady(server);
  };
  const leave = async () => {
    await endProcess(server, 'SIGKILL');
  };
  stage.defer(leave);
  await launch();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    leave,
    comeBack: launch,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    async flush() {
      const connection = createConnection({ host: '127.0.0.1', port });
      connection.write('FLUSHALL\r\n');
      await once(connection, 'data');
      connection.destroy();
    },
  };
}
