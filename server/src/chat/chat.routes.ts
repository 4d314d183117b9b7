import * as calls from '@parlance/contract/chat';
import { type Route, serve } from '#platform/serve';
import { sendText, sendVoice } from './chat.ts';
import { listChats } from './chat-list.ts';
import { countUnread, listMessages, markRead } from './conversation.ts';
import { reportMessage } from './report.ts';

/** The calls of the chat. */
export const chatRoutes: Route[] = [
  serve(calls.listChats, (platform, { caller, payload }) => listChats(platform, caller, payload)),
  serve(calls.listMessages, (platform, { caller, params, payload }) =>
    listMessages(platform, caller, { ...params, ...payload }),
  ),
  serve(calls.markRead, (platform, { caller, params }) => markRead(platform, caller, params.userId)),
  serve(calls.sendTextMessage, (platform, { caller, params, payload }) =>
    sendText(platform, caller, { ...params, ...payload }),
  ),
  serve(calls.sendVoiceMessage, (platform, { caller, params, payload, file }) =>
    sendVoice(platform, caller, { ...params, ...payload }, file),
  ),
  serve(calls.reportMessage, (platform, { caller, params, payload }) =>
    reportMessage(platform, caller, { ...params, ...payload }),
  ),
  serve(calls.getChatStat, async (platform, { caller }) => ({
    unreadMessages: await countUnread(platform, caller),
  })),
];
