import { interestsDefault } from '@parlance/contract/account-care';
import type { LanguageCode } from '@parlance/contract/languages';
import { openNewMailbox } from './mailbox.ts';
import { type Person, signInByApi } from './people.ts';
import type { ServerProcess } from './server-process.ts';

export interface Newcomer {
  name: string;
  description?: string;
  speaks: LanguageCode[];
  /** Proficiency by language. */
  learns: Partial<Record<LanguageCode, number>>;
  timeZone?: string;
  interests?: string[];
}

const togetherAtOnce = 3;

async function join(server: ServerProcess, newcomer: Newcomer): Promise<Person> {
  const { name, description = `${name} likes tea.`, speaks, learns, timeZone, interests } = newcomer;
  const mailbox = await openNewMailbox(server);
  const client = await signInByApi(server, mailbox);
  const { calls } = client;
  for (const languageCode of speaks)
    await calls.createLanguage({ languageCode, target: false, proficiency: 1 });
  for (const [code, proficiency] of Object.entries(learns)) {
    await calls.createLanguage({ languageCode: code as LanguageCode, target: true, proficiency });
  }
  await calls.updateUser({ name, description, interests: interests ?? interestsDefault, timeZone });
  const { userId } = await calls.getUser();
  return { name, mailbox, userId, client };
}

/** New members with complete profiles, in the given order. */
export async function createPeople(server: ServerProcess, newcomers: Newcomer[]): Promise<Person[]> {
  const people: Person[] = [];
  for (let from = 0; from < newcomers.length; from += togetherAtOnce) {
    const group = newcomers.slice(from, from + togetherAtOnce);
    people.push(...(await Promise.all(group.map((newcomer) => join(server, newcomer)))));
  }
  return people;
}

/** Text that breaks fragile layouts: other scripts and directions, joined emoji, sixty characters. All learn Irish. */
export const demandingPeople: Newcomer[] = [
  {
    name: 'محمد عبد الرحمن',
    description:
      'أحب القراءة والمشي في المساء، وأبحث عن شخص أتحدث معه بهدوء عن الكتب والسفر والطعام، فأنا ما زلت أتعلم ببطء وبصبر كبير.',
    speaks: ['ar'],
    learns: { ga: 0.2, en: 0.4 },
    timeZone: 'Africa/Cairo',
  },
  {
    name: '佐藤 愛子',
    description:
      'こんにちは。東京で猫と暮らしています。夜、静かに話せる相手を探しています。映画と料理と散歩が好きです。間違いを直し合いながら、ゆっくり楽しく練習しましょう。どうぞよろしくお願いします。よく笑います。',
    speaks: ['ja'],
    learns: { ga: 0 },
    timeZone: 'Asia/Tokyo',
  },
  {
    name: 'अनन्या श्रीवास्तव',
    description:
      'मुझे संगीत, किताबें और लंबी बातचीत पसंद है। मैं धीरे-धीरे सीख रही हूँ और किसी धैर्यवान साथी की तलाश में हूँ, जो हिन्दी भी सीखना चाहे।',
    speaks: ['hi', 'mr'],
    learns: { ga: 0.6 },
    timeZone: 'Asia/Kolkata',
  },
  {
    name: '👩‍🚀 Zoë 🏳️‍🌈',
    description: '👨‍👩‍👧‍👦'.repeat(95),
    speaks: ['fr'],
    learns: { ga: 0.4 },
  },
  {
    name: 'Maximiliana-Bartholomea Wolfeschlegelsteinhausenbergerdorffy',
    description: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2),
    speaks: ['de', 'nl', 'sv', 'da', 'no', 'fi', 'et'],
    learns: { ga: 0, en: 0.2, it: 0.4, es: 0.6, pt: 0, ro: 0.2 },
    timeZone: 'Europe/Berlin',
  },
];
