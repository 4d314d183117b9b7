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
/** Scripts that are written without spaces, or attach endings and compounds: a word can begin anywhere. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
// Arabic writes the article as part of the word, also after "and", "with" and "for".
const article = /^[وبف]?ال(?=..)/u;

const wordsOf = (text: string): string[] =>
  foldText(text)
    .split(separators)
    .filter((each) => each !== '')
    .map((each) => each.replace(article, ''));

/** The words of a text, each after a space, so that a prefix is found by one search for ` prefix`. */
const indexOf = (texts: string[]): string =>
  texts
    .flatMap(wordsOf)
    .map((each) => ` ${each}`)
    .join('');

const holds = (index: string, wanted: string[]): boolean =>
  wanted.every((each) => index.includes(unspaced.test(each) ? each : ` ${each}`));

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
}

function indexOptions(): IndexedOption[] {
  return (Object.entries(optionTexts) as [OptionId, OptionText][]).map(([id, text]) => {
    const { group, within } = text;
    const [label, effect, title] = [t(text.label), t(text.effect), t(groupTitles[group])];
    const part = within ? t(within) : '';
    const place = part ? t('{group}: {part}', { group: title, part }) : title;
    const index = indexOf([label, effect, title, part, t(optionKeywords[id])]);
    return { id, group, label, effect, place, index, labelIndex: indexOf([label]) };
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
 * Options whose label, effect, keywords and group hold every typed word, as the beginning of a word and in any order; those whose label
 * does come first. Case and accents are ignored. An empty query finds nothing.
 */
export function findOptions(query: string, staticData: StaticData): FoundOption[] {
  const wanted = wordsOf(query.slice(0, queryMax));
  if (wanted.length === 0) return [];
  const isByLabel = ({ labelIndex }: IndexedOption) => Number(holds(labelIndex, wanted));
  return indexedOptions()
    .filter(({ id, index }) => !isMissing(id, staticData) && holds(index, wanted))
    .toSorted((a, b) => isByLabel(b) - isByLabel(a));
}
