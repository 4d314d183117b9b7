import type { FastifyInstance } from 'fastify';
import type { Outbox } from './outbox.ts';
import { renderOutboxPage } from './outbox-page.ts';

/** Never call this in production: whoever reads the page can sign in as anybody. */
export function registerOutboxRoutes(fastify: FastifyInstance, outbox: Outbox): void {
  fastify.get('/dev/outbox', async (_request, reply) => {
    const { html, contentSecurityPolicy } = renderOutboxPage(outbox.entries());
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy)
      .header('cache-control', 'no-store')
      .send(html);
  });
  fastify.get('/dev/outbox.json', async (_request, reply) => {
    return reply.header('cache-control', 'no-store').send(outbox.entries());
  });
}
