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
  /** Unordered. */
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

/** As text, which the driver copies into every row without parsing it. */
interface FactsRow {
  facts: string;
}

interface Facts {
  interests: string[];
  speaks: string[] | null;
  learns: string[] | null;
  hasBlocks: boolean;
  found: number;
}

type AnswerRow = FactsRow & (Hit | { user_id: null });

const nextFreeMs = 14 * 24 * 3_600_000;
const cardColumns = joined(publicColumns.map((column) => plainSql(`person.${column}`)));

/** Viewer, count, page and cards in one statement, because its fixed cost exceeds what most searches read. */
export function searchStatement(search: Search, page: Page, plan: Plan): Statement<AnswerRow> {
  const { viewer } = search;
  const now = sql`${search.now}::timestamptz`;
  const parts = plan.isSorted ? sortedParts(search, page, plan) : walkedParts(search, page, plan);
  const nextFreeBy = sql`${new Date(search.now.getTime() + nextFreeMs)}::timestamptz`;
  return sql`
    ${withUnseen(viewer)}, changed AS MATERIALIZED (SELECT user_id FROM free_time_changes), ${parts},
    page AS MATERIALIZED (SELECT user_id, free_at, free_until FROM ordered)
    SELECT (${factsOf(viewer, sql`(SELECT found FROM size)`)}) AS facts, ${cardColumns}, last_active_at, person.shows_activity, comes_reliably, interests,
      EXISTS (
        SELECT FROM saved_people AS saved WHERE saved.user_id = ${viewer} AND saved.saved_user_id = person.user_id
        OFFSET 0
      ) AS is_saved,
      CASE WHEN ${isFreeTimeStale('page', now)} THEN (
        SELECT slot.starts_at FROM bookable_slots(page.user_id, ${now}) AS slot
        WHERE slot.starts_at <= ${nextFreeBy} ORDER BY slot.starts_at LIMIT 1
      ) WHEN page.free_at <= ${nextFreeBy} THEN page.free_at END AS next_free_at,
      (
        SELECT json_agg(
          json_build_object('languageCode', language_code, 'learning', learning, 'proficiency', proficiency,
            'isNative', is_native)
          ORDER BY spoken.created_at, language_code
        ) FROM user_languages AS spoken WHERE spoken.user_id = person.user_id
      ) AS languages
    FROM (SELECT) AS once LEFT JOIN (page JOIN users AS person USING (user_id)) ON true`;
}

const walkedParts = (search: Search, { offset, limit }: Page, { source, counted }: Plan): Statement => sql`
  size AS (
    SELECT count(*) AS found FROM (
      SELECT FROM ${matching(search.filter, source, search.isVisible)} LIMIT ${counted}
    ) AS matches
  ), ordered AS (
    SELECT * FROM (${walked(search, { offset, limit })}) AS tiers OFFSET ${offset} LIMIT ${limit}
  )`;

/** If there are more matches than planned, the sorted set is incomplete and the page is read by scans. Saved people are always complete. */
const sortedParts = (search: Search, { offset, limit }: Page, { source, counted }: Plan): Statement => sql`
  matches AS MATERIALIZED (
    SELECT row.user_id, row.active_at, row.speaks, row.learns, row.free_at, row.free_until
    FROM ${matching(search.filter, source, search.isVisible)} LIMIT ${counted}
  ), size AS MATERIALIZED (SELECT count(*) AS found FROM matches),
  ordered AS (
    (
      SELECT user_id, free_at, free_until FROM matches AS row WHERE (SELECT found FROM size) < ${counted}
      ORDER BY ${tierPlace(search.tiers)}, active_at DESC, user_id OFFSET ${offset} LIMIT ${limit}
    )${
      source === 'saved'
        ? plainSql('')
        : sql` UNION ALL (
      SELECT * FROM (${walked(search, { offset, limit })}) AS tiers
      WHERE (SELECT found FROM size) >= ${counted} OFFSET ${offset} LIMIT ${limit}
    )`
    }
  )`;

export function answerOf(rows: AnswerRow[]): Answer {
  const { found, ...viewer } = factsIn(rows);
  return { viewer, found, hits: rows.filter((row): row is Extract<AnswerRow, Hit> => row.user_id !== null) };
}

export const viewerStatement = (viewerId: string): Statement<FactsRow> => {
  const viewer = sql`${viewerId}::uuid`;
  return sql`${withUnseen(viewer)} ${factsOf(viewer, sql`0`)}`;
};

export function viewerOf(rows: FactsRow[]): Viewer {
  const { found: _, ...viewer } = factsIn(rows);
  return viewer;
}

function factsIn([row]: FactsRow[]): Viewer & { found: number } {
  if (!row) throw new Error('the statement returns a row without a hit too');
  const facts = JSON.parse(row.facts) as Facts;
  return { ...facts, speaks: facts.speaks ?? [], learns: facts.learns ?? [] };
}

/** The viewer's own data and the count, as text of one JSON object. */
const factsOf = (viewer: Statement, found: Statement) => sql`
  SELECT row_to_json(known)::text AS facts FROM (
    SELECT coalesce((SELECT interests FROM users WHERE user_id = ${viewer}), '{}') AS interests,
      array_agg(language_code) FILTER (WHERE NOT learning) AS speaks,
      array_agg(language_code) FILTER (WHERE learning) AS learns,
      EXISTS (SELECT FROM unseen WHERE user_id <> ${viewer}) AS "hasBlocks", ${found} AS found
    FROM user_languages WHERE user_id = ${viewer}
  ) AS known`;

/** The people whom the viewer must not see, themselves included. */
const withUnseen = (viewer: Statement): Statement => sql`
  WITH unseen AS MATERIALIZED (
    SELECT ${viewer} AS user_id
    UNION ALL SELECT blocked_user_id FROM user_blocks WHERE user_id = ${viewer}
    UNION ALL SELECT user_id FROM user_blocks WHERE blocked_user_id = ${viewer}
  )`;

/** Excludes the viewer and people blocked in either direction, if any. */
export const visibleTo = (viewer: Statement, hasBlocks: boolean): Condition =>
  // The subquery is uncorrelated, so Postgres runs it once and hashes it; blocks_between would run for each row.
  hasBlocks ? sql`row.user_id NOT IN (SELECT user_id FROM unseen)` : sql`row.user_id <> ${viewer}`;
