import { type SearchFilters, searchCountMax } from '@parlance/contract/people';
import { listLimitDefault } from '@parlance/contract/text';

export interface SearchCase {
  name: string;
  filters: SearchFilters;
  /** One of the most common searches: their p50 has a goal too. */
  isCommon?: true;
  /** The viewer has blocked 500 members. */
  isBlocking?: true;
  /** Also measured as a plain join and sort. */
  isNaive?: true;
  /** Measured without a goal: the last of 100 pages is rarely read. */
  isLastPage?: true;
}

const commonest = { languageCode: 'en', learning: true } as const;
const fluent = { minProficiency: 0.6 } as const;
const lastOffset = searchCountMax - listLimitDefault;

export const searchCases: SearchCase[] = [
  { name: 'commonest language, page 1', filters: commonest, isCommon: true, isNaive: true },
  { name: '… page 20', filters: { ...commonest, offset: 190 } },
  { name: '… with 500 blocks', filters: commonest, isCommon: true, isBlocking: true },
  { name: '… fluent only', filters: { ...commonest, ...fluent }, isCommon: true },
  { name: '… learners and speakers', filters: { languageCode: 'en' } },
  {
    name: 'its native speakers',
    filters: { languageCode: 'en', learning: false, minProficiency: 0.8 },
    isCommon: true,
  },
  { name: 'a rare language', filters: { languageCode: 'ka' } },
  { name: 'everybody', filters: {}, isCommon: true },
  { name: 'any language, fluent learners', filters: { learning: true, ...fluent } },
  { name: 'name with "a"', filters: { ...commonest, query: 'a' } },
  { name: 'name with "an"', filters: { ...commonest, query: 'an' }, isNaive: true },
  { name: 'name with "mar"', filters: { ...commonest, query: 'mar' } },
  { name: 'name with "martin"', filters: { ...commonest, query: 'martin' } },
  { name: 'name with "an", fluent only', filters: { ...commonest, query: 'an', ...fluent } },
  { name: 'everybody with "martin"', filters: { query: 'martin' } },
  { name: 'everybody with "美"', filters: { query: '美' } },
  { name: 'commonest language, free within 7 days', filters: { ...commonest, freeWithinDays: 7 } },
  { name: '… free within a day', filters: { ...commonest, freeWithinDays: 1 } },
  { name: '… active within 7 days', filters: { ...commonest, activeWithinDays: 7 } },
  {
    name: '… free and active within 7 days, fluent only',
    filters: { ...commonest, ...fluent, freeWithinDays: 7, activeWithinDays: 7 },
  },
  { name: 'everybody, free within 7 days', filters: { freeWithinDays: 7 } },
  { name: 'a rare language, free within 7 days', filters: { languageCode: 'ka', freeWithinDays: 7 } },
  { name: 'name with "an", free within 7 days', filters: { ...commonest, query: 'an', freeWithinDays: 7 } },
  { name: 'everybody with "martin", free within 7 days', filters: { query: 'martin', freeWithinDays: 7 } },
  {
    name: 'any language, fluent learners, free within a day',
    filters: { learning: true, ...fluent, freeWithinDays: 1 },
  },
  { name: 'saved people', filters: { saved: true } },
  { name: 'commonest language, last page', filters: { ...commonest, offset: lastOffset }, isLastPage: true },
  { name: 'everybody, last page', filters: { offset: lastOffset }, isLastPage: true },
  {
    name: 'name with "an", last page',
    filters: { ...commonest, query: 'an', offset: lastOffset },
    isLastPage: true,
  },
];

/** The same search as a join over the normalised tables, a sort and a count. */
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
