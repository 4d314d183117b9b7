import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type AppNode, nodeEnvironment, startNode } from './node.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { type Redis, startRedis } from './redis.ts';
import type { Stage } from './stage.ts';

export interface Cluster {
  postgres: Postgres;
  /** Serves the nodes unless they were given another address. */
  redis: Redis;
  nodes: AppNode[];
  dataDir: string;
  /** The home node of the nth member. */
  nodeOf(nth: number): AppNode;
  /** Unexpected exits. */
  surprises(): string[];
}

export interface ClusterOptions {
  nodes: number;
  env?: Record<string, string>;
  preload?: string | undefined;
  nodeArguments?: string[];
  redisUrl?: string;
}

export async function startCluster(stage: Stage, options: ClusterOptions): Promise<Cluster> {
  const [postgres, redis] = await Promise.all([startPostgres(stage), startRedis(stage)]);
  const dataDir = join(stage.folder, 'data');
  mkdirSync(dataDir);
  const env = {
    ...nodeEnvironment({ databaseUrl: postgres.url, redisUrl: options.redisUrl ?? redis.url, dataDir }),
    ...options.env,
  };
  const { preload, nodeArguments } = options;
  const nodes = await Promise.all(
    Array.from({ length: options.nodes }, () => startNode(stage, { env, preload, nodeArguments })),
  );
  return {
    postgres,
    redis,
    nodes,
    dataDir,
    nodeOf: (nth) => nodes[nth % nodes.length] as AppNode,
    surprises: () => nodes.flatMap(({ surprises }) => surprises),
  };
}
