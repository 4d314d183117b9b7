import {
  getChatStat,
  listChats,
  listMessages,
  markRead,
  reportMessage,
  sendTextMessage,
  sendVoiceMessage,
} from '@parlance/contract/chat';
import { type Route, serve } from '#platform/serve';
import { sendText, sendVoice } from './chat.ts';
import { listChats as list } from './chat-list.ts';
import { countUnread, listMessages as messages, markRead as read } from './conversation.ts';
import { reportMessage as report } from './report.ts';

/** The calls of the chat. */
export const chatRoutes: Route[] = [
  serve(listChats, (platform, { caller, payload }) => list(platform, caller, payload)),
  serve(listMessages, (platform, { caller, params, payload }) =>
    messages(platform, caller, { ...params, ...payload }),
  ),
  serve(markRead, (platform, { caller, params }) => read(platform, caller, params.userId)),
  serve(sendTextMessage, (platform, { caller, params, payload }) =>
    sendText(platform, caller, { ...params, ...payload }),
  ),
  serve(sendVoiceMessage, (platform, { caller, params, payload, file }) =>
    sendVoice(platform, caller, { ...params, ...payload }, file),
  ),
  serve(reportMessage, (platform, { caller, params, payload }) =>
    report(platform, caller, { ...params, ...payload }),
  ),
  serve(getChatStat, async (platform, { caller }) => ({
    unreadMessages: await countUnread(platform, caller),
  })),
];
