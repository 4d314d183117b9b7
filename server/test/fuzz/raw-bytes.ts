import fc from 'fast-check';

/** Malformed HTTP, written to a connection as raw bytes. */
export interface RawCall {
  kind: 'raw';
  bytes: Buffer;
}

const request = (head: string, body = ''): string =>
  `${head}\r\nHost: localhost\r\nConnection: close\r\n\r\n${body}`;

const spoiled: readonly string[] = [
  '\r\n\r\n',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET http://[::bad/ HTTP/1.1\r\nHost: a\r\n\r\n',
  request('GET /v1/user\u0000 HTTP/1.1'),
  request('GET /v1/\u00ff\u00fe HTTP/1.1'),
  request('GET /v1/user/%C0%AF/profile HTTP/1.1'),
  request('GET /v1/user/%/profile HTTP/1.1'),
  request('GET //v1//data HTTP/1.1'),
  request('GET /v1/data#fragment HTTP/1.1'),
  request('GET * HTTP/1.1'),
  request('OPTIONS * HTTP/1.1'),
  request('TRACE / HTTP/1.1'),
  request('CONNECT example.org:443 HTTP/1.1'),
  request(`GET /${'a'.repeat(20_000)} HTTP/1.1`),
  request(`GET /v1/data HTTP/1.1\r\nX-Long: ${'a'.repeat(20_000)}`),
  request(`GET /v1/data HTTP/1.1\r\n${'X-Many: 1\r\n'.repeat(3000)}X-Last: 1`),
  request('GET /v1/data HTTP/1.1\r\nX-Bad: a\u0000b'),
  request('GET /v1/data HTTP/1.1\r\nBad Name: a'),
  request('GET /v1/data HTTP/1.1\r\nAuthorization: Bearer \u00ff'),
  request('POST /v1/auth HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: -1', '{}'),
  request('POST /v1/auth HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 99999999999', '{}'),
  request('POST /v1/auth HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 5', '{}{}{}{}'),
  request(
    'POST /v1/auth HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 3',
    '{}',
  ),
  request(
    'POST /v1/auth HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked',
    'zz\r\n{}\r\n0\r\n\r\n',
  ),
  request(
    'POST /v1/auth HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: gzip, chunked',
    '0\r\n\r\n',
  ),
  request(
    'POST /v1/user HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=\r\nContent-Length: 4',
    '--\r\n',
  ),
  request('GET /socket.io/ HTTP/1.1'),
  request('GET /socket.io/?EIO=4&transport=polling HTTP/1.1'),
  request('GET /socket.io/?EIO=99&transport=polling HTTP/1.1'),
  request('POST /socket.io/?EIO=4&transport=polling&sid=none HTTP/1.1\r\nContent-Length: 3', '40x'),
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'GET /v1/data HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'PRI *oHTTP/2.0\r\n\r\nSM\r\n\r\n',
];

/** Generates malformed requests, some with changed bytes. */
export const rawCalls: fc.Arbitrary<RawCall> = fc
  .tuple(fc.constantFrom(...spoiled), fc.nat(), fc.nat({ max: 255 }), fc.boolean())
  .map(([text, place, byte, isChanged]) => {
    const bytes = Buffer.from(text, 'latin1');
    if (isChanged) bytes[place % bytes.length] = byte;
    return { kind: 'raw', bytes };
  });
