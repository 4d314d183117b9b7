import type { reportReasons } from '@parlance/contract/chat';
import { word } from '@parlance/words/word';

/** Reasons of a report or a ban inside a sentence. */
export const reasonWords: Record<(typeof reportReasons)[number], string> = {
  spam: word('spam or advertising'),
  harassment: word('harassment or threats'),
  sexual: word('unwanted sexual content'),
  scam: word('a scam or a request for money'),
  other: word('something else'),
};
