import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

const channel = 'fastify.initialization';

/** Runs `start` and returns its result and all registered routes, such as `GET /v1/user/{id}`. */
export async function watchRoutes<Result>(start: () => Promise<Result>): Promise<[Result, string[]]> {
  const found = new Set<string>();
  const watch = (message: unknown): void => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      // Fastify adds HEAD to every GET.
      for (const name of [method].flat()) {
        if (name !== 'HEAD') found.add(`${name} ${url.replaceAll(/:(\w+)/g, '{$1}')}`);
      }
    });
  };
  subscribe(channel, watch);
  try {
    return [await start(), [...found]];
  } finally {
    unsubscribe(channel, watch);
  }
}
