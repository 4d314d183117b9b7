import type { interests as catalogue } from '@parlance/contract/interest-catalogue';
import type { SharedInterests } from '@parlance/contract/people';

type Topic = (typeof catalogue)[number]['name'];

/**
 * The unit of comparison. No answer depends on which topic of a theme was chosen, so repeated queries cannot reveal it: themes are wide and
 * mix sensitive with harmless topics. See docs/decisions/interest-privacy.md.
 */
export const themes: readonly (readonly Topic[])[] = [
  ['Basic Phrases', 'Slang', 'Grammar', 'Pronunciation', 'Idioms', 'Exams'],
  ['Business', 'Job Interviews', 'Finance', 'Technology', 'Programming', 'Design'],
  ['Daily Life', 'Family', 'Friendship', 'Parenting', 'Volunteering', 'Holidays'],
  ['Movies', 'TV Series', 'Books', 'Poetry', 'Theatre', 'Comedy', 'Anime'],
  ['Travel', 'Culture', 'News', 'Politics', 'History', 'Philosophy', 'Religion'],
  ['Science', 'Space', 'Psychology', 'Nature', 'Animals', 'Environment', 'Weather', 'Gardening'],
  ['Sports', 'Football', 'Running', 'Cycling', 'Hiking', 'Yoga', 'Health', 'Dancing'],
  ['Food', 'Cooking', 'Baking', 'Tea', 'Coffee'],
  ['Art', 'Photography', 'Fashion', 'Crafts', 'Music', 'Video Games', 'Board Games'],
];

/** Shared themes from which a word is shown. Nearly any two people share one or two. */
const someMin = 3;
const manyMin = 5;

const themeOf = new Map<string, number>(
  themes.flatMap((topics, theme) => topics.map((topic) => [topic, theme] as const)),
);

const themesOf = (interests: string[]) => new Set(interests.flatMap((topic) => themeOf.get(topic) ?? []));

export function compareInterests(one: string[], other: string[]): SharedInterests {
  const theirs = themesOf(other);
  const shared = [...themesOf(one)].filter((theme) => theirs.has(theme)).length;
  return shared >= manyMin ? 'many' : shared >= someMin ? 'some' : 'none';
}

/** The themes of one person with their topics, and whether the other has chosen any topic of each. */
export function themesOfBoth(
  one: string[],
  other: string[],
): { interests: readonly string[]; isShared: boolean }[] {
  const theirs = themesOf(other);
  return [...themesOf(one)].sort().map((theme) => ({
    interests: themes[theme] ?? [],
    isShared: theirs.has(theme),
  }));
}
