import { Socket } from 'node:net';
import { freePort } from '@parlance/server/test/servers';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layOut, type PairServer } from './postgres-pair.ts';
import { onStage } from './stage.ts';

// Tests the role of HAProxy's check on a real Postgres, with the deployed roles and access rules.
const proxyAddress = '127.0.0.1';
const otherAddress = '127.0.0.3';
let server: PairServer;
let finish: () => void;
let stage: Promise<void>;

beforeAll(async () => {
  const ready = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  finish = over.resolve;
  stage = onStage(async (own) => {
    const port = await freePort();
    const made = layOut(own, { name: 'pg1', port, primaryPort: port });
    await made.make();
    await made.start();
    await made.psql('roles.sql');
    server = made;
    ready.resolve();
    await over.promise;
  });
  stage.catch(ready.reject);
  await ready.promise;
});

afterAll(async () => {
  finish();
  await stage;
});

/** A socket bound to a chosen local address. */
class SocketFrom extends Socket {
  readonly #localAddress: string;
  constructor(localAddress: string) {
    super();
    this.#localAddress = localAddress;
  }
  override connect(...[port, host]: unknown[]): this {
    return super.connect({ port: Number(port), host: String(host), localAddress: this.#localAddress });
  }
}

async function connect({ database = 'postgres', from = proxyAddress } = {}): Promise<pg.Client> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: server.port,
    user: 'haproxy_check',
    database,
    stream: () => new SocketFrom(from),
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

test('it connects from the machine of the proxy alone, and to no database but the empty one', async () => {
  await (await connect()).end();
  await expect(connect({ from: otherAddress })).rejects.toThrow('pg_hba.conf rejects connection');
  await expect(connect({ database: 'template1' })).rejects.toThrow('pg_hba.conf rejects connection');
});

test('limits its user to 20 connections, so that others still connect', async () => {
  const clients = await Promise.all(Array.from({ length: 20 }, () => connect()));
  try {
    await expect(connect()).rejects.toThrow('too many connections for role "haproxy_check"');
    expect(await server.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
});

test('limits the time of its statements and idle sessions, and refuses writes', async () => {
  const client = await connect();
  await expect(client.query('SELECT pg_sleep(20)')).rejects.toThrow('statement timeout');
  await expect(client.query('CREATE TABLE mine (n int)')).rejects.toThrow('read-only transaction');
  expect((await client.query('SHOW idle_session_timeout')).rows).toEqual([{ idle_session_timeout: '5s' }]);
  await client.end();
});
