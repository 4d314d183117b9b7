import type { ChatMessage } from '@parlance/contract/chat';
import * as calls from '@parlance/contract/chat';
import * as changes from '@parlance/contract/chat-changes';
import { type Route, serve } from '#platform/serve';
import { deleteMessage, updateMessage } from './changes.ts';
import { sendPicture, sendText, sendVoice } from './chat.ts';
import { listChats } from './chat-list.ts';
import { countRequests, countUnread, listMessages, markRead } from './conversation.ts';
import { readableIn } from './message.ts';
import { reportMessage } from './report.ts';

export const chatRoutes: Route[] = [
  serve(calls.listChats, async (platform, { caller, payload, format }) => {
    const { count, chats } = await listChats(platform, caller, payload);
    const readable = (message: ChatMessage | undefined) => message && readableIn(format, message);
    return { count, chats: chats.map((chat) => ({ ...chat, lastMessage: readable(chat.lastMessage) })) };
  }),
  serve(calls.listMessages, async (platform, { caller, params, payload, format }) => {
    const { messages, ...page } = await listMessages(platform, caller, { ...params, ...payload });
    return { ...page, messages: messages.map((message) => readableIn(format, message)) };
  }),
  serve(calls.markRead, (platform, { caller, params }) => markRead(platform, caller, params.userId)),
  serve(calls.sendTextMessage, (platform, { caller, params, payload }) =>
    sendText(platform, caller, { ...params, ...payload }),
  ),
  serve(calls.sendVoiceMessage, (platform, { caller, params, payload, file }) =>
    sendVoice(platform, caller, { ...params, ...payload }, file),
  ),
  serve(changes.sendPictureMessage, (platform, { caller, params, payload, file }) =>
    sendPicture(platform, caller, { ...params, ...payload }, file),
  ),
  serve(changes.updateMessage, (platform, { caller, params, payload }) =>
    updateMessage(platform, caller, { ...params, ...payload }),
  ),
  serve(changes.deleteMessage, (platform, { caller, params }) =>
    deleteMessage(platform, caller, params.chatMessageId),
  ),
  serve(calls.reportMessage, (platform, { caller, params, payload }) =>
    reportMessage(platform, caller, { ...params, ...payload }),
  ),
  serve(calls.getChatStat, async (platform, { caller }) => ({
    unreadMessages: await countUnread(platform, caller),
    requests: await countRequests(platform, caller.userId),
  })),
];
