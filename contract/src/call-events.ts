import * as z from 'zod/mini';
import { callEndReasons, callLanguages, callNote, callNoteKinds, callSeat, callTalk } from './call.ts';
import { instant, text, uuid } from './text.ts';

/** A page that lost its connection keeps its seat this long. */
export const callGraceMs = 60_000;
/** A page says this often that it is still there; the sum of talk goes out as often. */
export const callAliveEveryMs = 10_000;
/** How long a page waits for the acknowledgement of an event; no answer is lost. Joins wait for each other on the quarter of an hour. */
export const callAnswerWithinMs = { join: 10_000, other: 3000 } as const;
/** What "5 minutes more" adds. */
export const callExtensionMs = 5 * 60_000;
/** A wish that the other does not share lapses after this long. */
export const callAskMaxAgeMs = 60_000;
/** Notes: how many a session keeps, and the longest text in code points. */
export const callNotes = { max: 200, textMaxLength: 500 } as const;
/** Signals: items in one batch, and the longest description and candidate in characters. */
export const callSignals = { itemsMax: 32, descriptionMaxLength: 16_384, candidateMaxLength: 1024 } as const;

const inCall = { scheduleSlotId: uuid, peerId: uuid };
const ok = { ok: z.literal(true) };
const short = z.string().check(z.maxLength(256));

/** One step of two browsers that find each other: an offer or answer, an address, or the wish to begin again. */
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

/** What needs the consent of both. */
export const callTimerActions = ['swap', 'extend', 'language'] as const;

const asked = z.object({
  action: z.enum(callTimerActions),
  userId: uuid,
  askedAt: instant,
  /** Which languages, for `language`. */
  languages: z.optional(callLanguages),
});

/** The halves. startedAt is null until both are there, and may lie ahead before the booked time; endsAt is then the end for both. */
export const callTimer = z.object({
  startedAt: z.nullable(instant),
  swapAt: z.nullable(instant),
  endsAt: z.nullable(instant),
  languages: z.nullable(callLanguages),
  asked: z.array(asked),
});
export type CallTimer = z.output<typeof callTimer>;

/** A STUN or TURN server as RTCPeerConnection takes it. The username is valid for ten minutes at most; call:alive renews it. */
export const callIceServer = z.object({
  urls: z.array(z.string()),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
});

/** What a page needs to begin. */
export const callJoined = z.object({
  ...ok,
  iceServers: z.array(callIceServer),
  /** Whether only the relay may be used; a person may turn it off where the summary's relay says `choice`. */
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
      error: 'Languages belong to the action language',
    }),
  );

/** Events of a session that a page emits, each about a seat of its own. */
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

/** What acknowledges each of them, unless it is `{ error }`. */
export const callAnswers = {
  'call:join': callJoined,
  'call:signal': done,
  /** Also what call:seats and call:timer told last: a page that missed one knows again. */
  'call:alive': z.object({
    ...ok,
    serverNow: instant,
    seats: z.array(callSeat),
    timer: callTimer,
    /** Renewed credentials of the relay, valid for nine to ten minutes. An older server does not send them. */
    iceServers: z.optional(z.array(callIceServer)),
  }),
  'call:leave': done,
  'call:state': done,
  'call:talk': done,
  'call:note': z.object({ ...ok, note: callNote }),
  'call:timer': done,
} as const;

const ofCall = { scheduleSlotId: uuid };

/** Events of a session that the server sends to every page of its two people. */
export const callServerEvents = {
  'call:seats': z.object({ ...ofCall, seats: z.array(callSeat) }),
  /** For the page whose peerId is `to`, from the page whose peerId is `from`; others drop it. */
  'call:signal': z.object({ ...ofCall, from: uuid, to: uuid, epoch, items }),
  'call:timer': z.extend(callTimer, ofCall),
  'call:talk': z.object({ ...ofCall, talk: z.array(callTalk) }),
  'call:note': z.extend(callNote, ofCall),
  /** Another page of the same person took the seat of this peerId. */
  'call:replaced': z.object({ ...ofCall, peerId: uuid }),
  'call:ended': z.object({ ...ofCall, reason: z.enum(callEndReasons) }),
} as const;

/** The name of an event that a page emits. */
export type CallClientEventName = keyof typeof callClientEvents;
/** The name of an event that the server sends. */
export type CallServerEventName = keyof typeof callServerEvents;
/** What an event of a page carries, as the program sees it. */
export type CallClientEvent<Name extends CallClientEventName> = z.output<(typeof callClientEvents)[Name]>;
/** What acknowledges an event of a page. */
export type CallAnswer<Name extends CallClientEventName> = z.output<(typeof callAnswers)[Name]>;
/** What an event of the server carries, as the program sees it. */
export type CallServerEvent<Name extends CallServerEventName> = z.output<(typeof callServerEvents)[Name]>;
