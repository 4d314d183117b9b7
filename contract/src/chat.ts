import * as z from 'zod/mini';
import { correctionMaxLength, corrects } from './corrections.ts';
import { endpoint } from './endpoint.ts';
import { baseProfile, searchText } from './people.ts';
import { codePoints, empty, instant, page, text, tooLongText, uuid } from './text.ts';

export const chatMessageTypes = ['text', 'voice', 'picture'] as const;
/** Maximum length of a text, in code points. */
export const messageMaxLength = 4000;
export const voiceMaxBytes = 6 * 1024 * 1024;
export const voiceDurationMs = { min: 300, max: 62_000 } as const;
/** Maximum recording time; the recorder then stops. */
export const recordingMaxMs = 60_000;
export const recordingTimesliceMs = 250;
/** Recording formats in order of preference. */
export const recordingFormats = ['webm', 'mp4', 'ogg', 'wav', 'aac'] as const;
export const recordingConstraints = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  sampleRate: 48_000,
} as const;
/** Length of a quote, in code points. */
export const replyExcerptMaxLength = 120;
/** Throttle of the typing event. */
export const typingEveryMs = 3000;
/** How long the typing indicator stays after the last event. */
export const typingVisibleMs = 5000;
/** Number of alternations that complete a conversation. */
export const conversationTurnGoal = 10;
/** The turn bar hides this long after the goal was reached. */
export const turnsHideMs = 5000;
export const chatPageSizes = { messages: 50, chats: 10 } as const;
/** Distance from the top, in pixels, at which older messages load. */
export const olderMessagesAtPx = 50;
/** Preview lengths, in characters. */
export const previewMaxLength = { list: 40, popup: 100 } as const;
/** Popups: maximum at once, display time and fade time. */
export const popups = { max: 3, visibleMs: 5000, fadeMs: 300 } as const;

/** The message that a reply quotes, in its present state: empty without text, and after deletion. */
export const quotedMessage = z.object({
  chatMessageId: uuid,
  userId: uuid,
  kind: z.enum(chatMessageTypes),
  excerpt: z.string(),
  isDeleted: z.boolean(),
});
export type QuotedMessage = z.output<typeof quotedMessage>;

/** One message. Its content is null for a recording, a picture without a caption and a deleted message. */
export const chatMessage = z.object({
  audioUrl: z.nullable(z.string()),
  chatMessageId: uuid,
  content: z.nullable(z.string()),
  createdAt: instant,
  deliveredAt: z.nullable(instant),
  fromUserId: uuid,
  readAt: z.nullable(instant),
  toUserId: uuid,
  type: z.enum(chatMessageTypes),
  updatedAt: instant,
  /** Position in the conversation, the sort key of clients. */
  sequence: z.optional(z.number()),
  clientMessageId: z.optional(z.nullable(uuid)),
  /** The message that this one corrects, or null. */
  corrects: z.optional(z.nullable(corrects)),
  durationMs: z.optional(z.nullable(z.number())),
  /** Loudness over time, 0 to 100. */
  waveform: z.optional(z.nullable(z.array(z.number()))),
  /** The message that this one replies to, or null. */
  repliesTo: z.optional(z.nullable(quotedMessage)),
  /** Only for pictures; the caption is in `content`. The size is in pixels. */
  picture: z.optional(z.nullable(z.object({ url: z.string(), width: z.number(), height: z.number() }))),
  /** Set once the sender has edited the text or caption. */
  editedAt: z.optional(z.nullable(instant)),
  /** Set once the sender has deleted the message: only its position in the conversation remains. */
  deletedAt: z.optional(z.nullable(instant)),
});
export type ChatMessage = z.output<typeof chatMessage>;

export const chatSummary = z.object({
  lastMessage: z.optional(chatMessage),
  profile: baseProfile,
  unreadCount: z.optional(z.number()),
});
export type ChatSummary = z.output<typeof chatSummary>;

const withUser = z.object({ userId: uuid });
const clientMessageId = z.optional(uuid);
/** A chatMessageId of the same conversation. */
const repliesTo = z.optional(uuid);
const topicIdMaxLength = 40;
const words = {
  content: text({ min: 1, max: correctionMaxLength, required: 'Write a message first' }),
  clientMessageId,
  corrects: z.optional(corrects),
  repliesTo,
  /** The topic of the text; an unknown one is ignored. */
  topicId: z.optional(z.string().check(z.maxLength(topicIdMaxLength))),
};
// Code points are counted only when the text may be too long.
const onlyCorrectionsAreLonger = z.refine<{ content: string; corrects?: unknown }>(
  (sent) =>
    sent.corrects !== undefined ||
    sent.content.length <= messageMaxLength ||
    codePoints(sent.content) <= messageMaxLength,
  { path: ['content'], error: tooLongText(messageMaxLength) },
);

/** Conversations, newest first; the query matches partner names and message text. */
export const listChats = endpoint({
  method: 'GET',
  path: '/chat',
  access: 'signed-in',
  summary: 'Conversations, newest first',
  payload: z.object({ ...page(), query: z.optional(searchText) }),
  result: z.object({ count: z.number(), chats: z.array(chatSummary) }),
});

export const listMessages = endpoint({
  method: 'GET',
  path: '/chat/dm/{userId}',
  access: 'signed-in',
  summary: 'Messages with one person, newest first',
  params: withUser,
  payload: z.object(page()),
  result: z.object({
    count: z.number(),
    messages: z.array(chatMessage),
    /** The caller has not answered a request yet: reading marks nothing as delivered or read. */
    isRequest: z.optional(z.boolean()),
  }),
});

export const markRead = endpoint({
  method: 'POST',
  path: '/chat/dm/{userId}/read',
  access: 'signed-in',
  summary: 'Mark everything from one person as read',
  params: withUser,
  result: empty,
});

/** Sends a text, which may correct a message of the partner. clientMessageId is the idempotency key. */
export const sendTextMessage = endpoint({
  method: 'POST',
  path: '/chat/dm/{userId}',
  access: 'signed-in',
  summary: 'Send a text message',
  params: withUser,
  payload: z.object(words).check(onlyCorrectionsAreLonger),
  result: chatMessage,
});

export const sendVoiceMessage = endpoint({
  method: 'POST',
  path: '/chat/dm/{userId}/voice',
  access: 'signed-in',
  summary: 'Send a voice message',
  params: withUser,
  payload: z.object({ clientMessageId, repliesTo }),
  file: { field: 'audio', required: true, maxBytes: voiceMaxBytes },
  result: chatMessage,
});

export const reportReasons = ['spam', 'harassment', 'sexual', 'scam', 'other'] as const;

export const reportMessage = endpoint({
  method: 'POST',
  path: '/chat/{chatMessageId}/report',
  access: 'signed-in',
  summary: 'Report a message one received',
  params: z.object({ chatMessageId: uuid }),
  payload: z.object({
    reason: z.optional(z.enum(reportReasons)),
    text: z.optional(text({ max: 1000 })),
  }),
  result: empty,
});

export const getChatStat = endpoint({
  method: 'GET',
  path: '/chat/stat',
  access: 'signed-in',
  summary: 'Number of unread messages and of requests',
  result: z.object({ unreadMessages: z.number(), requests: z.optional(z.number()) }),
});

export const outgoingText = z.object({ ...words, userId: uuid }).check(onlyCorrectionsAreLonger);
/** Parameters after the file in chat:message-voice. */
export const outgoingVoice = z.object({ userId: uuid, clientMessageId, repliesTo });
/** chat:typing: the recipient when sent by a client, the sender when sent by the server. */
export const typing = z.object({ userId: uuid });
/** chat:request: the number of requests; the recipient's acknowledgement counts as delivery. */
export const requestArrived = z.object({ requests: z.number() });
/** Delivery status for the sender; userId is the recipient. */
export const messageStatus = z.object({
  userId: uuid,
  chatMessageIds: z.array(uuid),
  deliveredAt: z.nullable(instant),
  readAt: z.nullable(instant),
});
export type MessageStatus = z.output<typeof messageStatus>;
