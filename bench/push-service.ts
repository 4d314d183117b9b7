// A push service on loopback that accepts everything and notes when it arrived. Decrypting would compete with the sender for the processors.
import { createServer } from 'node:https';
import { createCertificate } from '@parlance/server/test/certificate';
import { answerQuestions, listenAnywhere } from './processes.ts';
import { wallMs } from './push-clock.ts';

/** The host by which senders know the service. */
const host = 'push.test';

export interface PushServiceAddress {
  host: string;
  port: number;
  ca: string;
}

const certificate = createCertificate(host);
const arrivals = new Map<string, number[]>();

const server = createServer(certificate, (request, response) => {
  const path = request.url ?? '';
  const times = arrivals.get(path);
  if (times) times.push(wallMs());
  else arrivals.set(path, [wallMs()]);
  request.resume();
  request.on('end', () => response.writeHead(201).end());
});
const port = listenAnywhere(server);

answerQuestions({
  address: async (): Promise<PushServiceAddress> => ({ host, port: await port, ca: certificate.cert }),
  count: () => arrivals.values().reduce((sum, times) => sum + times.length, 0),
  /** Arrivals by path since the last call, in milliseconds of the wall clock. */
  take: (): [string, number[]][] => {
    const taken = [...arrivals];
    arrivals.clear();
    return taken;
  },
});
