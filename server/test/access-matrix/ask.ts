import { errorTable } from '@parlance/contract/error-table';
import { errorBody } from '@parlance/contract/errors';
import { socketConnection } from '@parlance/contract/realtime';
import { io } from 'socket.io-client';
import * as z from 'zod/mini';
import type { Cast } from './people.ts';
import type { Row, Situation } from './table.ts';

/** Sends one call of the table as one caller; returns the table's cell: `200` or `status/code`. */
export async function ask(cast: Cast, row: Row, situation: Situation): Promise<string> {
  const tokens = cast.tokens.get(situation) ?? null;
  const things: Record<string, unknown> = { ...cast.things, callerRefresh: tokens?.refreshToken };
  const input = Object.fromEntries(
    Object.entries(row.input).map(([name, value]) => [name, meaningOf(value, things)]),
  );
  const [method = '', path = ''] = row.call.split(' ');
  if (method === 'socket') return askSocket(cast, path, input, tokens?.accessToken);
  return askHttp(cast, { method, path, input, accessToken: tokens?.accessToken });
}

function meaningOf(value: unknown, things: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => meaningOf(item, things));
  if (value?.constructor === Object) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, meaningOf(inner, things)]));
  }
  if (typeof value !== 'string' || !value.startsWith('$')) return value;
  const name = value.slice(1);
  if (!(name in things)) throw new Error(`the table speaks of ${value}, which nobody made`);
  return things[name];
}

interface HttpCall {
  method: string;
  path: string;
  input: Record<string, unknown>;
  accessToken: string | undefined;
}

async function askHttp(
  { app, things }: Cast,
  { method, path, input, accessToken }: HttpCall,
): Promise<string> {
  const rest = { ...input };
  // The target is the owner by default.
  const given: Record<string, unknown> = { userId: things.owner, ...input };
  const address = path.replaceAll(/\{(\w+)\}|\*/g, (placeholder, name: string | undefined) => {
    const key = name ?? placeholder;
    delete rest[key];
    return String(given[key]);
  });
  const body = method === 'GET' ? undefined : bodyOf(rest);
  const query = method === 'GET' ? `?${new URLSearchParams(rest as Record<string, string>)}` : '';
  const answer = await fetch(`${app.url}${address}${query}`, {
    method,
    headers: {
      ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  return answer.ok ? '200' : cellOf(JSON.parse(text), answer.status);
}

function bodyOf(fields: Record<string, unknown>): string | FormData | undefined {
  const entries = Object.entries(fields);
  if (entries.length === 0) return undefined;
  if (!entries.some(([, value]) => value instanceof Uint8Array)) return JSON.stringify(fields);
  const form = new FormData();
  for (const [name, value] of entries) {
    if (value instanceof Uint8Array) form.set(name, new Blob([new Uint8Array(value)]), name);
    else form.set(name, String(value));
  }
  return form;
}

async function askSocket(
  { app, things }: Cast,
  event: string,
  input: Record<string, unknown>,
  token: string | undefined,
): Promise<string> {
  const socket = io(app.url, {
    path: socketConnection.path,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...(token === undefined ? {} : { auth: { token } }),
  });
  try {
    const refusal = await new Promise<unknown>((resolve) => {
      socket.once('connect', () => resolve(null));
      socket.once('connect_error', (error: Error & { data?: unknown }) => resolve(error.data));
    });
    if (refusal !== null) return cellOf(refusal);
    if (event === 'connect') return '200';
    const { audio, ...params } = { userId: things.owner, ...input } as Record<string, unknown>;
    const args = audio === undefined ? [params] : [audio, params];
    const answer: unknown = await socket.emitWithAck(event, ...args);
    return answer instanceof Object && 'error' in answer ? cellOf(answer.error) : '200';
  } finally {
    socket.disconnect();
  }
}

/** Parses the error body, so that every refusal has the shape of the error table. */
function cellOf(body: unknown, status?: number): string {
  const { code, statusCode } = z.parse(errorBody, body);
  const row = Object.values(errorTable).find((known) => known.code === code);
  if (row?.statusCode !== statusCode || (status !== undefined && status !== statusCode)) {
    throw new Error(`status ${status} with ${JSON.stringify(body)} is no row of the error table`);
  }
  return `${statusCode}/${code}`;
}
