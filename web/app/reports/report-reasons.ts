import type { reportReasons } from '@parlance/contract/chat';
import { word } from '@parlance/words/word';

export const reasonWords = {
  spam: word('Spam or advertising'),
  harassment: word('Harassment or threats'),
  sexual: word('Unwanted sexual content'),
  scam: word('A scam or a request for money'),
  other: word('Something else'),
} satisfies Record<(typeof reportReasons)[number], string>;
