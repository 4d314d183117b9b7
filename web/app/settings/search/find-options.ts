import type { StaticData } from '@parlance/contract/static-data';
import { spoken, t } from '@parlance/words/current';
import { foldText } from '#lib/folded-text';
import { groupTitles } from '#settings/options/option-groups';
import { type OptionId, type OptionText, optionTexts } from '#settings/options/option-texts';
import { optionKeywords } from './option-keywords';

/** Longer input is cut: no option is described by so many words. */
const queryMax = 100;

export interface FoundOption {
  id: OptionId;
  group: OptionText['group'];
  label: string;
  effect: string;
  /** Group, and the part of it where the label alone is ambiguous. */
  place: string;
}

const separators = /[^\p{L}\p{N}]+/u;
const listSeparators = /[,،、，]/;
/** Scripts that are written without spaces, or attach endings and compounds: a word can begin anywhere. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
// Arabic writes the article as part of the word, also after "and", "with" and "for".
const article = /^[وبف]?ال(?=..)/u;

const wordsOf = (text: string): string[] =>
  foldText(text)
    .split(separators)
    .filter((each) => each !== '')
    .map((each) => each.replace(article, ''));

/** The words of a text between spaces, so that a prefix is found by one search for ` prefix`. */
const indexOf = (texts: string[]): string => ` ${texts.flatMap(wordsOf).join(' ')} `;

const holds = (index: string, wanted: string[]): boolean =>
  wanted.every((each) => index.includes(unspaced.test(each) ? each : ` ${each}`));

const holdsWhole = (index: string, wanted: string[]): boolean =>
  wanted.every((each) => index.includes(` ${each} `));

/** Options that this installation does not offer. */
function isMissing(
  id: OptionId,
  { googleClientId, oidcName }: Pick<StaticData, 'googleClientId' | 'oidcName'>,
) {
  return (id === 'google' && !googleClientId) || (id === 'organisation' && !oidcName);
}

interface IndexedOption extends FoundOption {
  index: string;
  labelIndex: string;
  titleIndex: string;
  keywordIndexes: string[];
}

/** The place of a match among the results, 0 first: a whole label, title or keyword says more than one of its words. */
function rankOf({ labelIndex, titleIndex, keywordIndexes }: IndexedOption, wanted: string[]): number {
  const whole = indexOf(wanted);
  const kinds = [
    labelIndex === whole,
    titleIndex === whole,
    keywordIndexes.includes(whole),
    holdsWhole(labelIndex, wanted),
    holds(labelIndex, wanted),
    keywordIndexes.some((each) => holds(each, wanted)),
  ];
  return kinds.indexOf(true) === -1 ? kinds.length : kinds.indexOf(true);
}

function indexOptions(): IndexedOption[] {
  return (Object.entries(optionTexts) as [OptionId, OptionText][]).map(([id, text]) => {
    const { group, within } = text;
    const [label, effect, title] = [t(text.label), t(text.effect), t(groupTitles[group])];
    const part = within ? t(within) : '';
    const place = part ? t('{group}: {part}', { group: title, part }) : title;
    const keywords = t(optionKeywords[id]).split(listSeparators);
    return {
      ...{ id, group, label, effect, place },
      index: indexOf([label, effect, title, part, ...keywords]),
      labelIndex: indexOf([label]),
      titleIndex: indexOf([title]),
      keywordIndexes: keywords.map((each) => indexOf([each])),
    };
  });
}

const indexes = new WeakMap<object, IndexedOption[]>();

/** The index of the page's language, built at the first search. */
function indexedOptions(): IndexedOption[] {
  const words = spoken();
  const known = indexes.get(words) ?? indexOptions();
  indexes.set(words, known);
  return known;
}

/**
 * Options whose label, effect, keywords and group hold every typed word, as the beginning of a word and in any order, ordered by `rankOf`.
 * Case and accents are ignored. An empty query finds nothing.
 */
export function findOptions(query: string, staticData: StaticData): FoundOption[] {
  const wanted = wordsOf(query.slice(0, queryMax));
  if (wanted.length === 0) return [];
  return indexedOptions()
    .filter(({ id, index }) => !isMissing(id, staticData) && holds(index, wanted))
    .map((option) => ({ option, rank: rankOf(option, wanted) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option);
}
