import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { createOutbound, type Outbound } from '#platform/outbound';
import { afterTest } from '#test/after-test';
import { createCertificate } from '#test/certificate';

export interface CalendarAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

type Answer = (request: IncomingMessage) => CalendarAnswer | Promise<CalendarAnswer>;

/** A calendar service on loopback, under any name of `hosts`. Only its own `outbound` reaches it: the guard of the product refuses loopback. */
export interface CalendarServer {
  address: string;
  outbound: Outbound;
  /** Received requests, oldest first. */
  requests: IncomingMessage[];
  /** Sets what every further request gets; a promise lets it wait. */
  serve(answer: string | Answer): void;
}

const hosts = ['calendar.test', 'other-calendar.test'];
const certificate = createCertificate(...hosts);

export async function startCalendarServer(): Promise<CalendarServer> {
  let answer: Answer = () => ({ status: 404 });
  const requests: IncomingMessage[] = [];
  const server = createServer(certificate, async (request, response) => {
    requests.push(request);
    const { status = 200, headers = {}, body = '' } = await answer(request);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('no port');
  afterTest(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    return undefined;
  });
  return {
    address: `https://calendar.test:${listening.port}/zyxw-secret/basic.ics`,
    outbound: createOutbound({
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      isAllowed: () => true,
      isAllowedPort: () => true,
      ca: certificate.cert,
    }),
    requests,
    serve(next) {
      answer = typeof next === 'string' ? () => ({ body: next }) : next;
    },
  };
}
