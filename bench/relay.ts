// The bare limit of the send path: Socket.IO that passes a message on and answers, with no database, no check and no order.
// 'plain' sends what any relay must: the message to its recipient and the acknowledgement. 'same packets' sends what the
// specification asks of ours: the message to the sockets of both people, and a receipt that is told to the sender.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { answerQuestions } from './processes.ts';

interface Outgoing {
  userId: string;
  content: string;
  clientMessageId: string;
}

const httpServer = createServer();
const io = new Server(httpServer, { serveClient: false });
let isPlain = true;

io.on('connection', (socket) => {
  const { userId } = socket.handshake.auth as { userId: string };
  void socket.join(userId);
  socket.on('chat:message', ({ userId: toUserId, content, clientMessageId }: Outgoing, acknowledge) => {
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
    if (isPlain) io.to(toUserId).emit('chat:message', message);
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

httpServer.listen(0, '127.0.0.1');
answerQuestions({
  port: async () => {
    if (!httpServer.listening) await new Promise((resolve) => httpServer.once('listening', resolve));
    return (httpServer.address() as AddressInfo).port;
  },
  be: (kind: string) => {
    isPlain = kind === 'plain';
  },
  memory: () => {
    globalThis.gc?.();
    return process.memoryUsage();
  },
});
