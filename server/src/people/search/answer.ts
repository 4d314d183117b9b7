import type { UserLanguage } from '@parlance/contract/languages';
import { type PublicRow, publicColumns } from '#people/profile/public-profile';
import { joined, plainSql, type Statement, sql } from '#platform/statement';
import { type Condition, isFreeTimeStale, matching, type Source } from './filter.ts';
import { tierPlace, type ViewerLanguages } from './fit.ts';
import { type Page, type Search, walked } from './walk.ts';

/** The viewer's data that a search needs. */
export interface Viewer extends ViewerLanguages {
  interests: string[];
  hasBlocks: boolean;
}

/** A found person with the data of the card. */
export interface Hit extends PublicRow {
  place: number;
  last_active_at: Date | null;
  shows_activity: boolean;
  comes_reliably: boolean;
  is_saved: boolean;
  next_free_at: Date | null;
  /** Compared with the viewer's and never shown. */
  interests: string[];
  languages: UserLanguage[] | null;
}

/** The result of one statement, hence one snapshot. */
export interface Answer {
  viewer: Viewer;
  /** The number of matches, capped by the plan. */
  found: number;
  hits: Hit[];
}

/** How a search is executed. No result depends on it. */
export interface Plan {
  source: Source;
  /** The maximum of counted matches. */
  counted: number;
  /** Sorts all matches, unless there are more than `counted`; otherwise scans to the page. */
  isSorted: boolean;
}

interface Facts extends ViewerLanguages {
  own_interests: string[];
  hasBlocks: boolean;
}

type AnswerRow = Facts & { found: number } & (Hit | { place: null });

const nextFreeMs = 14 * 24 * 3_600_000;
const cardColumns = joined(publicColumns.map((column) => plainSql(`person.${column}`)));

/** Viewer, count, page and cards in one statement, because its fixed cost exceeds what most searches read. */
export function searchStatement(search: Search, page: Page, plan: Plan): Statement<AnswerRow> {
  const { viewerId, now } = search;
  const parts = plan.isSorted ? sortedParts(search, page, plan) : walkedParts(search, page, plan);
  const nextFreeBy = new Date(now.getTime() + nextFreeMs);
  return sql`
    ${withUnseen(viewerId)}, changed AS MATERIALIZED (SELECT user_id FROM free_time_changes), ${parts},
    page AS MATERIALIZED (SELECT user_id, row_number() OVER () AS place FROM ordered)
    SELECT facts.*, place, ${cardColumns}, last_active_at, person.shows_activity, comes_reliably, interests,
      EXISTS (
        SELECT FROM saved_people AS saved WHERE saved.user_id = ${viewerId}::uuid AND saved.saved_user_id = person.user_id
        OFFSET 0
      ) AS is_saved,
      CASE WHEN ${isFreeTimeStale('listed', now)} THEN (
        SELECT slot.starts_at FROM bookable_slots(listed.user_id, ${now}) AS slot
        WHERE slot.starts_at <= ${nextFreeBy} ORDER BY slot.starts_at LIMIT 1
      ) WHEN listed.free_at <= ${nextFreeBy} THEN listed.free_at END AS next_free_at,
      (
        SELECT json_agg(
          json_build_object('languageCode', language_code, 'learning', learning, 'proficiency', proficiency,
            'isNative', is_native)
          ORDER BY spoken.created_at, language_code
        ) FROM user_languages AS spoken WHERE spoken.user_id = person.user_id
      ) AS languages
    FROM (SELECT ${viewerColumns(viewerId)}, (SELECT found FROM size)) AS facts
    LEFT JOIN (page JOIN users AS person USING (user_id) JOIN listed_people AS listed USING (user_id)) ON true`;
}

const walkedParts = (search: Search, { offset, limit }: Page, { source, counted }: Plan): Statement => sql`
  size AS (
    SELECT count(*) AS found FROM (
      SELECT FROM ${matching(search.filter, source, search.isVisible)} LIMIT ${counted}
    ) AS matches
  ), ordered AS (
    SELECT user_id FROM (${walked(search, { offset, limit })}) AS tiers OFFSET ${offset} LIMIT ${limit}
  )`;

/** If there are more matches than planned, the sorted set is incomplete and the page is read by scans. Saved people are always complete. */
const sortedParts = (search: Search, { offset, limit }: Page, { source, counted }: Plan): Statement => sql`
  matches AS MATERIALIZED (
    SELECT row.user_id, row.active_at, row.speaks, row.learns
    FROM ${matching(search.filter, source, search.isVisible)} LIMIT ${counted}
  ), size AS MATERIALIZED (SELECT count(*) AS found FROM matches),
  ordered AS (
    (
      SELECT user_id FROM matches AS row WHERE (SELECT found FROM size) < ${counted}
      ORDER BY ${tierPlace(search.tiers)}, active_at DESC, user_id OFFSET ${offset} LIMIT ${limit}
    )${
      source === 'saved'
        ? plainSql('')
        : sql` UNION ALL (
      SELECT user_id FROM (${walked(search, { offset, limit })}) AS tiers
      WHERE (SELECT found FROM size) >= ${counted} OFFSET ${offset} LIMIT ${limit}
    )`
    }
  )`;

export function answerOf(rows: AnswerRow[]): Answer {
  const hits = rows.filter((row): row is Extract<AnswerRow, Hit> => row.place !== null);
  return {
    viewer: viewerOf(rows),
    found: rows[0]?.found ?? 0,
    hits: hits.toSorted((one, other) => one.place - other.place),
  };
}

export const viewerStatement = (viewerId: string): Statement<Facts> =>
  sql`${withUnseen(viewerId)} SELECT ${viewerColumns(viewerId)}`;

export function viewerOf([facts]: Facts[]): Viewer {
  if (!facts) throw new Error('a select without a table returns one row');
  const { own_interests, speaks, learns, hasBlocks } = facts;
  return { interests: own_interests, speaks, learns, hasBlocks };
}

const viewerColumns = (viewerId: string | null) => sql`
  coalesce((SELECT interests FROM users WHERE user_id = ${viewerId}::uuid), '{}') AS own_interests,
  ARRAY(SELECT language_code FROM user_languages WHERE user_id = ${viewerId}::uuid AND NOT learning) AS speaks,
  ARRAY(SELECT language_code FROM user_languages WHERE user_id = ${viewerId}::uuid AND learning) AS learns,
  EXISTS (SELECT FROM unseen WHERE user_id <> ${viewerId}::uuid) AS "hasBlocks"`;

/** The people whom the viewer must not see, themselves included. */
const withUnseen = (viewerId: string | null): Statement => sql`
  WITH unseen AS MATERIALIZED (
    SELECT ${viewerId}::uuid AS user_id
    UNION ALL SELECT blocked_user_id FROM user_blocks WHERE user_id = ${viewerId}::uuid
    UNION ALL SELECT user_id FROM user_blocks WHERE blocked_user_id = ${viewerId}::uuid
  )`;

/** Excludes the viewer and people blocked in either direction, if any. */
export const visibleTo = (viewerId: string, hasBlocks: boolean): Condition =>
  // The subquery is uncorrelated, so Postgres runs it once and hashes it; blocks_between would run for each row.
  hasBlocks ? sql`row.user_id NOT IN (SELECT user_id FROM unseen)` : sql`row.user_id <> ${viewerId}::uuid`;
