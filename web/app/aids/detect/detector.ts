import { clausesOf, wordCount } from './clauses.ts';
import { fitOf, type Profile, piecesOf, profileOf } from './profile.ts';
import { isLatin, scriptShares, scriptsOf, sharesScript } from './scripts.ts';

/** Loaded profiles by language. */
export type Profiles = ReadonlyMap<string, Profile>;

/** Minimum lead over the second-best language. */
const margin = 10;
/** Minimum share of known pieces; below it the text is in another language or script. */
const leastKnown = 0.3;
const mostOfIt = 0.6;
const fewestWords = 2;
// Chinese characters that Japanese does not use without kana beside them.
const chineseOnly =
  /[的我你您他她们們这這那哪吗嗎呢吧啊很没沒什么麼怎是不都也就还還跟给給让讓吃喝说說请請谢謝]/u;

/** Letters that distinguish a language from its neighbours where the pieces leave it open. */
const ownLetters: Partial<Record<string, RegExp>> = {
  cs: /[ěřů]/iu,
  da: /[æø]/iu,
  es: /[ñ¿¡]/iu,
  mr: /ळ/u,
  no: /[æø]/iu,
  pt: /[ãõ]/iu,
  ru: /[ыэёъ]/iu,
  sk: /[ľĺŕô]/iu,
  sv: /[äö]/iu,
  uk: /[іїєґ]/iu,
};

/** Profiles needed to distinguish these languages. */
export function profilesFor(languages: readonly string[]): string[] {
  const needed = languages.filter((language) =>
    languages.some((other) => other !== language && (sharesScript(language, other) || isLatin(language))),
  );
  return [...new Set(needed.flatMap((language) => profileOf(language) ?? []))];
}

/** Language of one clause out of a few; null if ambiguous or none. */
export function languageOfClause(
  clause: string,
  languages: readonly string[],
  profiles: Profiles,
): string | null {
  const shares = scriptShares(clause);
  const written = languages.filter(
    (language) => scriptsOf(language).reduce((sum, script) => sum + (shares.get(script) ?? 0), 0) >= mostOfIt,
  );
  if (written.length > 1 && written.every((language) => language === 'ja' || language === 'zh')) {
    if (shares.has('Kana')) return 'ja';
    return chineseOnly.test(clause) ? 'zh' : null;
  }
  const [only] = written;
  if (only === undefined || (only === 'zh' && shares.has('Kana'))) return null;
  if (written.length === 1 && !isLatin(only)) return only;
  return bestFit(clause, written, profiles);
}

function bestFit(clause: string, languages: readonly string[], profiles: Profiles): string | null {
  const pieces = piecesOf(clause);
  const fits = languages.map((language) => {
    const profile = profiles.get(profileOf(language) ?? '');
    return profile && { language, ...fitOf(profile, pieces) };
  });
  // A language without a profile could match any text that the others do not fit.
  if (fits.includes(undefined)) return null;
  const [best, next] = fits.filter((each) => each !== undefined).toSorted((a, b) => b.weight - a.weight);
  if (!best || best.known < leastKnown) return null;
  if (!next || best.weight - next.weight > margin) return best.language;
  const [own, another] = languages.filter((language) => ownLetters[language]?.test(clause));
  return another === undefined ? (own ?? null) : null;
}

/** Words of a text by language; ambiguous clauses and single words are not counted. */
export function countWords(
  text: string,
  languages: readonly string[],
  profiles: Profiles,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const clause of clausesOf(text)) {
    const words = wordCount(clause);
    const language = words < fewestWords ? null : languageOfClause(clause, languages, profiles);
    if (language !== null) counts.set(language, (counts.get(language) ?? 0) + words);
  }
  return counts;
}

/** Language of most of a text; null if unsure. */
export function languageOfText(
  text: string,
  languages: readonly string[],
  profiles: Profiles,
): string | null {
  const [most, second] = [...countWords(text, languages, profiles)].toSorted((a, b) => b[1] - a[1]);
  return most && most[1] !== second?.[1] ? most[0] : null;
}
