// Baseline of a read over HTTP: the same statement behind plain node or Express, without token, session, input or output validation.
import { createServer } from 'node:http';
import express from 'express';
import pg from 'pg';
import { answerQuestions, listenAnywhere } from './processes.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const userId = process.env.BENCH_USER_ID;

async function readUnread(): Promise<{ unreadMessages: number }> {
  const { rows } = await pool.query<{ unread: string }>({
    name: 'unread',
    text: `SELECT coalesce(sum(unread_count), 0) AS unread FROM conversation_members
      WHERE user_id = $1 AND unread_count > 0 AND is_hidden = false`,
    values: [userId],
  });
  return { unreadMessages: Number(rows[0]?.unread) };
}

const app = express();
app.get('/v1/chat/stat', async (_request, response) => {
  response.json(await readUnread());
});

const plain = createServer(async (_request, response) => {
  const body = JSON.stringify(await readUnread());
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});

const server = process.env.BENCH_KIND === 'express' ? createServer(app) : plain;
const port = listenAnywhere(server);
answerQuestions({ port: () => port });
