import type { UserLanguage } from '@parlance/contract/languages';
import type { ProgressWeek } from '@parlance/contract/progress';
import { spoken, t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { languageTitle } from '#languages/language-name';

export type Tone = 'speak' | 'learn' | 'plain';

/** Plot data: per week a number for each series, or null without enough data. */
export interface Plotted {
  series: { label: string; tone: Tone }[];
  weeks: (number[] | null)[];
}

type OwnLanguages = readonly Pick<UserLanguage, 'languageCode' | 'learning'>[];

const minuteMs = 60_000;
/** Number of distinguishable patterns. */
const seriesMax = 4;
/** With fewer messages a share is not meaningful. */
const fewestMessages = 5;
const roundedTo = 5;

export const isEmpty = ({ weeks }: Plotted): boolean =>
  weeks.every((values) => values === null || values.every((value) => value === 0));

function toneOf(code: string, own: OwnLanguages): Tone {
  const language = own.find(({ languageCode }) => languageCode === code);
  return language === undefined ? 'plain' : language.learning ? 'learn' : 'speak';
}

/** Whole minutes per language, most first; languages beyond the number of patterns are combined. */
export function talkedMinutes(weeks: readonly ProgressWeek[], own: OwnLanguages): Plotted {
  const totals = new Map<string, number>();
  for (const { languageCode, ms } of weeks.flatMap(({ talk }) => talk))
    totals.set(languageCode, (totals.get(languageCode) ?? 0) + ms);
  const codes = [...totals].toSorted((a, b) => b[1] - a[1]).map(([code]) => code);
  const groups = codes.slice(0, codes.length > seriesMax ? seriesMax - 1 : seriesMax).map((code) => [code]);
  const rest = codes.slice(groups.length);
  if (rest.length > 0) groups.push(rest);
  const label = (group: string[]) => (group === rest ? t('Other languages') : languageTitle(group[0] ?? ''));
  return {
    series: groups.map((group) => ({
      label: label(group),
      tone: group === rest ? 'plain' : toneOf(group[0] ?? '', own),
    })),
    weeks: weeks.map(({ talk }) =>
      groups.map((group) => {
        const inGroup = talk.filter(({ languageCode }) => group.includes(languageCode));
        return Math.round(inGroup.reduce((sum, { ms }) => sum + ms, 0) / minuteMs);
      }),
    ),
  };
}

/** Words by language, of each message of each week. */
export type CountedWords = readonly (readonly ReadonlyMap<string, number>[])[];

/** Approximate percentages of words in the languages that the reader learns and speaks. */
export function messageShares(counted: CountedWords, own: OwnLanguages): Plotted {
  const codesOf = (isLearned: boolean) =>
    own.filter(({ learning }) => learning === isLearned).map(({ languageCode }) => languageCode);
  const [learned, known] = [codesOf(true), codesOf(false)];
  const names = (codes: string[]) => spoken().list(codes.map(languageTitle));
  const shareOf = (messages: CountedWords[number]): number[] | null => {
    const told = messages.filter((words) => own.some(({ languageCode }) => words.has(languageCode)));
    if (told.length < fewestMessages || learned.length === 0 || known.length === 0) return null;
    const wordsIn = (codes: string[]) =>
      told.reduce((sum, words) => sum + codes.reduce((all, code) => all + (words.get(code) ?? 0), 0), 0);
    const inLearned = wordsIn(learned);
    const share = Math.round((100 * inLearned) / (inLearned + wordsIn(known)) / roundedTo) * roundedTo;
    return [share, 100 - share];
  };
  return {
    series: [
      { label: names(learned), tone: 'learn' },
      { label: names(known), tone: 'speak' },
    ],
    weeks: counted.map(shareOf),
  };
}

const known = word('Known', 'phrases');
const stillLearning = word('Still learning', 'phrases');

export const phrasesInBook = (weeks: readonly ProgressWeek[]): Plotted => ({
  series: [
    { label: t(known), tone: 'speak' },
    { label: t(stillLearning), tone: 'learn' },
  ],
  weeks: weeks.map(({ phrasesKept, phrasesKnown }) => [phrasesKnown, phrasesKept - phrasesKnown]),
});

export const phrasesReviewed = (weeks: readonly ProgressWeek[]): Plotted => ({
  series: [{ label: t('Phrases reviewed'), tone: 'learn' }],
  weeks: weeks.map((week) => [week.phrasesReviewed]),
});
