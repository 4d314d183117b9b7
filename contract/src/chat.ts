import * as z from 'zod/mini';
import { correctionMaxLength, corrects } from './corrections.ts';
import { endpoint } from './endpoint.ts';
import { baseProfile, searchText } from './people.ts';
import { codePoints, empty, instant, page, text, tooLongText, uuid } from './text.ts';

/** What a message is made of. */
export const chatMessageTypes = ['text', 'voice', 'picture'] as const;
/** The longest text message in code points. */
export const messageMaxLength = 4000;
/** The largest recording that is taken. */
export const voiceMaxBytes = 6 * 1024 * 1024;
/** The shortest and longest recording that is taken, in milliseconds. */
export const voiceDurationMs = { min: 300, max: 62_000 } as const;
/** A recording stops by itself after this long. */
export const recordingMaxMs = 60_000;
/** How often the recorder hands over what it has. */
export const recordingTimesliceMs = 250;
/** Recording formats in order of preference. */
export const recordingFormats = ['webm', 'mp4', 'ogg', 'wav', 'aac'] as const;
/** What the microphone is asked for. */
export const recordingConstraints = {
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  sampleRate: 48_000,
} as const;
/** A quoted message is cut after this many code points. */
export const replyExcerptMaxLength = 120;
/** The client tells that its member is typing at most this often. */
export const typingEveryMs = 3000;
/** Typing shows for this long after the last event. */
export const typingVisibleMs = 5000;
/** How many alternations make a conversation. */
export const conversationTurnGoal = 10;
/** The bar of turns hides this long after the goal was reached. */
export const turnsHideMs = 5000;
/** Page sizes of the conversation and of the list. */
export const chatPageSizes = { messages: 50, chats: 10 } as const;
/** Older messages load when the reader is this near to the top, in pixels. */
export const olderMessagesAtPx = 50;
/** Previews are cut after this many characters. */
export const previewMaxLength = { list: 40, popup: 100 } as const;
/** Popups: how many show at once, how long, and how long they fade. */
export const popups = { max: 3, visibleMs: 5000, fadeMs: 300 } as const;

/** The message that another one replies to, as it is now: empty where there are no words, and where it was deleted. */
export const quotedMessage = z.object({
  chatMessageId: uuid,
  /** Its author. */
  userId: uuid,
  kind: z.enum(chatMessageTypes),
  excerpt: z.string(),
  isDeleted: z.boolean(),
});
export type QuotedMessage = z.output<typeof quotedMessage>;

/** One message. Its content is null for a recording, for a picture without a caption and for a message that was deleted. */
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
  /** Position in its conversation: what clients sort by. */
  sequence: z.optional(z.number()),
  clientMessageId: z.optional(z.nullable(uuid)),
  /** What this message corrects; null where it corrects nothing. */
  corrects: z.optional(z.nullable(corrects)),
  durationMs: z.optional(z.nullable(z.number())),
  /** Loudness over time, 0 to 100. */
  waveform: z.optional(z.nullable(z.array(z.number()))),
  /** What this message replies to; null where it replies to nothing. */
  repliesTo: z.optional(z.nullable(quotedMessage)),
  /** Only of the type picture; the caption is the content. The size is in pixels. */
  picture: z.optional(z.nullable(z.object({ url: z.string(), width: z.number(), height: z.number() }))),
  /** Set where the sender has changed the text or the caption. */
  editedAt: z.optional(z.nullable(instant)),
  /** Set where the sender has deleted the message: nothing but its place in the conversation is left. */
  deletedAt: z.optional(z.nullable(instant)),
});
export type ChatMessage = z.output<typeof chatMessage>;

/** One row of the chat list. */
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
  /** The topic that the text takes up; one that is not known is ignored. */
  topicId: z.optional(z.string().check(z.maxLength(topicIdMaxLength))),
};
// Code points are only counted where there may be too many.
const onlyCorrectionsAreLonger = z.refine<{ content: string; corrects?: unknown }>(
  (sent) =>
    sent.corrects !== undefined ||
    sent.content.length <= messageMaxLength ||
    codePoints(sent.content) <= messageMaxLength,
  { path: ['content'], error: tooLongText(messageMaxLength) },
);

/** Conversations, newest first; the query matches partners' names and message text. */
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
  result: z.object({ count: z.number(), messages: z.array(chatMessage) }),
});

export const markRead = endpoint({
  method: 'POST',
  path: '/chat/dm/{userId}/read',
  access: 'signed-in',
  summary: 'Mark everything from one person as read',
  params: withUser,
  result: empty,
});

/** Sends a text, which may correct a message of the other person; the same clientMessageId never makes two messages. */
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

/** Why a message is reported. */
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
  summary: 'Number of unread messages',
  result: z.object({ unreadMessages: z.number() }),
});

/** chat:message as a client emits it. */
export const outgoingText = z.object({ ...words, userId: uuid }).check(onlyCorrectionsAreLonger);
/** What follows the file in chat:message-voice. */
export const outgoingVoice = z.object({ userId: uuid, clientMessageId, repliesTo });
/** chat:typing: to the server whom the member writes to, from the server who is writing. */
export const typing = z.object({ userId: uuid });
/** Tells a sender how far their messages got; userId is the recipient. */
export const messageStatus = z.object({
  userId: uuid,
  chatMessageIds: z.array(uuid),
  deliveredAt: z.nullable(instant),
  readAt: z.nullable(instant),
});
export type MessageStatus = z.output<typeof messageStatus>;
