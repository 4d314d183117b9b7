import type { PushPreferenceName } from '@parlance/contract/push';
import type { Words } from '@parlance/words/words';
import { type Selectable, sql } from 'kysely';
import type { WaitingPushes } from '#domain/tables.generated';
import type { Clock } from './clock.ts';
import type { Tx } from './effects.ts';
import type { Platform } from './platform.ts';

/** A queued notification before its text is composed. */
export type WaitingPush = Omit<Selectable<WaitingPushes>, 'about'> & { about: unknown };

/** The recipient, as composers need it. */
export interface PushReader {
  userId: string;
  words: Words;
  time_zone: string | null;
  local_tz_offset: number | null;
  /** Whether the text may name the other member. */
  showsNames: boolean;
}

export interface PushContent {
  title: string;
  body: string;
  /** A newer notification with the same tag replaces the older one on the device. */
  tag: string;
  /** The screen that a click opens. */
  path: string;
  urgency: 'normal' | 'high';
  /** Also sent during quiet hours and beyond the limit of an hour. */
  isUrgent: boolean;
}

/** Composes one kind at the time of sending; null when there is nothing to tell any more. */
export interface PushComposer {
  /** The preference that turns this kind off. */
  preference: PushPreferenceName;
  compose(platform: Platform, push: WaitingPush, reader: PushReader): Promise<PushContent | null>;
}
export type PushComposers = Record<string, PushComposer>;

export interface NewPush {
  kind: string;
  userId: string;
  otherUserId: string;
  subjectId: string;
  about: object;
  /** Defaults to now. A later one is queued also for members without a device, who may have one by then. */
  dueAt?: Date;
  expiresAt: Date;
}

/** Queues notifications in the transaction, by one upsert: a newer one for the same subject replaces an older one. */
export async function queuePushes(tx: Tx, clock: Clock, pushes: NewPush[]): Promise<void> {
  const now = clock.now();
  const rows = pushes
    .filter(({ dueAt = now, expiresAt }) => expiresAt > dueAt)
    .map(({ kind, userId, otherUserId, subjectId, about, dueAt, expiresAt }) => ({
      kind,
      user_id: userId,
      other_user_id: otherUserId,
      subject_id: subjectId,
      about,
      due_at: dueAt ?? now,
      expires_at: expiresAt,
      is_later: dueAt !== undefined,
    }));
  if (rows.length === 0) return;
  // Sorted, so that two transactions never deadlock.
  await sql`
    INSERT INTO waiting_pushes AS waiting (user_id, kind, subject_id, other_user_id, about, due_at, expires_at)
    SELECT new.user_id, new.kind, new.subject_id, new.other_user_id, new.about, new.due_at, new.expires_at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS new(user_id uuid, kind text, subject_id uuid,
      other_user_id uuid, about jsonb, due_at timestamptz, expires_at timestamptz, is_later boolean)
    WHERE new.is_later OR EXISTS (SELECT FROM push_devices AS device WHERE device.user_id = new.user_id)
    ORDER BY new.user_id, new.kind, new.subject_id
    ON CONFLICT (user_id, kind, subject_id) DO UPDATE SET
      other_user_id = excluded.other_user_id, about = excluded.about, revision = waiting.revision + 1,
      due_at = excluded.due_at, expires_at = excluded.expires_at, attempts = 0, reached = '{}'`.execute(tx);
}

/** Deletes waiting notifications and returns them; one without attempts has never been sent. */
export async function withdrawPushes(
  tx: Tx,
  subjectIds: string[],
  kinds: readonly string[],
): Promise<Pick<WaitingPush, 'user_id' | 'subject_id' | 'kind' | 'attempts'>[]> {
  if (subjectIds.length === 0) return [];
  return await tx
    .deleteFrom('waiting_pushes')
    .where('subject_id', 'in', subjectIds)
    .where('kind', 'in', kinds)
    .returning(['user_id', 'subject_id', 'kind', 'attempts'])
    .execute();
}
