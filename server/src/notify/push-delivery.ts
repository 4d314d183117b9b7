import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { nodeState } from '#platform/node-state';
import type { Platform } from '#platform/platform';
import type { PushComposers, PushContent, WaitingPush } from '#platform/push-queue';
import type { PushOutcome } from '#platform/push-sender';
import { noteOutcome, type PushDeviceRow } from './push-devices.ts';
import { type Recipient, readRecipients } from './push-readers.ts';
import { quietUntil } from './quiet-hours.ts';

const lookEverySeconds = 0.5;
/** Concurrent runs of the job: a push service that does not answer occupies one for ten seconds. */
const lanes = 4;
/** A run ends after this time and continues in the next, so that a stopping node does not wait for a long queue. */
const lookForMs = 5000;
const batchSize = 25;
/** Longer than a batch can take: then the rows of a dead node are released. */
const leaseMs = 2 * 60_000;
const retryDelayMs = { first: 15_000, longest: 3_600_000 };
const longestTtlSeconds = 24 * 3600;
const purgeEverySeconds = 3600;
const messagesAnHour = 60;

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
 * Sends due notifications. Nodes and lanes can run concurrently: leased rows are skipped, and the lease of a dead node expires. Only a
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
  const pauseUntil =
    (content.isUrgent ? null : quietUntil(now, recipient.preference('push-quiet'), recipient.zone)) ??
    (await pausedByRate(platform, push));
  if (pauseUntil) return { dueAt: pauseUntil, attempts: push.attempts - 1, reached: push.reached };

  const outcomes = await Promise.all(
    devices.map(async (device) => ({
      device,
      outcome: await sendTo(platform, push, recipient, content, device),
    })),
  );
  const isOpen = ({ outcome }: { outcome: PushOutcome }) =>
    outcome.result === 'failed' || outcome.result === 'wait' || outcome.result === 'refused';
  const reached = outcomes.filter((one) => !isOpen(one)).map(({ device }) => device.push_device_id);
  if (!outcomes.some(isOpen)) return null;
  return retryOf(
    platform,
    push,
    [...push.reached, ...reached],
    outcomes.map(({ outcome }) => outcome),
  );
}

/** Sixty notifications about messages an hour; then one per minute, each with the newest state. A retry is not counted again. */
async function pausedByRate({ limits, clock }: Platform, push: WaitingPush): Promise<Date | null> {
  if (push.kind !== 'message' || push.attempts > 1) return null;
  const taken = await limits.takeToken({
    key: `push:${push.user_id}`,
    burst: messagesAnHour,
    perSecond: messagesAnHour / 3600,
  });
  return taken.ok ? null : new Date(clock.now().getTime() + taken.retryAfterSeconds * 1000);
}

/** Push services that asked for a pause, by host. Each node learns it by itself, from its first refusal. */
const pausedServices = nodeState<Map<string, Date>>(() => new Map());

async function sendTo(
  platform: Platform,
  push: WaitingPush,
  { words, unread }: Recipient,
  { title, body, tag, path, urgency }: PushContent,
  device: PushDeviceRow,
): Promise<PushOutcome> {
  const { clock } = platform;
  const paused = pausedServices(platform);
  const { host } = new URL(device.endpoint);
  const aheadMs = (paused.get(host)?.getTime() ?? 0) - clock.now().getTime();
  if (aheadMs > 0) return { result: 'wait', seconds: Math.ceil(aheadMs / 1000) };
  paused.delete(host);
  const outcome = await sendToDevice(platform, device, {
    payload: JSON.stringify({ title, body, tag, path, unread, lang: words.locale }),
    ttlSeconds: ttlOf(push, clock.now()),
    tag,
    urgency,
  });
  if (outcome.result === 'wait') paused.set(host, new Date(clock.now().getTime() + outcome.seconds * 1000));
  return outcome;
}

const ttlOf = ({ expires_at }: WaitingPush, now: Date): number =>
  Math.min(longestTtlSeconds, Math.ceil((expires_at.getTime() - now.getTime()) / 1000));

/** Sends one notification and records the response. The topic is a keyed hash, because the push service reads it. */
export async function sendToDevice(
  platform: Platform,
  device: PushDeviceRow,
  message: { payload: string; ttlSeconds: number; tag: string; urgency: 'normal' | 'high' },
): Promise<PushOutcome> {
  const { push, secret } = platform;
  if (!push) return { result: 'failed' };
  const { tag, ...rest } = message;
  const topic = createHmac('sha256', secret)
    .update(`push-topic:${device.user_id}:${tag}`)
    .digest('base64url');
  const outcome = await push.send({
    endpoint: device.endpoint,
    p256dh: device.p256dh.toString('base64url'),
    auth: device.auth.toString('base64url'),
    topic: topic.slice(0, 22),
    ...rest,
  });
  await noteOutcome(platform, device, outcome);
  return outcome;
}

/** Doubling delays, at least as long as the service asked for; null if the notification expires before. */
function retryOf(
  { clock }: Platform,
  { attempts, expires_at }: WaitingPush,
  reached: string[],
  outcomes: PushOutcome[] = [],
): Left | null {
  const askedMs = outcomes.map((outcome) => (outcome.result === 'wait' ? outcome.seconds * 1000 : 0));
  const delayMs = Math.min(retryDelayMs.first * 2 ** (attempts - 1), retryDelayMs.longest);
  const dueAt = new Date(clock.now().getTime() + Math.max(delayMs, ...askedMs));
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

const isSame = ({ user_id, kind, subject_id, revision }: WaitingPush) => sql<boolean>`
  user_id = ${user_id} AND kind = ${kind} AND subject_id = ${subject_id} AND revision = ${revision}`;
