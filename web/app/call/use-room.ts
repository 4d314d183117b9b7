import { useSyncExternalStore } from 'react';
import { useNow } from '#lib/use-now';
import type { Call } from './call';
import type { OwnMediaState } from './media/own-media';
import type { RoomState } from './room/room-state';

export const useRoom = ({ room }: Pick<Call, 'room'>): RoomState =>
  useSyncExternalStore(room.subscribe, room.get);

export const useOwnMedia = ({ media }: Pick<Call, 'media'>): OwnMediaState =>
  useSyncExternalStore(media.subscribe, media.get);

/** Current server time, updated every second. */
export const useServerNow = ({ serverAheadMs }: Pick<RoomState, 'serverAheadMs'>): number =>
  useNow(1000) + serverAheadMs;
