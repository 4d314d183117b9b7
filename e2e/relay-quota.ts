import { randomUUID } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createCallPort } from '@parlance/client/call';
import { createRealtime } from '@parlance/client/realtime';
import {
  readStunAnswer,
  type StunAnswer,
  type StunIdentity,
  stunRequest,
} from '@parlance/server/call/stun-message';
import { turnCredentials } from '@parlance/server/call/turn';
import { expect } from '@playwright/test';
import type { SessionNow } from './calls.ts';
import type { Coturn } from './coturn.ts';
import type { Person } from './people.ts';
import type { ServerProcess } from './server-process.ts';

const joins = 20;
type Credentials = Pick<StunIdentity, 'username' | 'credential'>;

/** An allocation, or the error code of its refusal. */
interface Allocation {
  code: number;
  /** Releases it; returns 0 or the error code. */
  release(): Promise<number>;
  close(): void;
}

async function ask(socket: Socket, { host, port }: Coturn, request: Buffer): Promise<StunAnswer> {
  const heard = once(socket, 'message', { signal: AbortSignal.timeout(10_000) });
  socket.send(request, port, host);
  const [bytes] = (await heard) as [Buffer];
  const answer = readStunAnswer(bytes);
  if (!answer) throw new Error('half an answer');
  return answer;
}

async function allocate(coturn: Coturn, credentials: Credentials): Promise<Allocation> {
  const socket = createSocket('udp4');
  const { realm, nonce } = await ask(socket, coturn, stunRequest('allocate', null));
  if (!realm || !nonce) throw new Error('the relay asks for no name');
  const identity = { ...credentials, realm, nonce };
  const codeOf = ({ isSuccess, errorCode }: StunAnswer) => (isSuccess ? 0 : errorCode);
  return {
    code: codeOf(await ask(socket, coturn, stunRequest('allocate', identity))),
    release: async () => codeOf(await ask(socket, coturn, stunRequest('refresh', identity))),
    close: () => socket.close(),
  };
}

/** The credentials of twenty joins of one member. */
async function joinOften(
  server: ServerProcess,
  { client }: Person,
  scheduleSlotId: string,
): Promise<Credentials[]> {
  const realtime = createRealtime({ baseUrl: server.url, sockets: true, tokens: client.session.tokens });
  await realtime.whenConnected();
  const call = createCallPort(realtime);
  const given: Credentials[] = [];
  for (let count = 0; count < joins; count += 1) {
    const peerId = randomUUID();
    const { iceServers } = await call.emit('call:join', { scheduleSlotId, peerId });
    const [{ username = '', credential = '' } = {}] = iceServers;
    given.push({ username, credential });
    await call.emit('call:leave', { scheduleSlotId, peerId });
  }
  realtime.close();
  return given;
}

/** Twenty joins open no more allocations than one, and another member is not affected. */
export async function proveQuota(
  coturn: Coturn,
  server: ServerProcess,
  { owner, guest, slot }: SessionNow,
): Promise<string> {
  const given = await joinOften(server, owner, slot.scheduleSlotId);
  const allocations: Allocation[] = [];
  for (const credentials of given)
    for (let count = 0; count < 2; count += 1) allocations.push(await allocate(coturn, credentials));
  const codes = allocations.map(({ code }) => code);
  const [theirs] = await joinOften(server, guest, slot.scheduleSlotId);
  if (!theirs) throw new Error('nothing was given');
  const other = await allocate(coturn, theirs);
  try {
    expect(codes.filter((code) => code === 0)).toHaveLength(coturn.userQuota);
    expect(new Set(codes.slice(coturn.userQuota))).toEqual(new Set([486]));
    expect(other.code).toBe(0);
  } finally {
    for (const { release, close, code } of [...allocations, other]) {
      if (code === 0) await release();
      close();
    }
  }
  return `${joins} joins, ${codes.length} allocations asked for, ${codes.filter((code) => code === 0).length} opened, the others refused with 486`;
}

/** An expired username cannot allocate, but can still refresh and release its earlier allocations. */
export async function proveExpiry(coturn: Coturn): Promise<string> {
  const credentials = turnCredentials(coturn.secret, 'expiry', new Date(Date.now() + 3000));
  const before = await allocate(coturn, credentials);
  expect(before.code).toBe(0);
  const codeNow = async () => {
    const { code, release, close } = await allocate(coturn, credentials);
    if (code === 0) await release();
    close();
    return code;
  };
  await expect.poll(codeNow, { timeout: 15_000 }).toBe(401);
  expect(await before.release()).toBe(0);
  before.close();
  return 'an expired username is refused with 401, and a refresh of what it opened before is accepted';
}
