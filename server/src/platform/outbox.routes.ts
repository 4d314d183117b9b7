import { ApiError } from '@parlance/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Outbox } from './outbox.ts';
import { renderOutboxPage } from './outbox-page.ts';
import { isOwnHost } from './own-host.ts';

/** Never call this in production: the page shows the sign-in codes of every account. */
export function registerOutboxRoutes(
  fastify: FastifyInstance,
  outbox: Outbox,
  config: { publicUrl: string },
): void {
  const onRequest = async (request: FastifyRequest) => {
    if (!isOwnHost(config, request.headers.host)) throw new ApiError('EndpointNotFound');
  };
  const options = { onRequest, config: { cost: 5 } };
  fastify.get('/dev/outbox', options, async (_request, reply) => {
    const { html, contentSecurityPolicy } = renderOutboxPage(outbox.entries());
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy)
      .header('cache-control', 'no-store')
      .send(html);
  });
  // `?to=` selects one address: the whole outbox is megabytes, and a test asks many times.
  fastify.get<{ Querystring: { to?: string } }>('/dev/outbox.json', options, async ({ query }, reply) => {
    const entries = outbox.entries().filter(({ to }) => query.to === undefined || to === query.to);
    return reply.header('cache-control', 'no-store').send(entries);
  });
}
