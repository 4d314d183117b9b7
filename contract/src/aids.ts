import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { languageCode } from './languages.ts';
import { uuid } from './text.ts';

/** The longest message that the server has translated, in code points. */
export const translatedMaxLength = 1000;

/**
 * Translates a message of one's own conversations where the installation has a translator, as the static data say. Nothing
 * of it is stored.
 */
export const translateMessage = endpoint({
  method: 'POST',
  path: '/chat/{chatMessageId}/translation',
  access: 'signed-in',
  summary: 'A text message in another language',
  params: z.object({ chatMessageId: uuid }),
  payload: z.object({ languageCode }),
  result: z.object({ text: z.string(), languageCode }),
});
