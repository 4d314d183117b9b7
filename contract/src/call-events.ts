import * as z from 'zod/mini';
import { callEndReasons, callLanguages, callNote, callNoteKinds, callSeat, callTalk } from './call.ts';
import { instant, text, uuid } from './text.ts';

/** How long a disconnected page keeps its seat. */
export const callGraceMs = 60_000;
/** Interval of the heartbeat and of the talk totals. */
export const callAliveEveryMs = 10_000;
/** Acknowledgement timeouts. Joins get longer, because many arrive at the same quarter of an hour. */
export const callAnswerWithinMs = { join: 10_000, other: 3000 } as const;
export const callExtensionMs = 5 * 60_000;
/** A request for consent expires after this long. */
export const callAskMaxAgeMs = 60_000;
/** Maximum number of notes per session, and their maximum length in code points. */
export const callNotes = { max: 200, textMaxLength: 500 } as const;
/** Signals: maximum items per batch, and maximum lengths of a description and a candidate in characters. */
export const callSignals = { itemsMax: 32, descriptionMaxLength: 16_384, candidateMaxLength: 1024 } as const;

const inCall = { scheduleSlotId: uuid, peerId: uuid };
const ok = { ok: z.literal(true) };
const short = z.string().check(z.maxLength(256));

/** One WebRTC signal: an offer or answer, an ICE candidate, or a restart. */
export const callSignalItem = z.union([
  z.object({
    description: z.object({
      type: z.enum(['offer', 'answer']),
      sdp: z.string().check(z.maxLength(callSignals.descriptionMaxLength)),
    }),
  }),
  z.object({
    candidate: z.object({
      candidate: z.string().check(z.maxLength(callSignals.candidateMaxLength)),
      sdpMid: z.optional(z.nullable(short)),
      sdpMLineIndex: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(1000)))),
      usernameFragment: z.optional(z.nullable(short)),
    }),
  }),
  z.object({ again: z.literal(true) }),
]);
export type CallSignalItem = z.output<typeof callSignalItem>;

const epoch = z.int().check(z.minimum(0), z.maximum(1_000_000));
const items = z.array(callSignalItem).check(z.minLength(1), z.maxLength(callSignals.itemsMax));

/** Actions that need the consent of both members. */
export const callTimerActions = ['swap', 'extend', 'language'] as const;

const asked = z.object({
  action: z.enum(callTimerActions),
  userId: uuid,
  askedAt: instant,
  languages: z.optional(callLanguages),
});

/** Timer of the two halves. startedAt is null until both are present, and may lie in the future; endsAt is then the common end. */
export const callTimer = z.object({
  startedAt: z.nullable(instant),
  swapAt: z.nullable(instant),
  endsAt: z.nullable(instant),
  languages: z.nullable(callLanguages),
  asked: z.array(asked),
});
export type CallTimer = z.output<typeof callTimer>;

/** A STUN or TURN server for RTCPeerConnection. The username is valid for ten minutes at most; call:alive renews it. */
export const callIceServer = z.object({
  urls: z.array(z.string()),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
});

export const callJoined = z.object({
  ...ok,
  iceServers: z.array(callIceServer),
  /** Whether only the relay may be used; a member can turn it off where the summary's relay is `choice`. */
  relayOnly: z.boolean(),
  serverNow: instant,
  seats: z.array(callSeat),
  timer: callTimer,
  talk: z.array(callTalk),
  notes: z.array(callNote),
});
export type CallJoined = z.output<typeof callJoined>;

const talkMs = z.number().check(z.minimum(0), z.maximum(86_400_000));
const noteText = text({ min: 1, max: callNotes.textMaxLength, required: 'Write something first' });

const note = z
  .object({
    ...inCall,
    noteId: uuid,
    kind: z.enum(callNoteKinds),
    text: noteText,
    better: z.optional(z.nullable(noteText)),
  })
  .check(
    z.refine(({ kind, better }) => kind === 'word' || (better ?? '') !== '', {
      path: ['better'],
      error: 'Write how to say it better',
    }),
  );

const timerWish = z
  .object({ ...inCall, action: z.enum(callTimerActions), languages: z.optional(callLanguages) })
  .check(
    z.refine(({ action, languages }) => (action === 'language') === (languages !== undefined), {
      path: ['languages'],
      error: 'Languages are only allowed with the action “language”',
    }),
  );

/** Session events that a page emits, each about its own seat. */
export const callClientEvents = {
  'call:join': z.object(inCall),
  'call:signal': z.object({ ...inCall, to: uuid, epoch, items }),
  'call:alive': z.object(inCall),
  'call:leave': z.object(inCall),
  'call:state': z.object({ ...inCall, isMuted: z.boolean(), hasCamera: z.boolean() }),
  'call:talk': z.object({ ...inCall, firstMs: talkMs, secondMs: talkMs }),
  'call:note': note,
  'call:timer': timerWish,
} as const;

const done = z.object(ok);

/** Acknowledgements, unless the answer is `{ error }`. */
export const callAnswers = {
  'call:join': callJoined,
  'call:signal': done,
  /** Repeats the last call:seats and call:timer, for a page that missed one. */
  'call:alive': z.object({
    ...ok,
    serverNow: instant,
    seats: z.array(callSeat),
    timer: callTimer,
    /** Renewed relay credentials, valid for nine to ten minutes. Older servers do not send them. */
    iceServers: z.optional(z.array(callIceServer)),
  }),
  'call:leave': done,
  'call:state': done,
  'call:talk': done,
  'call:note': z.object({ ...ok, note: callNote }),
  'call:timer': done,
} as const;

const ofCall = { scheduleSlotId: uuid };

/** Session events that the server sends to every page of both members. */
export const callServerEvents = {
  'call:seats': z.object({ ...ofCall, seats: z.array(callSeat) }),
  /** Addressed to the page with peerId `to`, from the page with peerId `from`; other pages drop it. */
  'call:signal': z.object({ ...ofCall, from: uuid, to: uuid, epoch, items }),
  'call:timer': z.extend(callTimer, ofCall),
  'call:talk': z.object({ ...ofCall, talk: z.array(callTalk) }),
  'call:note': z.extend(callNote, ofCall),
  /** Another page of the same member took over the seat of this peerId. */
  'call:replaced': z.object({ ...ofCall, peerId: uuid }),
  'call:ended': z.object({ ...ofCall, reason: z.enum(callEndReasons) }),
} as const;

export type CallClientEventName = keyof typeof callClientEvents;
export type CallServerEventName = keyof typeof callServerEvents;
export type CallClientEvent<Name extends CallClientEventName> = z.output<(typeof callClientEvents)[Name]>;
export type CallAnswer<Name extends CallClientEventName> = z.output<(typeof callAnswers)[Name]>;
export type CallServerEvent<Name extends CallServerEventName> = z.output<(typeof callServerEvents)[Name]>;
