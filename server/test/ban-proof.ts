import { createCalls } from '@parlance/client/http';
import { ApiError } from '@parlance/contract/errors';
import { io, type Socket } from 'socket.io-client';
import { startSession } from '#access/access';
import type { App } from '#app';
import { banUser } from '#moderation/moderation';
import { newId } from '#platform/ids';
import type { Platform } from '#platform/platform';

/** The observed effects of one ban. Success is an empty list of problems. */
export interface BanOutcome {
  /** From the ban's response to the last disconnect. */
  cutAfterMs: number;
  /** From the ban's response to the first refusal on each node. */
  refusedAfterMs: number;
  problems: string[];
}

const banned = 3001;
const cutWithinMs = 1000;
const refusalPollMs = 20;

/**
 * Bans a member with a socket on each of two nodes, continuous messages through both, and one request in progress. `waits` lets the
 * caches expire, in real time or by a test clock. `now` measures in milliseconds.
 */
export async function banOnTwoNodes(
  [near, far]: [App, App],
  waits: (ms: number) => Promise<void>,
  now = () => performance.now(),
): Promise<BanOutcome> {
  const { platform } = near;
  const problems: string[] = [];
  const [mallory, ben] = [await member(platform), await member(platform)];
  const sockets = [await connect(near, mallory), await connect(far, mallory)];
  const listener = await connect(far, ben);
  const outsiders = [near, far].map((node) => callsOn(node, mallory));

  // A partner sends to Mallory continuously; no message must arrive after the disconnect.
  let received = 0;
  for (const socket of sockets) socket.on('chat:message', () => (received += 1));
  const writing = new AbortController();
  const talk = [
    keepSending(
      () => callsOn(near, ben).sendTextMessage({ userId: mallory.userId, content: 'hi' }),
      writing.signal,
    ),
    ...outsiders.map((calls) =>
      keepSending(() => calls.sendTextMessage({ userId: ben.userId, content: 'buy' }), writing.signal),
    ),
    ...sockets.map((socket) =>
      keepSending(
        () => socket.emitWithAck('chat:message', { userId: ben.userId, content: 'buy' }),
        writing.signal,
      ),
    ),
  ];
  const halfWay = await openHalfWay(far, mallory, ben.userId);
  await heard(listener, 'chat:message');

  const cut = sockets.map((socket) => heard(socket, 'disconnect').then(now));
  await banUser(platform, null, mallory.userId, 'spam');
  const answeredAt = now();
  const storedAtBan = await countMessages(platform, mallory.userId, ben.userId);
  const cutAt = await Promise.race([Promise.all(cut), timeout(cutWithinMs * 5)]);
  const cutAfterMs = cutAt === null ? Number.POSITIVE_INFINITY : Math.max(...cutAt) - answeredAt;
  if (cutAfterMs > cutWithinMs) problems.push(`a socket stood ${cutAfterMs} ms after the ban`);

  const answer = await halfWay.finish();
  if (answer !== banned) problems.push(`the call under way was answered ${answer}`);
  const receivedAtCut = received;
  let refusedAfterMs = 0;
  for (const calls of outsiders) {
    while ((await codeOf(calls.getUser())) !== banned) {
      if (now() - answeredAt > cutWithinMs * 5) break;
      await waits(refusalPollMs);
    }
    refusedAfterMs = Math.max(refusedAfterMs, now() - answeredAt);
    if (refusedAfterMs > cutWithinMs) problems.push(`a call was let in ${refusedAfterMs} ms after the ban`);
    const codes = await Promise.all([
      codeOf(calls.getUser()),
      codeOf(calls.searchUsers({})),
      codeOf(calls.listChats({})),
      codeOf(calls.updateUser({ name: 'Back' })),
      codeOf(calls.sendTextMessage({ userId: ben.userId, content: 'still here' })),
    ]);
    if (codes.some((code) => code !== banned)) problems.push(`calls after the ban answered ${codes}`);
  }
  for (const node of [near, far]) {
    const refusal = await handshake(node, mallory);
    if (refusal !== banned) problems.push(`a handshake after the ban answered ${refusal}`);
  }
  writing.abort();
  await Promise.all(talk);
  const stored = await countMessages(platform, mallory.userId, ben.userId);
  if (stored !== storedAtBan) problems.push(`${stored - storedAtBan} messages were stored after the ban`);
  if (received !== receivedAtCut) problems.push('a socket received something after the cut');
  for (const socket of [...sockets, listener]) socket.disconnect();
  return { cutAfterMs, refusedAfterMs, problems };
}

interface Member {
  userId: string;
  accessToken: string;
}

async function member(platform: Platform): Promise<Member> {
  const { clock, db } = platform;
  const now = clock.now();
  const userId = newId(clock);
  const email = `${userId}@example.org`;
  await db.insertInto('users').values({ user_id: userId, created_at: now, updated_at: now, email }).execute();
  const { accessToken } = await db
    .transaction()
    .execute((tx) => startSession(platform, tx, { userId, userAgent: 'proof' }));
  return { userId, accessToken };
}

const callsOn = ({ url }: App, { accessToken }: Member) =>
  createCalls({ baseUrl: url, getAccessToken: () => accessToken });

const open = ({ url }: App, { accessToken }: Member): Socket =>
  io(url, { auth: { token: accessToken }, transports: ['websocket'], reconnection: false, forceNew: true });

const heard = (socket: Socket, event: string): Promise<void> =>
  new Promise((resolve) => socket.once(event, () => resolve()));

async function connect(node: App, person: Member): Promise<Socket> {
  const socket = open(node, person);
  await heard(socket, 'connect');
  return socket;
}

async function handshake(node: App, person: Member): Promise<unknown> {
  const socket = open(node, person);
  const answer = await Promise.race([
    heard(socket, 'connect').then(() => 'connected'),
    new Promise((resolve) => socket.once('connect_error', (error) => resolve(codeIn(error)))),
  ]);
  socket.disconnect();
  return answer;
}

const codeIn = (error: Error): unknown => (error as Error & { data?: { code?: number } }).data?.code;

/** Opens a request whose headers are accepted and whose body waits for `finish`. */
async function openHalfWay({ url }: App, { accessToken }: Member, toUserId: string) {
  const body = Buffer.from(JSON.stringify({ content: 'sent before, arrived after' }));
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isRead: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    isRead = resolve;
  });
  const stream = new ReadableStream({
    async start(controller) {
      controller.enqueue(body.subarray(0, 5));
    },
    async pull(controller) {
      isRead();
      await released;
      controller.enqueue(body.subarray(5));
      controller.close();
    },
  });
  const answered = fetch(`${url}/v1/chat/dm/${toUserId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: stream,
    duplex: 'half',
  } as RequestInit).then(
    async (response) => ((await response.json()) as { code?: number }).code ?? response.status,
  );
  await begun;
  return {
    finish: () => {
      release();
      return answered;
    },
  };
}

/** Sends messages in sequence; refusals and lost sockets are expected. */
async function keepSending(send: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await Promise.race([send().catch(() => undefined), timeout(50)]);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const timeout = (ms: number): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), ms).unref());

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );

async function countMessages({ db }: Platform, ...people: string[]): Promise<number> {
  const { count } = await db
    .selectFrom('chat_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('from_user_id', 'in', people)
    .executeTakeFirstOrThrow();
  return count;
}
