import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { languageCode } from './languages.ts';
import { uuid } from './text.ts';

/** Maximum length of a message for translation, in code points. */
export const translatedMaxLength = 1000;

/** Translates a message of the user's own conversations if the static data announce a translator. Nothing is stored. */
export const translateMessage = endpoint({
  method: 'POST',
  path: '/chat/{chatMessageId}/translation',
  access: 'signed-in',
  summary: 'A text message in another language',
  params: z.object({ chatMessageId: uuid }),
  payload: z.object({ languageCode }),
  result: z.object({ text: z.string(), languageCode }),
});
