import type { OwnScheduleSlot, ScheduleSlot } from '@parlance/contract/schedule';
import { t } from '@parlance/words/current';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { failureMessage } from '#lib/failure-message';
import { readAgain } from '#lib/read-again';
import { useSignedIn } from '#session/signed-in';
import { type PublishOutcome, publishSlots } from './publish-slots';
import { ownSlotsQuery, scheduleKey } from './schedule-queries';
import type { NewSlot } from './slot-selection';

const pendingIdPrefix = 'pending-';

/** Whether a slot has not been confirmed by the server yet. */
export const isPending = (slot: OwnScheduleSlot): boolean => slot.scheduleSlotId.startsWith(pendingIdPrefix);

export interface OwnSlots {
  /** Undefined while loading; includes pending slots. */
  slots: OwnScheduleSlot[] | undefined;
  isError: boolean;
  reload: () => void;
  /** Optimistic, one call per slot; refetches the list afterwards. */
  publish: (slots: NewSlot[], onProgress?: (done: number) => void) => Promise<PublishOutcome>;
  /** Optimistic; restored if the server refuses. A pending slot is removed after its creation. Resolves to an error message or null. */
  remove: (slot: OwnScheduleSlot) => Promise<string | null>;
  readSpan: (span: { from: Date; until: Date }) => Promise<OwnScheduleSlot[]>;
}

/** Own slots in a time span, with publish and remove. */
export function useOwnSlots(span: { from: Date; until: Date }): OwnSlots {
  const { runtime, user } = useSignedIn();
  const { calls } = runtime;
  const { userId } = user;
  const cache = useQueryClient();
  const query = ownSlotsQuery(calls, userId, span);
  const { data, isError, refetch } = useQuery(query);
  const [pending, setPending] = useState<OwnScheduleSlot[]>([]);
  const underWay = useRef(new Map<string, Promise<unknown>>());
  const slots = useMemo(() => data && [...data, ...withoutDoubles(pending, data)], [data, pending]);

  // Written to the cache at once: a later refetch can be cancelled by another slot's.
  const keep = (created: ScheduleSlot) => {
    const isIn = created.startsAt >= span.from && created.startsAt < span.until;
    const slot: OwnScheduleSlot = { ...created, bookedByUser: null };
    cache.setQueryData(query.queryKey, (present) =>
      present && isIn ? [...without(present, slot), slot] : present,
    );
  };

  const publish: OwnSlots['publish'] = async (wanted, onProgress) => {
    const shown = wanted.map((slot) => pendingSlot(slot, userId));
    setPending((present) => [...present, ...shown]);
    const publishing = publishSlots(wanted, {
      create: async (slot) => keep(await calls.createSlot(slot)),
      messageOf: (error) => failureMessage(error, t('Failed to add slot')),
      onProgress,
    });
    const arriving = publishing.then(() => readAgain(cache, scheduleKey));
    for (const { scheduleSlotId } of shown) underWay.current.set(scheduleSlotId, arriving);
    await arriving;
    for (const { scheduleSlotId } of shown) underWay.current.delete(scheduleSlotId);
    setPending((present) => present.filter((slot) => !shown.includes(slot)));
    return publishing;
  };

  /** The slot on the server; undefined if its creation failed. */
  const whenArrived = async (slot: OwnScheduleSlot): Promise<OwnScheduleSlot | undefined> => {
    if (!isPending(slot)) return slot;
    await underWay.current.get(slot.scheduleSlotId);
    const isSame = (other: OwnScheduleSlot) => other.startsAt.getTime() === slot.startsAt.getTime();
    return cache.getQueryData(query.queryKey)?.find(isSame);
  };

  const remove: OwnSlots['remove'] = async (wanted) => {
    const slot = await whenArrived(wanted);
    if (!slot) return null;
    await cache.cancelQueries({ queryKey: query.queryKey });
    cache.setQueryData(query.queryKey, (present) => present && without(present, slot));
    try {
      await calls.deleteSlot({ scheduleSlotId: slot.scheduleSlotId });
      return null;
    } catch (error) {
      // Restores only this slot: others can have changed meanwhile.
      cache.setQueryData(query.queryKey, (present) => present && [...without(present, slot), slot]);
      return failureMessage(error, t('Failed to delete slot'));
    } finally {
      void readAgain(cache, scheduleKey);
    }
  };

  return {
    slots,
    isError,
    reload: () => void refetch(),
    publish,
    remove,
    readSpan: (other) => cache.fetchQuery(ownSlotsQuery(calls, userId, other)),
  };
}

const without = (slots: OwnScheduleSlot[], { scheduleSlotId }: OwnScheduleSlot) =>
  slots.filter((slot) => slot.scheduleSlotId !== scheduleSlotId);

const withoutDoubles = (pending: OwnScheduleSlot[], present: OwnScheduleSlot[]) =>
  pending.filter((slot) => !present.some((other) => other.startsAt.getTime() === slot.startsAt.getTime()));

function pendingSlot({ startsAt, duration }: NewSlot, userId: string): OwnScheduleSlot {
  const now = new Date();
  return {
    scheduleSlotId: `${pendingIdPrefix}${startsAt.getTime()}`,
    startsAt,
    duration,
    userId,
    bookedByUserId: null,
    bookedByUser: null,
    createdAt: now,
    updatedAt: now,
  };
}
