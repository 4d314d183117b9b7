import type { SearchFilters } from '@parlance/contract/people';

/** One row of the table. */
export interface SearchCase {
  name: string;
  filters: SearchFilters;
  goalMs: number;
  /** One of the searches that most people make: their middle has a goal too. */
  isCommon?: true;
  /** The viewer has blocked 500 people. */
  isBlocking?: true;
  /** Also measured as a plain join and sort. */
  isNaive?: true;
}

const commonest = { languageCode: 'en', learning: true } as const;

/** The deepest page of a community of this size: 100,000 down, or near the end of a smaller one. */
const deepIn = (people: number) => Math.min(100_000, Math.round(people / 12));

export const searchCases = (people: number): SearchCase[] => [
  { name: 'commonest language, page 1', filters: commonest, goalMs: 10, isCommon: true, isNaive: true },
  { name: '… page 20', filters: { ...commonest, offset: 190 }, goalMs: 10 },
  { name: '… with 500 blocks', filters: commonest, goalMs: 10, isCommon: true, isBlocking: true },
  { name: '… fluent only', filters: { ...commonest, minProficiency: 0.6 }, goalMs: 10, isCommon: true },
  { name: '… learners and speakers', filters: { languageCode: 'en' }, goalMs: 10 },
  {
    name: 'its native speakers',
    filters: { languageCode: 'en', learning: false, minProficiency: 0.8 },
    goalMs: 10,
    isCommon: true,
  },
  { name: 'a rare language', filters: { languageCode: 'ka' }, goalMs: 10 },
  { name: 'everybody', filters: {}, goalMs: 10, isCommon: true },
  { name: 'any language, fluent learners', filters: { learning: true, minProficiency: 0.6 }, goalMs: 10 },
  {
    name: `offset ${deepIn(people)}`,
    filters: { ...commonest, offset: deepIn(people) },
    goalMs: 40,
    isNaive: true,
  },
  { name: 'everybody, the same offset', filters: { offset: deepIn(people) }, goalMs: 40 },
  { name: 'name with "a"', filters: { ...commonest, query: 'a' }, goalMs: 50 },
  { name: 'name with "an"', filters: { ...commonest, query: 'an' }, goalMs: 50, isNaive: true },
  { name: 'name with "mar"', filters: { ...commonest, query: 'mar' }, goalMs: 50 },
  { name: 'name with "martin"', filters: { ...commonest, query: 'martin' }, goalMs: 50 },
  {
    name: 'name with "an", fluent only',
    filters: { ...commonest, query: 'an', minProficiency: 0.6 },
    goalMs: 50,
  },
  { name: 'everybody with "martin"', filters: { query: 'martin' }, goalMs: 50 },
  { name: 'everybody with "美"', filters: { query: '美' }, goalMs: 50 },
];

/** What a join over the tables of record, a sort and a count make of the same question. */
export const naiveSearch = `
  WITH hits AS (
    SELECT users.user_id, last_active_at,
      EXISTS (
        SELECT FROM user_languages AS theirs JOIN user_languages AS mine USING (language_code)
        WHERE theirs.user_id = users.user_id AND NOT theirs.learning AND mine.user_id = $1 AND mine.learning
      ) AS speaks,
      EXISTS (
        SELECT FROM user_languages AS theirs JOIN user_languages AS mine USING (language_code)
        WHERE theirs.user_id = users.user_id AND theirs.learning AND mine.user_id = $1 AND NOT mine.learning
      ) AS learns
    FROM users JOIN user_languages USING (user_id)
    WHERE language_code = 'en' AND learning AND name <> '' AND description <> '' AND banned_at IS NULL
      AND user_id <> $1 AND name ILIKE '%' || $2 || '%'
      AND NOT EXISTS (
        SELECT FROM user_blocks AS blocks
        WHERE (blocks.user_id, blocks.blocked_user_id) IN ((users.user_id, $1), ($1, users.user_id))
      )
  )
  SELECT (SELECT count(*) FROM hits) AS count, ARRAY(
    SELECT user_id FROM hits
    ORDER BY CASE WHEN speaks AND learns THEN 0 WHEN speaks THEN 1 WHEN learns THEN 2 ELSE 3 END,
      last_active_at DESC, user_id
    OFFSET $3 LIMIT 10
  ) AS "userIds"`;
