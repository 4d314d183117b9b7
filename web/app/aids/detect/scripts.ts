const letters = {
  Latin: /\p{Script=Latin}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Arabic: /\p{Script=Arabic}/gu,
  Devanagari: /\p{Script=Devanagari}/gu,
  Kana: /[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu,
  Han: /\p{Script=Han}/gu,
  Hangul: /\p{Script=Hangul}/gu,
  Bengali: /\p{Script=Bengali}/gu,
  Georgian: /\p{Script=Georgian}/gu,
  Greek: /\p{Script=Greek}/gu,
  Gujarati: /\p{Script=Gujarati}/gu,
  Gurmukhi: /\p{Script=Gurmukhi}/gu,
  Hebrew: /\p{Script=Hebrew}/gu,
  Kannada: /\p{Script=Kannada}/gu,
  Tamil: /\p{Script=Tamil}/gu,
  Thai: /\p{Script=Thai}/gu,
};
type Script = keyof typeof letters;

const scriptsByLanguage: Record<string, Script[]> = {
  ar: ['Arabic'],
  bg: ['Cyrillic'],
  bn: ['Bengali'],
  el: ['Greek'],
  fa: ['Arabic'],
  gu: ['Gujarati'],
  he: ['Hebrew'],
  hi: ['Devanagari'],
  ja: ['Kana', 'Han'],
  ka: ['Georgian'],
  kn: ['Kannada'],
  ko: ['Hangul'],
  mr: ['Devanagari'],
  ne: ['Devanagari'],
  pa: ['Gurmukhi'],
  ru: ['Cyrillic'],
  sr: ['Cyrillic', 'Latin'],
  ta: ['Tamil'],
  th: ['Thai'],
  uk: ['Cyrillic'],
  ur: ['Arabic'],
  zh: ['Han'],
};

/** Information content relative to a letter of an alphabet. */
const weights: Partial<Record<Script, number>> = { Han: 3, Kana: 2, Hangul: 2 };

export const scriptsOf = (language: string): Script[] => scriptsByLanguage[language] ?? ['Latin'];
export const isLatin = (language: string): boolean => scriptsOf(language)[0] === 'Latin';
export const sharesScript = (one: string, other: string): boolean =>
  scriptsOf(one).some((script) => scriptsOf(other).includes(script));

/** Share of each script in a text; the shares add up to one. */
export function scriptShares(text: string): Map<Script, number> {
  const amounts = Object.entries(letters).map(([name, pattern]) => {
    const script = name as Script;
    return [script, (text.match(pattern)?.length ?? 0) * (weights[script] ?? 1)] as const;
  });
  const total = amounts.reduce((sum, [, amount]) => sum + amount, 0);
  return new Map(
    amounts.filter(([, amount]) => amount > 0).map(([script, amount]) => [script, amount / total]),
  );
}
