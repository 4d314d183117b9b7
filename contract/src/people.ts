import * as z from 'zod/mini';
import { correctMe } from './corrections.ts';
import { endpoint } from './endpoint.ts';
import { languageCode, userLanguage } from './languages.ts';
import { answeringTime, sessionRecord } from './standing.ts';
import { empty, instant, page, queryBoolean, queryFraction, text, uuid } from './text.ts';

/** What everybody may know of a person. */
export const baseProfile = z.object({
  createdAt: instant,
  description: z.string(),
  name: z.string(),
  profileImageUrl: z.nullable(z.string()),
  userId: uuid,
  timeZone: z.optional(z.nullable(z.string())),
});
export type BaseProfile = z.output<typeof baseProfile>;

/** A person's page. `isBlockedByUser` says that the viewer has blocked them. */
export const fullProfile = z.extend(baseProfile, {
  languages: z.array(userLanguage),
  isBlockedByUser: z.optional(z.boolean()),
  /** The viewer and they have a session that can be joined now; left out where they have none. */
  meetsUser: z.optional(z.boolean()),
  lastActiveAt: z.optional(z.nullable(instant)),
  correctMe: z.optional(correctMe),
  /** Null below three partners in 180 days. */
  sessions: z.optional(z.nullable(sessionRecord)),
  /** How soon they usually answer; null where too little is known, and for those who hide their activity. */
  answersWithin: z.optional(z.nullable(answeringTime)),
  /** How many thanks to them the viewer can read; for members. */
  thanks: z.optional(z.number()),
});
export type FullProfile = z.output<typeof fullProfile>;

/** How well two people fit, best first. */
export const fitTiers = ['mutual', 'speaks', 'learns', 'other'] as const;
export type FitTier = (typeof fitTiers)[number];

/** How many interests two people share: a word, because by a number anybody could find out which. */
export const sharedInterests = z.enum(['none', 'some', 'many']);
export type SharedInterests = z.output<typeof sharedInterests>;

/** One search hit; `fit` is there for signed-in viewers. */
export const searchUser = z.extend(fullProfile, {
  lastActiveAt: z.nullable(instant),
  /** Keeps nearly every session; false as long as too little is known. */
  comesReliably: z.optional(z.boolean()),
  fit: z.optional(
    z.object({
      tier: z.enum(fitTiers),
      speaks: z.array(languageCode),
      learns: z.array(languageCode),
      sharedInterests,
    }),
  ),
});
export type SearchUser = z.output<typeof searchUser>;

/** The largest page of a search. */
export const searchLimitMax = 50;
/** The count of a search is exact up to this number, and no page goes beyond it. */
export const searchCountMax = 1_000;
/** What a visitor who is not signed in sees at most. */
export const visitorSearchLimit = 9;
/** The longest search text, in code points. */
export const queryMaxLength = 100;

/** A name fragment or a search text. */
export const searchText = text({ max: queryMaxLength });

/** Filters of the search, all optional. */
export const searchFilters = z.object({
  ...page(searchLimitMax),
  languageCode: z.optional(languageCode),
  learning: z.optional(queryBoolean),
  minProficiency: z.optional(queryFraction),
  maxProficiency: z.optional(queryFraction),
  query: z.optional(searchText),
});
export type SearchFilters = z.output<typeof searchFilters>;

export const getOwnProfile = endpoint({
  method: 'GET',
  path: '/user/profile',
  access: 'signed-in',
  summary: 'Own profile',
  result: fullProfile,
});

export const getProfile = endpoint({
  method: 'GET',
  path: '/user/{userId}/profile',
  access: 'public',
  summary: "A person's profile",
  params: z.object({ userId: uuid }),
  result: fullProfile,
});

/** Finds partners; visitors get the first nine. With `isCapped` there are more than `count`; an offset from there on gets an empty page. */
export const searchUsers = endpoint({
  method: 'GET',
  path: '/user/search',
  access: 'public',
  summary: 'Find language partners',
  payload: searchFilters,
  result: z.object({ count: z.number(), isCapped: z.optional(z.boolean()), users: z.array(searchUser) }),
});

/** Blocks a person: nothing passes between the two from the moment it is answered. */
export const blockUser = endpoint({
  method: 'POST',
  path: '/user/{userId}/block',
  access: 'signed-in',
  summary: 'Block a person',
  params: z.object({ userId: uuid }),
  result: empty,
});

/** Takes one's own block back. */
export const unblockUser = endpoint({
  method: 'POST',
  path: '/user/{userId}/unblock',
  access: 'signed-in',
  summary: 'Unblock a person',
  params: z.object({ userId: uuid }),
  result: empty,
});

/** A named search level: what the URL carries and the stored bounds it stands for. */
export interface SearchLevel {
  name: string;
  /** The specified constant in the URL as minimum, and the lowest stored proficiency it means. */
  min: number;
  minProficiency: number;
  /** The specified constant in the URL as maximum, and the highest stored proficiency it means. */
  max: number;
  maxProficiency: number;
}

// "below 0.2" as an inclusive bound; stored levels are multiples of 0.1 at the finest.
const below = (bound: number): number => Number((bound - 0.000_001).toFixed(6));

/** The level filters of the search: a stored level is always found by the filter of its own name. */
// words: how well somebody knows a language
export const searchLevels: readonly SearchLevel[] = [
  { name: 'Beginner', min: 0.1, minProficiency: 0, max: 0.3, maxProficiency: below(0.2) },
  { name: 'Intermediate', min: 0.4, minProficiency: 0.2, max: 0.6, maxProficiency: below(0.6) },
  { name: 'Fluent', min: 0.7, minProficiency: 0.6, max: 0.8, maxProficiency: below(0.9) },
  { name: 'Native', min: 0.9, minProficiency: 0.9, max: 1, maxProficiency: 1 },
];

/** Who a simple search looks for. */
export const searchTypes = ['natives', 'learners'] as const;
export type SearchType = (typeof searchTypes)[number];
/** The type of a search when the URL names none. */
export const searchTypeDefault: SearchType = 'learners';
/** Natives are people who do not learn the language and have at least this proficiency. */
export const nativeMinProficiency = 0.8;

/** Active now means seen in the last 15 minutes. */
export const activeNowMs = 15 * 60_000;
/** A description on a card is cut after this many characters. */
export const cardDescriptionMaxLength = 90;
