import type { UserLanguage } from '@parlance/contract/languages';
import { type PublicRow, publicColumns } from '#people/public-profile';
import { joined, plainSql, type Statement, sql } from '#platform/statement';
import { type Condition, matching } from './filter.ts';
import { tierPlace, type ViewerLanguages } from './fit.ts';
import { type Page, type Search, walked } from './walk.ts';

/** What a search has to know of the viewer. */
export interface Viewer extends ViewerLanguages {
  interests: string[];
}

/** A person as search shows them, and what the card is made from. */
export interface Hit extends PublicRow {
  place: number;
  last_active_at: Date | null;
  shows_activity: boolean;
  comes_reliably: boolean;
  /** Compared with the viewer's and never shown. */
  interests: string[];
  languages: UserLanguage[] | null;
}

/** The result of one statement, hence of one snapshot. */
export interface Answer {
  viewer: Viewer;
  /** At most one more than the plan reads. */
  found: number;
  hits: Hit[];
}

/** How a search is read. No result depends on it. */
export interface Plan {
  /** Whether matches are read from the scopes of the filter or from the index of names. */
  source: 'scope' | 'names';
  /** Up to so many matches are read completely and sorted; of more, the page is read by walks. */
  sortedMax: number;
}

interface Facts extends ViewerLanguages {
  own_interests: string[];
}

type AnswerRow = Facts & { found: number } & (Hit | { place: null });

const cardColumns = joined(publicColumns.map((column) => plainSql(`person.${column}`)));

/**
 * Viewer, count, page and cards as one statement, because the fixed cost of a statement exceeds what most searches read. `matches`
 * stops one row after `sortedMax`: if it is complete the page is sorted out of it, otherwise the walks are started.
 */
export const searchStatement = (
  search: Search,
  { offset, limit }: Page,
  plan: Plan,
): Statement<AnswerRow> => sql`
  ${withUnseen(search.viewerId)}, matches AS MATERIALIZED (
    SELECT row.user_id, row.active_at, row.speaks, row.learns
    FROM ${matching(search.filter, plan.source, search.isVisible)} LIMIT ${plan.sortedMax + 1}
  ), page AS MATERIALIZED (
    SELECT user_id, row_number() OVER () AS place FROM (
      (
        SELECT user_id FROM matches AS row WHERE (SELECT count(*) FROM matches) <= ${plan.sortedMax}
        ORDER BY ${tierPlace(search.tiers)}, active_at DESC, user_id OFFSET ${offset} LIMIT ${limit}
      ) UNION ALL (
        SELECT user_id FROM (${walked(search, { offset, limit })}) AS tiers
        WHERE (SELECT count(*) FROM matches) > ${plan.sortedMax} OFFSET ${offset} LIMIT ${limit}
      )
    ) AS ordered
  )
  SELECT facts.*, place, ${cardColumns}, last_active_at, shows_activity, comes_reliably, interests,
    (
      SELECT json_agg(
        json_build_object('languageCode', language_code, 'learning', learning, 'proficiency', proficiency)
        ORDER BY spoken.created_at, language_code
      ) FROM user_languages AS spoken WHERE spoken.user_id = person.user_id
    ) AS languages
  FROM (SELECT ${viewerColumns(search.viewerId)}, (SELECT count(*) FROM matches) AS found) AS facts
  LEFT JOIN (page JOIN users AS person USING (user_id)) ON true`;

export function answerOf(rows: AnswerRow[]): Answer {
  const hits = rows.filter((row): row is Extract<AnswerRow, Hit> => row.place !== null);
  return {
    viewer: viewerOf(rows),
    found: rows[0]?.found ?? 0,
    hits: hits.toSorted((one, other) => one.place - other.place),
  };
}

export const viewerStatement = (viewerId: string): Statement<Facts> => sql`SELECT ${viewerColumns(viewerId)}`;

export function viewerOf([facts]: Facts[]): Viewer {
  if (!facts) throw new Error('a select without a table returns one row');
  const { own_interests, speaks, learns } = facts;
  return { interests: own_interests, speaks, learns };
}

const viewerColumns = (viewerId: string | null) => sql`
  coalesce((SELECT interests FROM users WHERE user_id = ${viewerId}::uuid), '{}') AS own_interests,
  ARRAY(SELECT language_code FROM user_languages WHERE user_id = ${viewerId}::uuid AND NOT learning) AS speaks,
  ARRAY(SELECT language_code FROM user_languages WHERE user_id = ${viewerId}::uuid AND learning) AS learns`;

/** The people whom the viewer must not see, themselves included. */
const withUnseen = (viewerId: string | null): Statement => sql`
  WITH unseen AS MATERIALIZED (
    SELECT ${viewerId}::uuid AS user_id
    UNION ALL SELECT blocked_user_id FROM user_blocks WHERE user_id = ${viewerId}::uuid
    UNION ALL SELECT user_id FROM user_blocks WHERE blocked_user_id = ${viewerId}::uuid
  )`;

/** Uncorrelated, so Postgres runs the subquery once and hashes it; blocks_between would run for each row. */
export const isSeen: Condition = sql`row.user_id NOT IN (SELECT user_id FROM unseen)`;
