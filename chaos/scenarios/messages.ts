import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '@parlance/server/test/booking-proof';
import type pg from 'pg';
import { createChanges } from '#parts/changes';
import { type Cluster, startCluster } from '#parts/cluster';
import { inRing, type Member, readViews, startLoad, violationsOf } from '#parts/load';
import { enter, inParallel, signUp } from '#parts/people';
import { onStage } from '#parts/stage';
import { loseDeletions, removeIdempotencyKey, removeOrderLock } from '#sabotage/database';
import type { Scenario } from './scenario.ts';

const senders = 40;
const pauseMs = 120;
const pictureEvery = 12;
const runs = { full: { kills: 20, crashes: 10 }, quick: { kills: 4, crashes: 2 } };
const removals: Record<string, (pool: pg.Pool) => Promise<void>> = {
  'no idempotency key': removeIdempotencyKey,
  'no order lock': removeOrderLock,
  'lost deletions': loseDeletions,
};
const earlyAcknowledgement = join(import.meta.dirname, '../sabotage/early-acknowledgement.preload.ts');

/**
 * Nodes are killed and Postgres crashes under load: no acknowledged message is lost or duplicated, all members see one order, and
 * deleted messages stay deleted.
 */
export const messages: Scenario = {
  name: 'messages',
  sabotages: {
    'no idempotency key': 'doubled',
    'no order lock': 'misnumbered',
    'acknowledge before commit': 'lost',
    'lost deletions': 'reappeared',
  },
  run: ({ isFull, sabotage, say }) =>
    onStage(async (stage) => {
      const { kills, crashes } = isFull ? runs.full : runs.quick;
      const preload = sabotage === 'acknowledge before commit' ? earlyAcknowledgement : undefined;
      const cluster = await startCluster(stage, { nodes: 2, preload });
      await removals[sabotage ?? '']?.(cluster.postgres.pool);
      const people = await signUp(cluster.nodeOf(0).url, senders);
      const clients = await inParallel(people, 10, (person, nth) =>
        enter(stage, person, cluster.nodeOf(nth).url),
      );
      const members = inRing(people, clients);
      const changes = createChanges(seededRandom(7));
      const { change } = changes;
      const load = startLoad(members, { pauseMs, random: seededRandom(6), change, pictureEvery });
      await breakThings(cluster, kills, crashes, say);
      await load.stop();

      const storage = { url: cluster.nodeOf(0).url, dataDir: cluster.dataDir };
      const unanswered = load.sends.filter(({ acknowledged }) => !acknowledged).length;
      const broken = [
        ...(await violationsOf(load, members, cluster.postgres.pool)),
        ...changes.refusals,
        ...(await changes.findFaults(cluster.postgres.pool, await readViews(members), storage)),
        ...(changes.deletedFiles.length === 0 ? ['untested: no picture was deleted'] : []),
        ...cluster.surprises(),
        ...(await findWrongUnread(members, cluster.postgres.pool)),
        ...(unanswered > 0
          ? [`unanswered: ${unanswered} messages were still not acknowledged a minute later`]
          : []),
      ];
      const figures =
        `${senders} senders, ${members.length} conversations, ${kills} kills, ${crashes} database crashes, ` +
        `${load.sends.length} messages, ${load.lostAttempts()} attempts made again, ` +
        `${changes.records.length} edits and deletions, ${changes.deletedFiles.length} of them of pictures`;
      return { broken, figures };
    }),
};

/** Spreads kills and crashes over the run; some overlap with a recovery. */
async function breakThings(cluster: Cluster, kills: number, crashes: number, say: (text: string) => void) {
  const total = kills + crashes;
  const isCrash = (nth: number) =>
    Math.floor(((nth + 1) * crashes) / total) > Math.floor((nth * crashes) / total);
  let killed = 0;
  for (let nth = 0; nth < total; nth++) {
    await wait(300 + 150 * (nth % 4));
    if (isCrash(nth)) {
      say(`database crash ${nth + 1}/${total}`);
      await cluster.postgres.crash();
    } else {
      say(`kill -9 ${nth + 1}/${total}`);
      await cluster.nodeOf(killed++).crash();
    }
  }
}

/** The unread number must equal the sum over the chat list and the count in the database. */
async function findWrongUnread(members: Member[], pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ to_user_id: string; unread: string }>(
    'SELECT to_user_id, count(*) AS unread FROM chat_messages WHERE read_at IS NULL AND deleted_at IS NULL GROUP BY to_user_id',
  );
  const counted = new Map(rows.map(({ to_user_id, unread }) => [to_user_id, Number(unread)]));
  const found = await inParallel(members, 4, async ({ person, client }) => {
    const { unreadMessages } = await client.calls.getChatStat();
    const expected = counted.get(person.userId) ?? 0;
    return unreadMessages === expected
      ? []
      : [`unread: ${person.userId} is told ${unreadMessages}, stored are ${expected}`];
  });
  return found.flat();
}
