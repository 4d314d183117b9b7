import { chatMessage } from '@parlance/contract/chat';
import { ApiError } from '@parlance/contract/errors';
import { type SocketRoute, serveEvent } from '#platform/realtime';
import { sendText, sendVoice } from './chat.ts';

/** The events of the chat: the same functions as the calls, answered by acknowledgement. */
export const chatSockets: SocketRoute[] = [
  serveEvent('chat:message', { takesFile: false, result: chatMessage }, (platform, { caller, payload }) =>
    sendText(platform, caller, payload),
  ),
  serveEvent('chat:message-voice', { takesFile: true, result: chatMessage }, async (platform, call) => {
    const { caller, payload, file } = call;
    if (file === null) throw new ApiError('RequestDataInvalid', { fields: { audio: 'A file is needed' } });
    return await sendVoice(platform, caller, payload, file);
  }),
];
