import type { CastMember } from './cast.ts';
import { forReader, type Phrase, phraseIn, say } from './phrases.ts';

/** What a partner has in front of them. */
export interface Heard {
  /** Null for a voice message. */
  content: string | null;
  /** Its number in the conversation. */
  sequence: number;
  /** It corrects something that the partner wrote. */
  isCorrection: boolean;
  /** Whether this person has been told already that they talk to a demo. */
  isIntroduced: boolean;
  /** The language of their interface. */
  locale: string | null;
  /** Something that the two have not talked about yet. */
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

/** Chooses among the written answers. It reads a question mark and a thank you, no more than that. */
export function replyTo(member: CastMember, heard: Heard): Reply {
  const { content, sequence, isCorrection, isIntroduced, locale, topic } = heard;
  const inOwn = (phrase: Phrase) => phraseIn(member.speaks[0], phrase, locale);
  const asks = forReader(member.asks, locale);
  if (!isIntroduced) return { text: say(inOwn('hello'), asks), hums: false };
  const phrase = isCorrection ? 'learnt' : phraseFor(content, sequence);
  const isTurn = phrase === 'voice' || (phrase === 'more' && sequence % humsEvery === 0);
  if (member.hums && isTurn) return { text: say(inOwn(phrase), inOwn('hum')), hums: true };
  const asksToo = phrase === 'thanks' || phrase === 'more';
  if (!asksToo) return { text: say(inOwn(phrase)), hums: false };
  const takesUpTopic = topic !== undefined;
  return { text: say(inOwn(phrase), takesUpTopic ? [topic, ''] : asks), hums: false, takesUpTopic };
}

function phraseFor(content: string | null, sequence: number): Phrase {
  if (content === null) return 'voice';
  if (question.test(content)) return 'question';
  if (thanks.test(content)) return 'thanks';
  return sequence % 2 === 0 ? 'learnt' : 'more';
}
