import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import type { PushComposers, WaitingPush } from '#platform/push-queue';
import type { PushOutcome } from '#platform/push-sender';
import { type Recipient, readRecipients } from './push-readers.ts';
import { sendTo } from './push-sending.ts';
import { quietUntil } from './quiet-hours.ts';

const lookEverySeconds = 1;
/** Concurrent runs of the job, spread over the second: a push service that does not answer occupies one for ten seconds. */
const lanes = 4;
/** A run ends after this time and continues in the next, so that a stopping node does not wait for a long queue. */
const lookForMs = 5000;
const batchSize = 25;
/** Longer than a batch can take: then the rows of a stopped node are released. */
const leaseMs = 2 * 60_000;
const retryDelayMs = { first: 15_000, longest: 3_600_000 };
const purgeEverySeconds = 3600;
const pushesAnHour = 60;

/** Registers the delivery. Rows that no node can send, such as without keys, are purged when they expire. */
export function pushJobs(platform: Platform, composers: PushComposers): void {
  const { jobs, db, clock } = platform;
  jobs.every(purgeEverySeconds, 'purge-pushes', async () => {
    await db.deleteFrom('waiting_pushes').where('expires_at', '<=', clock.now()).execute();
  });
  if (!platform.push) return;
  for (let lane = 0; lane < lanes; lane += 1)
    jobs.every(lookEverySeconds, 'pushes', () => deliverDuePushes(platform, composers));
}

/**
 * Sends due notifications. Nodes and lanes can run concurrently: leased rows are skipped, and the lease of a stopped node expires. Only a
 * crash between the service's response and the deletion of the row can send one twice; the device then shows the second in place of
 * the first.
 */
export async function deliverDuePushes(platform: Platform, composers: PushComposers): Promise<void> {
  const endsAt = performance.now() + lookForMs;
  while (performance.now() < endsAt) {
    const pushes = await claimPushes(platform, Object.keys(composers));
    if (pushes.length === 0) return;
    const userIds = [...new Set(pushes.map(({ user_id }) => user_id))];
    const recipients = await readRecipients(platform, userIds);
    await Promise.all(
      pushes.map(async (push) => {
        const recipient = recipients.get(push.user_id);
        const left = recipient ? await tryDeliver(platform, composers, push, recipient) : null;
        if (left === null) await finish(platform, push);
        else await postpone(platform, push, left);
      }),
    );
  }
}

async function claimPushes({ db, clock }: Platform, kinds: string[]): Promise<WaitingPush[]> {
  const now = clock.now();
  const { rows } = await sql<WaitingPush>`
    WITH due AS MATERIALIZED (
      SELECT user_id, kind, subject_id FROM waiting_pushes
      WHERE due_at <= ${now} AND kind = ANY(${kinds}::text[])
      ORDER BY due_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
    )
    UPDATE waiting_pushes AS waiting
    SET attempts = waiting.attempts + 1, due_at = ${new Date(now.getTime() + leaseMs)}
    FROM due
    WHERE waiting.user_id = due.user_id AND waiting.kind = due.kind AND waiting.subject_id = due.subject_id
    RETURNING waiting.*`.execute(db);
  return rows;
}

/** What remains to be done, and when. A pause does not count as an attempt. */
interface Left {
  dueAt: Date;
  attempts: number;
  reached: string[];
}

/** Null when the notification is done: sent, outdated or unwanted. */
async function tryDeliver(
  platform: Platform,
  composers: PushComposers,
  push: WaitingPush,
  recipient: Recipient,
): Promise<Left | null> {
  try {
    return await deliver(platform, composers, push, recipient);
  } catch (error) {
    platform.log.warn({ error, kind: push.kind }, 'a push notification waits for another try');
    return retryOf(platform, push, push.reached);
  }
}

async function deliver(
  platform: Platform,
  composers: PushComposers,
  push: WaitingPush,
  recipient: Recipient,
): Promise<Left | null> {
  const now = platform.clock.now();
  const composer = composers[push.kind];
  const devices = recipient.devices.filter(({ push_device_id }) => !push.reached.includes(push_device_id));
  if (!composer || devices.length === 0 || push.expires_at <= now) return null;
  if (recipient.preference(composer.preference) !== true) return null;
  const content = await composer.compose(platform, push, recipient);
  if (!content) return null;
  const pauseUntil = content.isUrgent
    ? null
    : (quietUntil(now, recipient.preference('push-quiet'), recipient.zone) ??
      (await pausedByRate(platform, push)));
  if (pauseUntil) return { dueAt: pauseUntil, attempts: push.attempts - 1, reached: push.reached };

  const outcomes = await Promise.all(
    devices.map(async (device) => ({
      device,
      outcome: await sendTo(platform, push, recipient, content, device),
    })),
  );
  const open = outcomes.filter(({ outcome }) => !isSettled(outcome));
  if (open.length === 0) return null;
  const reached = outcomes.filter((one) => !open.includes(one)).map(({ device }) => device.push_device_id);
  return retryOf(
    platform,
    push,
    [...push.reached, ...reached],
    open.map(({ outcome }) => outcome),
  );
}

const isSettled = ({ result }: PushOutcome): boolean => result === 'sent' || result === 'gone';

/** Sixty notifications an hour; then one per minute, each with the state of that time. A retry is not counted again. */
async function pausedByRate({ limits, clock }: Platform, push: WaitingPush): Promise<Date | null> {
  if (push.attempts > 1) return null;
  const taken = await limits.takeToken({
    key: `push:${push.user_id}`,
    burst: pushesAnHour,
    perSecond: pushesAnHour / 3600,
  });
  return taken.ok ? null : new Date(clock.now().getTime() + taken.retryAfterSeconds * 1000);
}

/** The time that the services asked for, or else doubling delays; null if the notification expires before. */
function retryOf(
  { clock }: Platform,
  { attempts, expires_at }: WaitingPush,
  reached: string[],
  open: PushOutcome[] = [],
): Left | null {
  const asked = open.flatMap((outcome) => (outcome.result === 'wait' ? [outcome.seconds * 1000] : []));
  const isPause = asked.length > 0 && asked.length === open.length;
  const backoffMs = Math.min(retryDelayMs.first * 2 ** (attempts - 1), retryDelayMs.longest);
  const dueAt = new Date(clock.now().getTime() + Math.max(isPause ? 0 : backoffMs, ...asked));
  return dueAt < expires_at ? { dueAt, attempts, reached } : null;
}

/** Keeps a row with a newer revision: it is due again by itself. */
async function finish({ db }: Platform, push: WaitingPush): Promise<void> {
  await db.deleteFrom('waiting_pushes').where(isSame(push)).execute();
}

async function postpone({ db }: Platform, push: WaitingPush, left: Left): Promise<void> {
  const { dueAt, attempts, reached } = left;
  await db
    .updateTable('waiting_pushes')
    .set({ due_at: dueAt, attempts, reached })
    .where(isSame(push))
    .execute();
}

/** The claimed row. A lease that has expired is no longer ours: another node may have sent the row, and a new one taken its place. */
const isSame = ({ user_id, kind, subject_id, revision, due_at }: WaitingPush) => sql<boolean>`
  user_id = ${user_id} AND kind = ${kind} AND subject_id = ${subject_id} AND revision = ${revision}
  AND due_at = ${due_at}`;
