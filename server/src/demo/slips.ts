import type { CorrectionKind } from '@parlance/contract/corrections';
import type { LanguageCode } from '@parlance/contract/languages';
import type { CastMember } from './cast.ts';

/** A common learner's mistake and its correction. */
interface Slip {
  wrong: RegExp;
  right: string;
  kind: CorrectionKind;
  note: string;
}

/** Only patterns that are wrong in any context, since the text is not understood. */
const slips: Partial<Record<LanguageCode, Slip[]>> = {
  en: [
    { wrong: /\bI am agree\b/g, right: 'I agree', kind: 'mistake', note: '“Agree” is a verb: no “am”.' },
    { wrong: /\bgoed\b/g, right: 'went', kind: 'mistake', note: '“Go” is irregular: go, went, gone.' },
    {
      wrong: /\binformations\b/g,
      right: 'information',
      kind: 'mistake',
      note: '“Information” has no plural.',
    },
    { wrong: /\bi\b(?!['’.])/g, right: 'I', kind: 'mistake', note: '“I” is always a capital letter.' },
  ],
  es: [
    {
      wrong: /\bla problema\b/g,
      right: 'el problema',
      kind: 'mistake',
      note: 'El problema, el tema, el idioma.',
    },
    { wrong: /\bsoy de acuerdo\b/g, right: 'estoy de acuerdo', kind: 'mistake', note: 'Con «estar».' },
    { wrong: /\b[Yy]o gusto\b/g, right: 'me gusta', kind: 'mistake', note: 'A mí me gusta.' },
    {
      wrong: /(^|[.!]\s)([^¿?.!]+\?)$/g,
      right: '$1¿$2',
      kind: 'mistake',
      note: 'En español se abre la pregunta: ¿',
    },
  ],
  de: [
    { wrong: /\b[Ii]ch bin kalt\b/g, right: 'mir ist kalt', kind: 'mistake', note: 'Wie „mir ist warm“.' },
    { wrong: /\bgegeht\b/g, right: 'gegangen', kind: 'mistake', note: 'Gehen, ging, gegangen.' },
  ],
  fr: [
    { wrong: /\b[Jj]e suis faim\b/g, right: 'j’ai faim', kind: 'mistake', note: 'Avec « avoir ».' },
    { wrong: /\bsi il\b/g, right: 's’il', kind: 'mistake', note: 'Si + il = s’il.' },
  ],
  it: [{ wrong: /\b[Ii]o piace\b/g, right: 'mi piace', kind: 'mistake', note: 'A me piace, mi piace.' }],
  pt: [{ wrong: /\ba problema\b/g, right: 'o problema', kind: 'mistake', note: 'O problema, o tema.' }],
  ja: [
    { wrong: /を行き/g, right: 'に行き', kind: 'mistake', note: '行く場所には「に」を使います。' },
    {
      wrong: /あなたは元気ですか/g,
      right: 'お元気ですか',
      kind: 'natural',
      note: '「あなた」はあまり言いません。',
    },
  ],
  ko: [{ wrong: /를 가요/g, right: '에 가요', kind: 'natural', note: '가는 곳에는 “에”를 써요.' }],
  zh: [{ wrong: /是很/g, right: '很', kind: 'mistake', note: '形容词前面不用“是”。' }],
  ar: [{ wrong: /المدرسه/g, right: 'المدرسة', kind: 'mistake', note: 'بالتاء المربوطة: ة' }],
};

/** The correction of the first mistake in a text in the partner's languages, if any. */
export function correctionOf(
  languages: LanguageCode[],
  text: string,
): { text: string; kind: CorrectionKind; note: string } | null {
  for (const { wrong, right, kind, note } of languages.flatMap((language) => slips[language] ?? [])) {
    const corrected = text.replace(wrong, right);
    if (corrected !== text) return { text: corrected, kind, note };
  }
  return null;
}

/** Sentences of learners with a mistake that the recipient can correct. */
const attempts: Partial<Record<LanguageCode, string>> = {
  en: 'Yesterday I have seen a good film. Is that right? Please correct me.',
  es: 'Ayer he visto una problema. ¿Está bien? Por favor, corrígeme.',
  de: 'Gestern ich habe einen guten Film gesehen. Stimmt das? Bitte korrigiere mich.',
  fr: 'Hier j’ai allé au cinéma. C’est juste ? Corrige-moi, s’il te plaît.',
  ja: '昨日、映画を見ます。合っていますか。直してください。',
};

const triesEvery = 4;

/** Occasionally a partner writes in a language they learn and asks for a correction. */
export function attemptOf({ learns }: CastMember, sequence: number): string | null {
  if (sequence % triesEvery !== 0) return null;
  const [language] = Object.keys(learns) as LanguageCode[];
  return (language && attempts[language]) ?? null;
}
