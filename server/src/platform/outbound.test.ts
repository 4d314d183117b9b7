import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createCertificate } from '#test/certificate';
import { createOutbound, isPublicAddress, type OutboundOptions, OutboundRefused } from './outbound.ts';

const certificate = createCertificate('service.test', 'inner.test');
const limits = { method: 'GET', timeoutMs: 10_000, maxBytes: 1000 } as const;

/** A server on loopback that only the injected rules make reachable. */
async function startServer(answer: RequestListener, rules: OutboundOptions = {}) {
  let requests = 0;
  const server = createServer(certificate, (request, response) => {
    requests += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('no port');
  const outbound = createOutbound({
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    isAllowed: () => true,
    isAllowedPort: () => true,
    ca: certificate.cert,
    ...rules,
  });
  onTestFinished(async () => {
    outbound.close();
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return {
    outbound,
    url: `https://service.test:${listening.port}`,
    port: listening.port,
    requests: () => requests,
  };
}

describe('requests', () => {
  test('a name that resolves to this machine is refused before a connection', async () => {
    const { outbound, url, requests } = await startServer((_request, response) => response.end(), {
      isAllowed: isPublicAddress,
    });
    await expect(outbound.request(url, limits)).rejects.toBeInstanceOf(OutboundRefused);
    expect(requests()).toBe(0);
  });

  test('one private address among public ones is enough to refuse the name', async () => {
    const { outbound, url } = await startServer((_request, response) => response.end(), {
      resolve: async () => [
        { address: '1.1.1.1', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
      isAllowed: isPublicAddress,
    });
    await expect(outbound.request(url, limits)).rejects.toBeInstanceOf(OutboundRefused);
  });

  test.each(['::1', 'fd00::1', 'fe80::1', '::ffff:10.0.0.1', '64:ff9b::a00:1', '2002:a00:1::'])(
    'a name that resolves to %s beside a public address is refused',
    async (address) => {
      const { outbound, url, requests } = await startServer((_request, response) => response.end(), {
        resolve: async () => [
          { address: '2606:4700::1111', family: 6 },
          { address, family: 6 },
        ],
        isAllowed: isPublicAddress,
      });
      await expect(outbound.request(url, limits)).rejects.toBeInstanceOf(OutboundRefused);
      expect(requests()).toBe(0);
    },
  );

  test('the name is resolved once per connection, and the checked address is used', async () => {
    let resolved = 0;
    const { outbound, url } = await startServer((_request, response) => response.end('reached'), {
      resolve: async () => {
        resolved += 1;
        return [{ address: resolved === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }];
      },
      isAllowed: (address) => address === '127.0.0.1',
    });
    const { status, body } = await outbound.request(url, limits);
    expect([status, body.toString(), resolved]).toEqual([200, 'reached', 1]);
  });

  test('a POST sends body and headers and asks for no encoding', async () => {
    const { outbound, url } = await startServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      response.end(
        JSON.stringify([request.method, request.headers.ttl, request.headers['accept-encoding'], body]),
      );
    });
    const response = await outbound.request(url, {
      ...limits,
      method: 'POST',
      headers: { ttl: '60', 'accept-encoding': 'gzip' },
      body: Buffer.from('hello'),
    });
    expect(JSON.parse(response.body.toString())).toEqual(['POST', '60', 'identity', 'hello']);
  });

  test('an encoded response is refused', async () => {
    const { outbound, url } = await startServer((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    );
    await expect(outbound.request(url, limits)).rejects.toBeInstanceOf(OutboundRefused);
  });

  test('a long response is cut off at the limit, one of exactly the limit is not', async () => {
    const { outbound, url } = await startServer((request, response) =>
      response.end('x'.repeat(request.url === '/long' ? 1001 : 1000)),
    );
    const long = await outbound.request(`${url}/long`, limits);
    expect([long.status, long.body.length, long.isTruncated]).toEqual([200, 1000, true]);
    const full = await outbound.request(url, limits);
    expect([full.body.length, full.isTruncated]).toEqual([1000, false]);
  });

  test.each([
    [100_000, false],
    [100_001, true],
  ])('a response in %i single bytes is cut off: %s', async (bytes, isTruncated) => {
    const { outbound, url } = await startServer(({ socket }) => {
      socket.write(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(bytes)}`);
      socket.write('0\r\n\r\n');
    });
    const response = await outbound.request(url, { ...limits, maxBytes: 200_000 });
    expect([response.body.length, response.isTruncated]).toEqual([bytes, isTruncated]);
  });

  test('closing ends a request in progress and refuses further ones', async () => {
    const { outbound, url, requests } = await startServer(() => outbound.close());
    const unavailable = { errorName: 'ServerError', statusCode: 503 };
    await expect(outbound.request(url, limits)).rejects.toMatchObject(unavailable);
    await expect(outbound.request(url, limits)).rejects.toMatchObject(unavailable);
    expect(requests()).toBe(1);
  });

  test('a response that never comes ends with the timeout', async () => {
    const { outbound, url } = await startServer(() => {});
    await expect(outbound.request(url, { ...limits, timeoutMs: 200 })).rejects.toMatchObject({
      code: 'ABORT_ERR',
    });
  });

  test('a response that trickles ends with the timeout, too', async () => {
    const { outbound, url } = await startServer((_request, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    await expect(outbound.request(url, { ...limits, timeoutMs: 300 })).rejects.toThrow();
  });

  test('two requests at once resolve and check the name for each connection', async () => {
    let resolved = 0;
    const { outbound, url, requests } = await startServer((_request, response) => response.end(), {
      resolve: async () => {
        resolved += 1;
        return [{ address: resolved === 1 ? '127.0.0.1' : '127.0.0.9', family: 4 }];
      },
      isAllowed: (address) => address === '127.0.0.1',
    });
    const both = await Promise.allSettled([outbound.request(url, limits), outbound.request(url, limits)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(requests()).toBe(1);
  });

  test('another name than that of the certificate is an error', async () => {
    const { outbound, port } = await startServer((_request, response) => response.end());
    await expect(outbound.request(`https://other.test:${port}/`, limits)).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });
});

describe('redirects', () => {
  const hop: RequestListener = (request, response) => {
    const count = Number(request.url?.slice(1));
    if (count === 0) response.end('arrived');
    else response.writeHead(302, { location: `/${count - 1}` }).end();
  };

  test('none is followed by default', async () => {
    const { outbound, url, requests } = await startServer(hop);
    expect((await outbound.request(`${url}/1`, limits)).status).toBe(302);
    expect(requests()).toBe(1);
  });

  test('as many are followed as allowed', async () => {
    const { outbound, url } = await startServer(hop);
    const three = { ...limits, redirectsMax: 3 };
    expect((await outbound.request(`${url}/3`, three)).body.toString()).toBe('arrived');
    expect((await outbound.request(`${url}/4`, three)).status).toBe(302);
  });

  test.each(['http://service.test/', 'https://127.0.0.9/', 'https://user@service.test/', 'https://['])(
    'a redirect to %s is refused',
    async (location) => {
      const { outbound, url } = await startServer(
        (_request, response) => response.writeHead(307, { location }).end(),
        { isAllowed: (address) => address === '127.0.0.1' },
      );
      await expect(outbound.request(url, { ...limits, redirectsMax: 3 })).rejects.toBeInstanceOf(
        OutboundRefused,
      );
    },
  );

  test('a redirect to a name of this network is refused', async () => {
    const { outbound, url, requests, port } = await startServer(
      (_request, response) => response.writeHead(302, { location: `https://inner.test:${port}/` }).end(),
      {
        resolve: async (host) => [
          { address: host === 'service.test' ? '127.0.0.1' : '127.0.0.9', family: 4 },
        ],
        isAllowed: (address) => address === '127.0.0.1',
      },
    );
    await expect(outbound.request(url, { ...limits, redirectsMax: 3 })).rejects.toBeInstanceOf(
      OutboundRefused,
    );
    expect(requests()).toBe(1);
  });
});
