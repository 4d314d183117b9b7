import * as z from 'zod/mini';
import { chatMessage } from './chat.ts';
import { correctionMaxLength } from './corrections.ts';
import { endpoint } from './endpoint.ts';
import { empty, text, uuid } from './text.ts';

/** How long after sending a message can be edited. */
export const messageEditMs = 15 * 60_000;
export const pictureMaxBytes = 8 * 1024 * 1024;
/** Longer side of a stored picture, in pixels. */
export const pictureMaxSide = 1600;
/** Maximum length of a caption, in code points. */
export const captionMaxLength = 500;

const withMessage = z.object({ chatMessageId: uuid });

/** Sends a picture with its caption, once both have written. clientMessageId is the idempotency key. */
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

/** Edits an own text or caption within 15 minutes (`messageEditMs`). Limits in code points: text 1 to 4000, correction 5000, caption 500. */
export const updateMessage = endpoint({
  method: 'POST',
  path: '/chat/{chatMessageId}/update',
  access: 'signed-in',
  summary: 'Edit a message one sent',
  params: withMessage,
  payload: z.object({ content: text({ max: correctionMaxLength }) }),
  result: chatMessage,
});

/** Deletes an own message for both members, permanently; idempotent. */
export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/chat/{chatMessageId}',
  access: 'signed-in',
  summary: 'Delete a message one sent',
  params: withMessage,
  result: empty,
});
