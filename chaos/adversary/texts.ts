import type { Dice } from './dice.ts';
import { pick } from './dice.ts';

/** Contact details as the detector knows them. */
export const plainContacts = [
  'Hello dear, my WhatsApp is +44 7700 900123',
  'Write to me on Telegram: lucky_rose77',
  'Come and see https://cheap-lessons.example.com/start',
  'My number is 0176 5550 1234, call me tonight',
  'Escríbeme a mi correo maria.lopez@example.org',
  'Mein Instagram: sonnen_kind22',
  'Mon numéro : 06 39 98 12 34',
  'Пиши мне в телеграм sveta_msk9',
  '我的微信：amei_2020',
  '카톡 아이디 hana_0412',
  'واتساب: +971 50 555 0199',
  'Acesse www.ganhe-agora.com hoje',
];

/** The same in a spelling that no pattern finds. */
const disguisedContacts = [
  'find me on the green app, oh one seven six then five five five',
  'my i n s t a is sunny child with two twos at the end',
  'search the paper plane app for lucky rose',
  'the blue bird site, same name as here',
  'write me where the ghost is yellow',
];

const greetings = [
  'Hi beautiful, how are you?',
  'Hello dear friend',
  'Hey, you look very nice',
  'Good day, can we be friends?',
  'Hi',
];

const nicePages = [
  'Hi! I am learning your language and can help with mine. Shall we practise?',
  'Hola, busco a alguien para practicar los martes por la tarde.',
  'Guten Tag, ich lerne seit zwei Jahren und suche jemanden zum Reden.',
  'Bonjour, je prépare un examen et je cherche un partenaire.',
  'Привет! Могу помочь с русским, учу английский.',
  'こんにちは。一緒に練習しませんか。',
  '안녕하세요! 같이 연습할까요?',
  '你好，我想找一个语言伙伴。',
];

const honestContacts = [
  'This is the article I mean: https://en.wikipedia.org/wiki/Gerund',
  'I also post small lessons, my Instagram: grammar_cat1',
];

const insults = ['You will regret this.', 'I know where you live.', 'Answer me, or else.'];

export interface Text {
  content: string;
  /** Holds contact details that the detector must find. */
  hasContact: boolean;
}

const without = (content: string): Text => ({ content, hasContact: false });

export function honestText(dice: Dice, key: string, contactShare: number): Text {
  const number = dice('honest text', key);
  if (dice('honest contact', key) < contactShare)
    return { content: pick(honestContacts, number), hasContact: true };
  return without(pick(nicePages, number));
}

export function spamText(dice: Dice, key: string, shares: { plain: number; disguised: number }): Text {
  const [how, number] = [dice('spam kind', key), dice('spam text', key)];
  if (how < shares.plain) return { content: pick(plainContacts, number), hasContact: true };
  if (how < shares.plain + shares.disguised) return without(pick(disguisedContacts, number));
  return without(pick(greetings, number));
}

export const greetingText = (dice: Dice, key: string): Text =>
  without(pick(greetings, dice('greeting', key)));

export const insultText = (dice: Dice, key: string): Text => without(pick(insults, dice('insult', key)));
