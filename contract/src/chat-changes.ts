import * as z from 'zod/mini';
import { chatMessage } from './chat.ts';
import { correctionMaxLength } from './corrections.ts';
import { endpoint } from './endpoint.ts';
import { empty, text, uuid } from './text.ts';

/** A message can be edited for this long after it was sent. */
export const messageEditMs = 15 * 60_000;
/** The largest picture that is taken. */
export const pictureMaxBytes = 8 * 1024 * 1024;
/** The longer side of a picture as it is kept, in pixels. */
export const pictureMaxSide = 1600;
/** The longest caption in code points. */
export const captionMaxLength = 500;

const withMessage = z.object({ chatMessageId: uuid });

/** Sends a picture with its caption, once both have written; the same clientMessageId never makes two messages. */
export const sendPictureMessage = endpoint({
  method: 'POST',
  path: '/chat/dm/{userId}/picture',
  access: 'signed-in',
  summary: 'Send a picture',
  params: z.object({ userId: uuid }),
  payload: z.object({
    clientMessageId: z.optional(uuid),
    caption: z.optional(text({ max: captionMaxLength })),
    repliesTo: z.optional(uuid),
  }),
  file: { field: 'image', required: true, maxBytes: pictureMaxBytes },
  result: chatMessage,
});

/** Changes an own text or caption within 15 minutes. A text has 1 to 4000 code points, a correction up to 5000, a caption up to 500. */
export const updateMessage = endpoint({
  method: 'POST',
  path: '/chat/{chatMessageId}/update',
  access: 'signed-in',
  summary: 'Edit a message one sent',
  params: withMessage,
  payload: z.object({ content: text({ max: correctionMaxLength }) }),
  result: chatMessage,
});

/** Deletes an own message for both, at any time and for good; a second time changes nothing. */
export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/chat/{chatMessageId}',
  access: 'signed-in',
  summary: 'Delete a message one sent',
  params: withMessage,
  result: empty,
});
