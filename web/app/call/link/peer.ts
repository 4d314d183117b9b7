import type { CallSignalItem } from '@parlance/contract/call-events';

/** What the two ends of a link tell each other. `again` is the callee's: nothing came, or it broke. */
export type Signal = CallSignalItem;
export type Description = Extract<Signal, { description: unknown }>['description'];
export type Candidate = Extract<Signal, { candidate: unknown }>['candidate'];

/** The kinds of sound and picture that travel, each on its own line. */
export type MediaKind = 'audio' | 'video';
export type OwnTracks = Record<MediaKind, MediaStreamTrack | null>;

/** How a connection came to be told of; the browser's own words. */
export type PeerState = RTCPeerConnectionState;

export interface PeerEvents {
  onCandidate(candidate: Candidate): void;
  onState(): void;
  onTrack(track: MediaStreamTrack): void;
  onText(text: string): void;
  /** A relay or address server refused: 401 is a credential that is wrong or too old. */
  onServerError(code: number): void;
}

export interface IceSettings {
  iceServers: RTCIceServer[];
  relayOnly: boolean;
}

/** One connection of one epoch. The browser's is in browser-peer.ts; tests bring their own. */
export interface Peer {
  state(): PeerState;
  /** No offer waits for its answer. */
  isStable(): boolean;
  /** A first offer, or an ICE restart, which keeps tracks and keys. */
  offer(isRestart: boolean): Promise<Description>;
  answer(offer: Description): Promise<Description>;
  accept(answer: Description): Promise<void>;
  addCandidate(candidate: Candidate): Promise<void>;
  /** Renewed credentials of the relay, for the next ICE restart; what is connected stays so. */
  setServers(iceServers: RTCIceServer[]): void;
  setTrack(kind: MediaKind, track: MediaStreamTrack | null): Promise<void>;
  /** Says something small to the other end; nothing happens while the channel is closed. */
  say(text: string): void;
  close(): void;
}

export type OpenPeer = (
  options: { isCaller: boolean; ice: IceSettings; tracks: OwnTracks },
  events: PeerEvents,
) => Peer;
