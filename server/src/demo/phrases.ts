import type { LanguageCode } from '@parlance/contract/languages';
import { asianPhrases } from './phrases-asia.ts';
import { europeanPhrases } from './phrases-europe.ts';

/** What a demo partner can say. Every one of them is written down here; nobody pretends to understand. */
export interface Phrases {
  /** The first answer says what they are. */
  hello: string;
  more: string;
  learnt: string;
  question: string;
  thanks: string;
  /** To a voice message. */
  voice: string;
  /** Beside a voice message of their own. */
  hum: string;
  booked: string;
  cancelled: string;
}

export type Phrase = keyof Phrases;

export const english: Phrases = {
  hello: 'Hello! I am a demo partner: my answers were written in advance, so try out whatever you like.',
  more: 'That sounds good. Tell me more!',
  learnt: 'I will remember that one. How would you say it in a shorter way?',
  question: 'Good question! A demo partner cannot really answer it, but you asked it well.',
  thanks: 'With pleasure!',
  voice: 'How nice to hear your voice. You spoke very clearly.',
  hum: 'A demo partner has no voice, so I hummed something for you.',
  booked: 'I have booked a time with you. See you then! You will find it under your appointments.',
  cancelled: 'I am sorry, something came up and I had to cancel our time. It is free again.',
};

const native: Partial<Record<LanguageCode, Phrases>> = { ...europeanPhrases, ...asianPhrases };

/** The phrase in a language and its English; who speaks English has nothing to add to the first. */
export function phraseIn(language: LanguageCode, phrase: Phrase): [own: string, english: string] {
  const own = native[language];
  return own ? [own[phrase], english[phrase]] : [english[phrase], ''];
}

/** The phrase, and more if there is more to say, with the English of it all under it. */
export function say(
  language: LanguageCode,
  phrase: Phrase,
  more: [own: string, english: string] = ['', ''],
): string {
  const [own, inEnglish] = phraseIn(language, phrase);
  const [moreOwn, moreEnglish] = more;
  const first = `${own} ${moreOwn}`.trim();
  return inEnglish === '' ? first : `${first}\n(${`${inEnglish} ${moreEnglish}`.trim()})`;
}
