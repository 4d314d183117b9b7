import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@parlance/client/client';
import { ApiError } from '@parlance/contract/errors';
import { seededRandom } from '@parlance/server/test/booking-proof';
import type pg from 'pg';
import { startCluster } from '#parts/cluster';
import { enter, type Person, signUp } from '#parts/people';
import { onStage } from '#parts/stage';
import { removePairLock } from '#sabotage/database';
import type { Scenario } from './scenario.ts';

const senders = 12;
const rounds = { full: 500, quick: 40 };
// A lower share of rounds with messages before and after the block would not be a race.
const racedShareMin = 0.5;

interface Round {
  accepted: number;
  refused: number;
  /** Accepted between the request and the response of the block. */
  during: number;
  broken: string[];
}

/** Twelve devices of two members write while one blocks the other: after the block's response nothing passes. */
export const blocks: Scenario = {
  name: 'blocks',
  sabotages: { 'no pair lock': 'passed' },
  run: ({ isFull, sabotage }) =>
    onStage(async (stage) => {
      const cluster = await startCluster(stage, { nodes: 2 });
      const { pool } = cluster.postgres;
      if (sabotage === 'no pair lock') await removePairLock(pool);
      const [blocker, blocked] = (await signUp(cluster.nodeOf(0).url, 2)) as [Person, Person];
      const devices = [];
      for (let nth = 0; nth < senders; nth++) {
        const [person, other] = nth % 2 === 0 ? [blocker, blocked] : [blocked, blocker];
        // Both members on both nodes, each with a socket and with HTTP calls.
        const client = await enter(stage, person, cluster.nodeOf(nth >> 1).url);
        devices.push({ client, to: other.userId, isBySocket: nth % 4 < 2 });
      }
      const random = seededRandom(500);
      const played: Round[] = [];
      const hand = devices[0]?.client as Client;
      for (let nth = 0; nth < (isFull ? rounds.full : rounds.quick); nth++) {
        const round = await playRound({ hand, devices, blocker, blocked, pool, delayMs: 25 * random() });
        played.push(round);
        await hand.calls.unblockUser({ userId: blocked.userId });
      }
      const raced = played.filter(({ accepted, refused }) => accepted > 0 && refused > 0).length;
      const sum = (pick: (round: Round) => number) => played.reduce((total, round) => total + pick(round), 0);
      const broken = [
        ...played.flatMap((round) => round.broken),
        ...cluster.surprises(),
        ...(raced < racedShareMin * played.length
          ? [
              `no race: in ${raced} of ${played.length} rounds only something was accepted and something refused`,
            ]
          : []),
      ];
      const figures =
        `${played.length} rounds of ${senders} senders, ${sum(({ accepted }) => accepted)} accepted before, ` +
        `${sum(({ during }) => during)} of them while the block was under way, ` +
        `${sum(({ refused }) => refused)} refused, ${raced} rounds with both`;
      return { broken, figures };
    }),
};

interface RoundOptions {
  hand: Client;
  devices: { client: Client; to: string; isBySocket: boolean }[];
  blocker: Person;
  blocked: Person;
  pool: pg.Pool;
  /** Delay of the block after the first message. */
  delayMs: number;
}

async function playRound({ hand, devices, blocker, blocked, pool, delayMs }: RoundOptions): Promise<Round> {
  const round: Round = { accepted: 0, refused: 0, during: 0, broken: [] };
  let askedAt = Number.POSITIVE_INFINITY;
  let answeredAt = Number.POSITIVE_INFINITY;

  async function writeUntilRefused({
    client,
    to,
    isBySocket,
  }: RoundOptions['devices'][number]): Promise<void> {
    for (;;) {
      const begunAt = performance.now();
      try {
        const text = { userId: to, content: 'again' };
        await (isBySocket ? client.realtime.send('chat:message', text) : client.calls.sendTextMessage(text));
        round.accepted += 1;
        if (performance.now() > askedAt && performance.now() < answeredAt) round.during += 1;
        if (begunAt > answeredAt)
          round.broken.push('passed: a message that was begun after the block was answered');
      } catch (error) {
        if (error instanceof ApiError && error.is('UserIsBlocked')) round.refused += 1;
        else round.broken.push(`unexpected: ${error}`);
        return;
      }
    }
  }

  const writing = devices.map(writeUntilRefused);
  await wait(delayMs);
  askedAt = performance.now();
  await hand.calls.blockUser({ userId: blocked.userId });
  answeredAt = performance.now();
  await Promise.all(writing);

  const late = await countLate(pool, blocker.userId, blocked.userId);
  if (late > 0) round.broken.push(`passed: ${late} messages were committed after the block`);
  return round;
}

/** Uses the commit order of the database; the activity row of a message is written with it and never changed. */
async function countLate(pool: pg.Pool, blockerId: string, blockedId: string): Promise<number> {
  const { rows } = await pool.query<{ late: string }>(
    `SELECT count(*) AS late FROM user_activities AS sent, user_blocks AS block
     WHERE sent.type = 'send-chat-message' AND sent.user_id IN ($1, $2)
       AND block.user_id = $1 AND block.blocked_user_id = $2
       AND pg_xact_commit_timestamp(sent.xmin) > pg_xact_commit_timestamp(block.xmin)`,
    [blockerId, blockedId],
  );
  return Number(rows[0]?.late);
}
