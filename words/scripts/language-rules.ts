import type { Locale } from '#src/locales';
import { saidToTwo } from './said-to-two.ts';

/** A style rule. A matching pattern is a fault, whose text says what to write instead. */
export interface Rule {
  pattern: RegExp;
  fault: string;
  /** The English of texts that may say it. */
  unless?: ReadonlySet<string>;
}

/** The grammatical case and gender of a name are unknown at translation time. */
const person = '\\{(?:name|reported|reporter)\\}';

const japanese = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]';

// Placeholders whose value begins and ends with a digit or a Latin letter; language names and dates are Chinese.
const latin =
  'name|reported|reporter|count|min|max|place|total|line|number|kept|taken|file|minutes|time|moment|moreShare|lessShare|practised|address|device|code';
const latinPiece = `(?:\\{(?:${latin})\\}|[A-Za-z0-9])`;

// Before these words a name is the subject, or next to a noun that carries the case.
const besideRussianName =
  'и|а|но|или|что|если|когда|пока|поэтому|случаях|помогает|согласится|контакт|партнёр|партнёра|партнёру|партнёром|партнёре';

/** Style rules that only one language has. */
export const languageRules: Partial<Record<Locale, Rule[]>> = {
  fr: [
    {
      pattern: /[ \u00a0](?=[?!:;»%])|\S(?=[?!;»])|[\p{L}}]:(?=\s|$)|«(?!\u202f)/u,
      fault: 'needs U+202F before ? ! : ; » % and after «',
    },
    {
      // Elided before a vowel: d’Anna, qu’Omar.
      pattern: new RegExp(`(?<!\\p{L})(?:de|que|lorsque|puisque|jusque) ${person}`, 'iu'),
      fault: 'has a name behind a word that is elided before a vowel: write it without de or que',
    },
  ],
  es: [
    { pattern: /(?<!\p{L})(?:vuestr|vosotr)/iu, fault: 'says vosotros: write ustedes or leave it out' },
    {
      // Before the sound i, y becomes e; before the sound o, o becomes u.
      pattern: /(?<!\p{L})[yo] \{(?!(?:count|min|max|number|total|fourth)\})/iu,
      fault: 'has y or o before a value whose first sound is unknown',
    },
  ],
  ja: [
    {
      pattern: new RegExp(`${japanese} [A-Za-z0-9]|[A-Za-z0-9] ${japanese}`, 'u'),
      fault: 'has a space between Japanese and Latin letters or digits',
    },
    { pattern: new RegExp(`${japanese}:|:${japanese}`, 'u'), fault: 'has a narrow colon: write ：' },
  ],
  ko: [
    { pattern: /\s님/u, fault: 'has a space before 님' },
    { pattern: /(?:니다|십시오)/u, fault: 'ends formally: write the 해요 form' },
  ],
  'zh-Hans': [
    {
      pattern: new RegExp(`\\p{Script=Han}${latinPiece}|${latinPiece}\\p{Script=Han}`, 'u'),
      fault: 'needs a space between Chinese and Latin letters, digits or placeholders',
    },
    { pattern: /手机号(?!码)/u, fault: 'says 手机号: write 手机号码' },
  ],
  ru: [
    {
      pattern: new RegExp(`(?<![\\p{L}-])(?!(?:${besideRussianName}) )[\\p{L}-]+ ${person}`, 'iu'),
      fault: 'has a name behind a word that asks for a case: «Занятие: {name}», «партнёра ({name})»',
    },
    {
      pattern: new RegExp(`${person} (?:пока |ещё )?нет(?!\\p{L})`, 'u'),
      fault: 'has a name that would be in the genitive',
    },
    {
      pattern:
        /(?<!\p{L})(?:(?:вы|вас|вам|вами|ваш\p{L}*)(?!\p{L})|(?!(?:сайте|интернете|ответе|пакете|предмете|кабинете)(?!\p{L}))\p{L}+(?:йте|ьте|ите|ете|ёте)(?:сь)?(?!\p{L}))/iu,
      fault: 'says вы to one person: write ты, or list it in said-to-two.ts',
      unless: saidToTwo,
    },
    {
      pattern: /(?<!\p{L})(?:вы оба|вам обоим|вас обоих|вами обоими)(?!\p{L})/iu,
      fault: 'says оба, which is masculine: «вам двоим», «с обеих сторон»',
    },
  ],
  ar: [
    {
      pattern: new RegExp(`(?<!\\p{L})[وفس]?ي[\\p{L}\\p{M}]{2,} ${person}`, 'u'),
      fault: 'has a masculine verb with a name: use a verbal noun',
    },
    {
      pattern: new RegExp(`(?:^|[.:؟!،] )${person} (?:لا |لن |لم |قد )?ي[\\p{L}\\p{M}]{2,}`, 'u'),
      fault: 'has a masculine verb with a name: use a verbal noun',
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})[وف]?(?:وافق|غادر|كتب|كتبها|كتبه|صحّح|حضر|وصل|قال|ألغى|غيّر|أرسل|اقترح|انضم|ليس) ${person}`,
        'u',
      ),
      fault: 'has a masculine verb with a name: use a verbal noun',
    },
  ],
};
