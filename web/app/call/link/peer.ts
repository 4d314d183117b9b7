import type { CallSignalItem } from '@parlance/contract/call-events';

/** Signals between the two ends. `again` is the callee's request for a repair. */
export type Signal = CallSignalItem;
export type Description = Extract<Signal, { description: unknown }>['description'];
export type Candidate = Extract<Signal, { candidate: unknown }>['candidate'];

/** Media kinds, one transceiver each. */
export type MediaKind = 'audio' | 'video';
export type OwnTracks = Record<MediaKind, MediaStreamTrack | null>;

export type PeerState = RTCPeerConnectionState;

export interface PeerEvents {
  onCandidate(candidate: Candidate): void;
  onState(): void;
  onTrack(track: MediaStreamTrack): void;
  onText(text: string): void;
  /** Error of a STUN or TURN server; 401 means wrong or expired credentials. */
  onServerError(code: number): void;
}

export interface IceSettings {
  iceServers: RTCIceServer[];
  relayOnly: boolean;
}

/** One connection of one epoch; implemented in browser-peer.ts and by test doubles. */
export interface Peer {
  state(): PeerState;
  /** No offer is pending. */
  isStable(): boolean;
  /** Creates a first offer, or an ICE restart, which keeps tracks and keys. */
  offer(isRestart: boolean): Promise<Description>;
  answer(offer: Description): Promise<Description>;
  accept(answer: Description): Promise<void>;
  addCandidate(candidate: Candidate): Promise<void>;
  /** Sets renewed relay credentials for the next ICE restart; the current connection is not affected. */
  setServers(iceServers: RTCIceServer[]): void;
  setTrack(kind: MediaKind, track: MediaStreamTrack | null): Promise<void>;
  /** Sends a short text over the data channel; ignored while it is closed. */
  say(text: string): void;
  close(): void;
}

export type OpenPeer = (
  options: { isCaller: boolean; ice: IceSettings; tracks: OwnTracks },
  events: PeerEvents,
) => Peer;
