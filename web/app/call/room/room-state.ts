import type { CallEndReason, CallNote, CallSeat, CallTalk } from '@parlance/contract/call';
import type { CallTimer } from '@parlance/contract/call-events';
import { ApiError } from '@parlance/contract/errors';
import type { MediaKind, PeerState } from '#call/link/peer';

/** `left` is one's own choice, `replaced` another page of one's own, `refused` a reason that only the server knows. */
export type EndReason = CallEndReason | 'left' | 'replaced' | 'refused';

export type RoomPhase = 'joining' | 'waiting' | 'connecting' | 'connected' | 'reconnecting' | 'ended';

/** What is known of a session by one of its seats. */
export interface RoomState {
  /** The first join was answered. */
  hasJoined: boolean;
  end: EndReason | null;
  /** The socket is connected and the seat is ours: the partner can be found. */
  isSeated: boolean;
  partner: CallSeat | null;
  linkState: PeerState | 'none';
  /** The two have heard each other already. */
  hasMet: boolean;
  timer: CallTimer;
  talk: CallTalk[];
  notes: CallNote[];
  /** How far the server's clock is ahead of this one. */
  serverAheadMs: number;
  /** The relay refused us: without it nobody may be reached. */
  isRelayRefused: boolean;
  isPartnerTalking: boolean;
  remote: Record<MediaKind, MediaStreamTrack | null>;
}

export const emptyRoom: RoomState = {
  hasJoined: false,
  end: null,
  isSeated: false,
  partner: null,
  linkState: 'none',
  hasMet: false,
  timer: { startedAt: null, swapAt: null, endsAt: null, languages: null, asked: [] },
  talk: [],
  notes: [],
  serverAheadMs: 0,
  isRelayRefused: false,
  isPartnerTalking: false,
  remote: { audio: null, video: null },
};

/** What a session is called at this moment. A link that carries is connected, whatever lists say. */
export function phaseOf(state: RoomState): RoomPhase {
  const { end, hasJoined, linkState, partner, isSeated, hasMet } = state;
  if (end) return 'ended';
  if (!hasJoined) return 'joining';
  if (linkState === 'connected') return 'connected';
  if (!isSeated) return 'reconnecting';
  if (!partner || partner.hasLeft) return 'waiting';
  return hasMet ? 'reconnecting' : 'connecting';
}

/** Why a join was refused for good; null where trying again may help. */
export function endOfRefusal(error: unknown): EndReason | null {
  if (!(error instanceof ApiError)) return null;
  if (error.is('UserIsBlocked')) return 'blocked';
  if (error.is('NotAllowed')) return 'time';
  if (error.is('ResourceNotFound', 'UserNotFound')) return 'cancelled';
  return error.statusCode === 429 || error.statusCode >= 500 || error.statusCode === 401 ? null : 'refused';
}
