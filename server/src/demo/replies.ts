import type { LanguageCode } from '@parlance/contract/languages';
import type { CastMember } from './cast.ts';
import { forReader, type Phrase, phraseIn, type Said, say } from './phrases.ts';

/** The message to answer. */
export interface Heard {
  /** Null for a voice message. */
  content: string | null;
  sequence: number;
  /** Corrects a message of the partner. */
  isCorrection: boolean;
  /** Whether the demo was already disclosed to the member. */
  isIntroduced: boolean;
  /** The language of the answer. */
  language: LanguageCode;
  /** The member's interface language. */
  locale: string | null;
  /** A topic the two have not used yet. */
  topic?: string | undefined;
}

export interface Reply {
  text: string;
  /** Comes with a hummed voice message. */
  hums: boolean;
  /** Ends with the topic. */
  takesUpTopic?: boolean;
}

const humsEvery = 3;
const question = /[?？؟;]\s*$/u;
const thanks =
  /thank|gracias|merci|grazie|obrigad|danke|bedankt|tack|kiitos|dzięk|děkuj|дяку|ευχαριστ|ありがと|감사|谢谢|شكر|תודה|teşekkür|धन्यवाद|cảm ơn|makasih|terima kasih/iu;

/** Chooses among prepared answers. It recognises a question mark and thanks only. */
export function replyTo(member: CastMember, heard: Heard): Reply {
  const { content, sequence, isCorrection, isIntroduced, language, locale, topic } = heard;
  const said = (phrase: Phrase) => phraseIn(language, phrase, locale);
  const asks = questionIn(member, language, locale);
  if (!isIntroduced) return { text: say(said('hello'), asks), hums: false };
  const phrase = isCorrection ? 'learnt' : phraseFor(content, sequence);
  const isTurn = phrase === 'voice' || (phrase === 'more' && sequence % humsEvery === 0);
  if (member.hums && isTurn) return { text: say(said(phrase), said('hum')), hums: true };
  const asksToo = phrase === 'thanks' || phrase === 'more';
  if (!asksToo) return { text: say(said(phrase)), hums: false };
  const takesUpTopic = topic !== undefined;
  return { text: say(said(phrase), takesUpTopic ? [topic, ''] : asks), hums: false, takesUpTopic };
}

/** The question of a partner, which exists in their own language and in English. */
function questionIn({ speaks, asks }: CastMember, language: LanguageCode, locale: string | null): Said {
  if (language === speaks[0]) return forReader(asks, locale);
  return [language === 'en' ? asks[1] : '', ''];
}

function phraseFor(content: string | null, sequence: number): Phrase {
  if (content === null) return 'voice';
  if (question.test(content)) return 'question';
  if (thanks.test(content)) return 'thanks';
  const isPictureOnly = content === '';
  // Every second answer: message and answer advance the sequence by two.
  return sequence % 4 < 2 && !isPictureOnly ? 'learnt' : 'more';
}
