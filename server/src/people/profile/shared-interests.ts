import type { interests as catalogue } from '@parlance/contract/interest-catalogue';
import type { SharedInterests } from '@parlance/contract/people';

type Topic = (typeof catalogue)[number]['name'];

/**
 * What is compared of two people's interests. Nothing that anybody is told depends on which topic of a theme somebody chose,
 * so no number of questions finds that out: themes are wide, and what could hurt somebody stands among what could not. See
 * docs/decisions/interest-privacy.md.
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

/** From how many shared themes on a word is said. One or two are shared by nearly any two people. */
const someMin = 3;
const manyMin = 5;

const themeOf = new Map<string, number>(
  themes.flatMap((topics, theme) => topics.map((topic) => [topic, theme] as const)),
);

const themesOf = (interests: string[]) => new Set(interests.flatMap((topic) => themeOf.get(topic) ?? []));

/** How much two people have in common, as a word. */
export function compareInterests(one: string[], other: string[]): SharedInterests {
  const theirs = themesOf(other);
  const shared = [...themesOf(one)].filter((theme) => theirs.has(theme)).length;
  return shared >= manyMin ? 'many' : shared >= someMin ? 'some' : 'none';
}

/** The themes of one person, each as the topics that belong to it, and whether the other has chosen any of them. */
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
