import { callWindowMs } from '@parlance/contract/call';
import { callGraceMs } from '@parlance/contract/call-events';
import { ApiError } from '@parlance/contract/errors';
import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import { callNode } from './call-node.ts';
import { silentAfterMs } from './call-state.ts';
import { inCall } from './in-call.ts';
import { watchRelay } from './relay-check.ts';

const lookEverySeconds = 1;
const quietLookEveryMs = 60_000;

/** Ends sessions after their time and frees seats after the grace period. */
export function callJobs(platform: Platform): void {
  platform.jobs.every(lookEverySeconds, 'calls', () => moveCallsOn(platform));
  platform.realtime.onSocketGone((socketId) => markAway(platform, socketId));
  watchRelay(platform);
}

async function moveCallsOn(platform: Platform): Promise<void> {
  const node = callNode(platform);
  const now = platform.clock.now();
  // A node without seats checks once a minute for sessions that a stopped node left behind.
  if (node.held.size === 0 && now.getTime() - node.lookedAt < quietLookEveryMs) return;
  node.lookedAt = now.getTime();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const { rows } = await sql<{ schedule_slot_id: string }>`
    SELECT schedule_slot_id FROM calls AS call JOIN schedule_slots AS slot USING (schedule_slot_id)
    WHERE call.ended_at IS NULL AND (
      call.ends_at <= ${now} OR slot.ends_at <= ${before(callWindowMs.after)} OR EXISTS (
        SELECT FROM call_seats AS seat WHERE seat.schedule_slot_id = call.schedule_slot_id AND left_at IS NULL
          AND (away_at <= ${before(callGraceMs)} OR away_at IS NULL AND seen_at <= ${before(silentAfterMs)})
      )
    ) LIMIT 1000`.execute(platform.db);
  for (const { schedule_slot_id } of rows) await unlessGone(inCall(platform, schedule_slot_id, () => {}));
}

/** Marks the seats of a closed socket as away, not left: the page can reconnect to its seat. */
async function markAway(platform: Platform, socketId: string): Promise<void> {
  const { held } = callNode(platform);
  const seats = held.get(socketId) ?? [];
  held.delete(socketId);
  for (const { scheduleSlotId, peerId } of seats) {
    await unlessGone(
      inCall(platform, scheduleSlotId, (_tx, call, now) => {
        const seat = call.seats.find((known) => known.peerId === peerId && known.socketId === socketId);
        // A page that reconnected by another socket is not away.
        if (seat) seat.awayAt ??= now;
      }),
    );
  }
}

/** Ignores a session that was deleted meanwhile. */
async function unlessGone(act: Promise<unknown>): Promise<void> {
  await act.catch((error: unknown) => {
    if (!(error instanceof ApiError && error.is('ResourceNotFound'))) throw error;
  });
}
