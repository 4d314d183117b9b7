import * as z from 'zod/mini';
import { correctMe } from './corrections.ts';
import { endpoint } from './endpoint.ts';
import { languageCode, userLanguage } from './languages.ts';
import { answeringTime, sessionRecord } from './reliability.ts';
import { instant, page, queryBoolean, queryFraction, queryInteger, text, uuid } from './text.ts';

/** The short public profile of a member, sent with messages, slots and reports. */
export const baseProfile = z.object({
  createdAt: instant,
  description: z.string(),
  name: z.string(),
  profileImageUrl: z.nullable(z.string()),
  userId: uuid,
  timeZone: z.optional(z.nullable(z.string())),
});
export type BaseProfile = z.output<typeof baseProfile>;

/** The public profile of the profile page and of search. `isBlockedByUser` means that the viewer has blocked the member. */
export const fullProfile = z.extend(baseProfile, {
  languages: z.array(userLanguage),
  isBlockedByUser: z.optional(z.boolean()),
  /** Whether the viewer has saved the member; for members only. */
  isSaved: z.optional(z.boolean()),
  /** Whether the viewer has a session with the member that can be joined now; omitted without one. */
  meetsUser: z.optional(z.boolean()),
  lastActiveAt: z.optional(z.nullable(instant)),
  correctMe: z.optional(correctMe),
  /** Null below three partners in 180 days. */
  sessions: z.optional(z.nullable(sessionRecord)),
  /** Usual response time; null without enough data, and when the member hides activity. */
  answersWithin: z.optional(z.nullable(answeringTime)),
  /** Number of thanks that the viewer can read; for members only. */
  thanks: z.optional(z.number()),
});
export type FullProfile = z.output<typeof fullProfile>;

export const fitTiers = ['mutual', 'speaks', 'learns', 'other'] as const;

/** Coarse number of shared interests: an exact number would let a viewer infer which they are. */
export const sharedInterests = z.enum(['none', 'some', 'many']);
export type SharedInterests = z.output<typeof sharedInterests>;

/** One search result; `fit` is present for signed-in viewers. */
export const searchUser = z.extend(fullProfile, {
  lastActiveAt: z.nullable(instant),
  /** Keeps nearly every session; false without enough data. */
  comesReliably: z.optional(z.boolean()),
  /** Start of the next slot that others can book, within 14 days; null without one. */
  nextFreeAt: z.optional(z.nullable(instant)),
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

export const searchLimitMax = 50;
/** The count of a search is exact up to this number, which is also the last reachable row. */
export const searchCountMax = 1_000;
export const visitorSearchLimit = 9;
/** In code points. */
export const queryMaxLength = 100;

/** Maximum of `freeWithinDays` and `activeWithinDays`. */
export const withinDaysMax = 30;

export const searchText = text({ max: queryMaxLength });

export const searchFilters = z.object({
  ...page(searchLimitMax),
  languageCode: z.optional(languageCode),
  learning: z.optional(queryBoolean),
  minProficiency: z.optional(queryFraction),
  maxProficiency: z.optional(queryFraction),
  query: z.optional(searchText),
  /** Only people with a slot that others can book and that starts within this many times 24 hours. */
  freeWithinDays: z.optional(queryInteger(1, withinDaysMax)),
  /** Only people who show their activity and were active within this many times 24 hours. */
  activeWithinDays: z.optional(queryInteger(1, withinDaysMax)),
  /** Only people whom the caller has saved; for members only. */
  saved: z.optional(queryBoolean),
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

/** Finds partners; visitors get the first nine. `isCapped` means more than `count` matches; an offset beyond that gets an empty page. */
export const searchUsers = endpoint({
  method: 'GET',
  path: '/user/search',
  access: 'public',
  summary: 'Find language partners',
  payload: searchFilters,
  result: z.object({ count: z.number(), isCapped: z.optional(z.boolean()), users: z.array(searchUser) }),
});

/** A named search level: its URL values and the stored bounds they represent. */
export interface SearchLevel {
  name: string;
  /** URL constant of the minimum, and the lowest stored proficiency it includes. */
  min: number;
  minProficiency: number;
  /** URL constant of the maximum, and the highest stored proficiency it includes. */
  max: number;
  maxProficiency: number;
}

// "below 0.2" as an inclusive bound; stored levels are multiples of 0.1 at the finest.
const below = (bound: number): number => Number((bound - 0.000_001).toFixed(6));

/** Level filters of the search: a stored level is always found by the filter of its own name. */
// words: how well somebody knows a language
export const searchLevels: readonly SearchLevel[] = [
  { name: 'Beginner', min: 0.1, minProficiency: 0, max: 0.3, maxProficiency: below(0.2) },
  { name: 'Intermediate', min: 0.4, minProficiency: 0.2, max: 0.6, maxProficiency: below(0.6) },
  { name: 'Fluent', min: 0.7, minProficiency: 0.6, max: 0.8, maxProficiency: below(0.9) },
  { name: 'Native', min: 0.9, minProficiency: 0.9, max: 1, maxProficiency: 1 },
];

export const searchTypes = ['natives', 'learners'] as const;
export type SearchType = (typeof searchTypes)[number];
export const searchTypeDefault: SearchType = 'learners';
/** Natives do not learn the language and have at least this proficiency. */
export const nativeMinProficiency = 0.8;

export const activeNowMs = 15 * 60_000;
export const cardDescriptionMaxLength = 90;
