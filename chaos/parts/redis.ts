import { type RedisCluster, startRedisCluster, startRedisProcess } from '@parlance/server/test/redis';
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
  const { url, port, kill, start, freeze, thaw, command } = await startRedisProcess(stage.folder);
  stage.defer(kill);
  return {
    url,
    port,
    leave: kill,
    comeBack: start,
    freeze,
    thaw,
    async flush() {
      await command('FLUSHALL');
    },
  };
}

/** Three primaries, each with a replica. */
export async function startRedisServers(stage: Stage): Promise<RedisCluster> {
  const cluster = await startRedisCluster(stage.folder, { primaries: 3, replicas: 1 });
  stage.defer(() => cluster.stop());
  return cluster;
}
