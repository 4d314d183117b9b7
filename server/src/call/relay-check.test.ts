import { createHash, createHmac } from 'node:crypto';
import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { afterTest } from '#test/after-test';
import { relayProblem } from './relay-check.ts';
import { readStunAnswer, stunRequest } from './stun-message.ts';
import { turnCredentials } from './turn.ts';

const until = new Date('2030-03-05T10:00:00.000Z');

test('the relay username is an expiry and a name, the password a keyed hash of both', () => {
  const { username, credential } = turnCredentials('the secret of the relay', 'a-name', until);
  expect(username).toBe('1898935200:a-name');
  expect(credential).toMatch(/^[A-Za-z0-9+/]{27}=$/);
  expect(turnCredentials('another secret', 'a-name', until).credential).not.toBe(credential);
});

// RFC 5769, 2.4: a request with long-term authentication; name, realm and password are those of the RFC.
test('a request is signed according to RFC 8489', () => {
  const identity = {
    username: 'user',
    credential: 'pass',
    realm: Buffer.from('example.org'),
    nonce: Buffer.from('f//499k954d6OL34oL9FSTvy64sA'),
  };
  const request = stunRequest('allocate', identity);
  expect(request.readUInt16BE(0)).toBe(3);
  expect(request.readUInt32BE(4)).toBe(0x2112a442);
  expect(request.readUInt16BE(2)).toBe(request.length - 20);
  expect(request.length % 4).toBe(0);
  const integrity = request.subarray(-24);
  expect([integrity.readUInt16BE(0), integrity.readUInt16BE(2)]).toEqual([8, 20]);
  const key = createHash('md5').update('user:example.org:pass').digest();
  const signature = createHmac('sha1', key).update(request.subarray(0, -24)).digest();
  expect(integrity.subarray(4)).toEqual(signature);
});

/** A fake relay: 401 with realm and nonce to a request without a name, then the given answer. */
async function startRelay(
  second: { type: number; code?: number } | null,
  requests: Buffer[] = [],
): Promise<string> {
  const socket = createSocket('udp4');
  const attribute = (type: number, value: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(type, 0);
    head.writeUInt16BE(value.length, 2);
    return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
  };
  socket.on('message', (request: Buffer, { port, address }: RemoteInfo) => {
    requests.push(request);
    const isNamed = request.length > 40;
    const answer = isNamed ? second : { type: 0x0113, code: 401 };
    if (!answer) return;
    const { type, code } = answer;
    const body = Buffer.concat([
      ...(code === undefined ? [] : [attribute(9, Buffer.from([0, 0, Math.floor(code / 100), code % 100]))]),
      attribute(0x14, Buffer.from('example.org')),
      attribute(0x15, Buffer.from('nonce')),
    ]);
    const head = Buffer.alloc(20);
    request.copy(head, 4, 4, 20);
    head.writeUInt16BE(type, 0);
    head.writeUInt16BE(body.length, 2);
    socket.send(Buffer.concat([head, body]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  afterTest(async () => {
    socket.close();
    return undefined;
  });
  return `turn:127.0.0.1:${socket.address().port}`;
}

const credentials = turnCredentials('secret', 'a-name', until);

test('a relay that allocates an address passes, and the address is released', async () => {
  const requests: Buffer[] = [];
  expect(await relayProblem(await startRelay({ type: 0x0103 }, requests), credentials)).toBeNull();
  expect(requests.map((request) => request.readUInt16BE(0))).toEqual([3, 3, 4]);
  // LIFETIME 0 (RFC 8656, 7.2).
  expect(requests[2]?.subarray(20, 28)).toEqual(Buffer.from([0, 13, 0, 4, 0, 0, 0, 0]));
});

test('a refused password is reported with what to check', async () => {
  const url = await startRelay({ type: 0x0113, code: 401 });
  expect(await relayProblem(url, credentials)).toContain('TURN_SECRET');
  expect(await relayProblem(await startRelay({ type: 0x0113, code: 486 }), credentials)).toBe(
    'it answered 486',
  );
});

test('a closed port and an invalid address are reported', async () => {
  expect(await relayProblem('turn:127.0.0.1:1?transport=tcp', credentials)).toContain('ECONNREFUSED');
  expect(await relayProblem('stun:127.0.0.1', credentials)).toBe('not an address of a relay');
});

test('a truncated response is ignored', () => {
  const whole = stunRequest('allocate', null);
  expect(readStunAnswer(whole.subarray(0, whole.length - 1))).toBeNull();
  expect(readStunAnswer(whole.subarray(0, 10))).toBeNull();
});
