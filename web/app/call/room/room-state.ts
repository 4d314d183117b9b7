import type { CallEndReason, CallNote, CallSeat, CallTalk } from '@parlance/contract/call';
import type { CallTimer } from '@parlance/contract/call-events';
import { ApiError } from '@parlance/contract/errors';
import type { MediaKind, PeerState } from '#call/link/peer';

/** `left` is the member's choice, `replaced` another page of the same member, `refused` an unspecified server refusal. */
export type EndReason = CallEndReason | 'left' | 'replaced' | 'refused';

export type RoomPhase = 'joining' | 'waiting' | 'connecting' | 'connected' | 'reconnecting' | 'ended';

/** State of a session as seen from one seat. */
export interface RoomState {
  hasJoined: boolean;
  end: EndReason | null;
  /** The socket is connected and the seat is taken, so signals reach the partner. */
  isSeated: boolean;
  partner: CallSeat | null;
  linkState: PeerState | 'none';
  /** The link was connected at least once. */
  hasMet: boolean;
  timer: CallTimer;
  talk: CallTalk[];
  notes: CallNote[];
  /** Offset of the server's clock. */
  serverAheadMs: number;
  /** The relay refused the credentials; a direct connection can be impossible. */
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

/** Phase of a session. A connected link takes precedence over the seat list. */
export function phaseOf(state: RoomState): RoomPhase {
  const { end, hasJoined, linkState, partner, isSeated, hasMet } = state;
  if (end) return 'ended';
  if (!hasJoined) return 'joining';
  if (linkState === 'connected') return 'connected';
  if (!isSeated) return 'reconnecting';
  if (!partner || partner.hasLeft) return 'waiting';
  return hasMet ? 'reconnecting' : 'connecting';
}

/** Final reason of a refused join; null if a retry can succeed. */
export function endOfRefusal(error: unknown): EndReason | null {
  if (!(error instanceof ApiError)) return null;
  if (error.is('UserIsBlocked')) return 'blocked';
  if (error.is('NotAllowed')) return 'time';
  if (error.is('ResourceNotFound', 'UserNotFound')) return 'cancelled';
  return error.statusCode === 429 || error.statusCode >= 500 || error.statusCode === 401 ? null : 'refused';
}
