import { chatMessage } from '@parlance/contract/chat';
import { empty } from '@parlance/contract/text';
import { type SocketRoute, serveEvent } from '#platform/socket-routes';
import { sendText, sendVoice } from './chat.ts';
import { passTyping } from './typing.ts';

export const chatSockets: SocketRoute[] = [
  serveEvent('chat:message', { takesFile: false, result: chatMessage }, (platform, { caller, payload }) =>
    sendText(platform, caller, payload),
  ),
  serveEvent('chat:message-voice', { takesFile: true, result: chatMessage }, (platform, call) =>
    sendVoice(platform, call.caller, call.payload, call.file),
  ),
  serveEvent('chat:typing', { takesFile: false, result: empty }, async (platform, { caller, payload }) => {
    await passTyping(platform, caller, payload.userId);
    return {};
  }),
];
