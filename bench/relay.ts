// Baseline of the send path: a Socket.IO relay without database, validation and ordering. 'plain' sends the minimum: the message to its
// recipient and the acknowledgement. 'same packets' sends what the specification requires: the message to the sockets of both members,
// and a receipt to the sender. 'storing' also waits for an INSERT into a table with only a primary key; concurrent messages share one.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { Server } from 'socket.io';
import { answerQuestions, listenAnywhere, memoryInUse } from './processes.ts';

interface Outgoing {
  userId: string;
  content: string;
  clientMessageId: string;
}

const httpServer = createServer();
const io = new Server(httpServer, { serveClient: false });
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 1 });
let kind = 'plain';
let stored = Promise.resolve();
let buffered: Stored[] = [];

interface Stored {
  chatMessageId: string;
  fromUserId: string;
  toUserId: string;
  content: string;
}

/** Resolves after the commit that holds the message. */
async function store(message: Stored): Promise<void> {
  buffered.push(message);
  if (buffered.length === 1) {
    stored = stored.then(async () => {
      const batch = buffered;
      buffered = [];
      await pool.query({
        name: 'store',
        text: 'INSERT INTO relayed SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])',
        values: [
          batch.map(({ chatMessageId }) => chatMessageId),
          batch.map(({ fromUserId }) => fromUserId),
          batch.map(({ toUserId }) => toUserId),
          batch.map(({ content }) => content),
        ],
      });
    });
  }
  await stored;
}

io.on('connection', (socket) => {
  const { userId } = socket.handshake.auth as { userId: string };
  void socket.join(userId);
  socket.on('chat:message', async ({ userId: toUserId, content, clientMessageId }: Outgoing, acknowledge) => {
    const now = new Date().toISOString();
    const message = {
      ...{ audioUrl: null, chatMessageId: randomUUID(), content, createdAt: now, deliveredAt: null },
      ...{
        fromUserId: userId,
        readAt: null,
        toUserId,
        type: 'text',
        updatedAt: now,
        sequence: 1,
        clientMessageId,
      },
      ...{ durationMs: null, waveform: null },
    };
    if (kind === 'storing') await store(message);
    if (kind === 'plain') io.to(toUserId).emit('chat:message', message);
    else {
      io.to(userId).emit('chat:message', message);
      io.to(toUserId)
        .timeout(10_000)
        .emit('chat:message', message, () => {
          const status = {
            userId: toUserId,
            chatMessageIds: [message.chatMessageId],
            deliveredAt: now,
            readAt: null,
          };
          io.to(userId).emit('chat:message-status', status);
        });
    }
    acknowledge(message);
  });
});

const port = listenAnywhere(httpServer);
answerQuestions({
  port: () => port,
  be: async (wanted: string) => {
    kind = wanted;
    if (kind !== 'storing') return;
    await pool.query(
      'CREATE TABLE IF NOT EXISTS relayed (id uuid PRIMARY KEY, from_id uuid, to_id uuid, content text)',
    );
  },
  memory: memoryInUse,
});
