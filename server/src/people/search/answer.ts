import type { UserLanguage } from '@parlance/contract/languages';
import { type PublicRow, publicColumns } from '#people/public-profile';
import type { Moment } from '#platform/moment';
import { joined, plainSql, type Statement, sql } from '#platform/statement';
import { inScope } from './filter.ts';
import type { ViewerLanguages } from './fit.ts';
import { type Search, withUnseen } from './plan.ts';

/** What a search has to know of the person who searches. */
export interface Viewer extends ViewerLanguages {
  interests: string[];
  hasBlocks: boolean;
}

/** A number as an expression of SQL. */
export type Count = Statement<number>;

/** A way of reading, as parts of one statement. */
export interface Way {
  /** Ids in order, the page cut out. */
  page: Statement;
  /** The number of all who match and may be seen. */
  count: Count;
  /** All matching people as `hits`, where the two above read them. */
  hits?: Statement;
}

/** Somebody as search shows them, and what it needs to know beside that. */
export interface Hit extends PublicRow {
  place: number;
  last_active_at: Date | null;
  shows_activity: boolean;
  comes_reliably: boolean;
  /** Compared with the viewer's and never shown. */
  interests: string[];
  languages: UserLanguage[] | null;
}

/** The whole answer from one moment. */
export interface Answer {
  viewer: Viewer;
  count: number;
  hits: Hit[];
}

interface Facts extends ViewerLanguages {
  own_interests: string[];
  hasBlocks: boolean;
}

type AnswerRow = Facts & { count: number } & (Hit | { place: null });

const cardColumns = joined(publicColumns.map((column) => plainSql(`person.${column}`)));

/** Viewer, count, page and cards in one statement: what a statement costs by itself is more than what most searches read. */
export async function readAnswer(read: Moment['read'], search: Search, way: Way): Promise<Answer> {
  const rows = await read(sql<AnswerRow>`
    ${withUnseen(search.viewerId)}${hiddenFrom(search)}${way.hits ? sql`, hits AS MATERIALIZED (${way.hits})` : sql``},
    page AS MATERIALIZED (SELECT user_id, row_number() OVER () AS place FROM (${way.page}) AS ordered)
    SELECT facts.*, place, ${cardColumns}, last_active_at,
      shows_activity, comes_reliably, interests,
      (
        SELECT json_agg(
          json_build_object('languageCode', language_code, 'learning', learning, 'proficiency', proficiency)
          ORDER BY spoken.created_at, language_code
        ) FROM user_languages AS spoken WHERE spoken.user_id = person.user_id
      ) AS languages
    FROM (SELECT ${viewerColumns(search.viewerId)}, ${way.count} AS count) AS facts
    LEFT JOIN (page JOIN users AS person USING (user_id)) ON true`);
  const hits = rows.filter((row): row is Extract<AnswerRow, Hit> => row.place !== null);
  return {
    viewer: viewerOf(rows[0]),
    count: rows[0]?.count ?? 0,
    hits: hits.toSorted((one, other) => one.place - other.place),
  };
}

/** The count alone, for a way that has to know it before it reads. */
export async function readCount(read: Moment['read'], search: Search, count: Count): Promise<number> {
  const [found] = await read(sql<{ count: number }>`
    ${withUnseen(search.viewerId)}${hiddenFrom(search)} SELECT ${count} AS count`);
  return found?.count ?? 0;
}

export async function readViewer(read: Moment['read'], viewerId: string): Promise<Viewer> {
  const rows = await read(sql<Facts>`${withUnseen(viewerId)} SELECT ${viewerColumns(viewerId)}`);
  return viewerOf(rows[0]);
}

function viewerOf(facts: Facts | undefined): Viewer {
  if (!facts) throw new Error('a select without a table answers one row');
  const { own_interests, speaks, learns, hasBlocks } = facts;
  return { interests: own_interests, speaks, learns, hasBlocks };
}

const viewerColumns = (viewerId: string | null) => sql`
  coalesce((SELECT interests FROM users WHERE user_id = ${viewerId}::uuid), '{}') AS own_interests,
  ARRAY(SELECT language_code FROM user_languages WHERE user_id = ${viewerId}::uuid AND NOT learning) AS speaks,
  ARRAY(SELECT language_code FROM user_languages WHERE user_id = ${viewerId}::uuid AND learning) AS learns,
  EXISTS (SELECT FROM unseen WHERE user_id <> ${viewerId}::uuid) AS "hasBlocks"`;

/** The number of people who match the filter and whom the viewer must not see. */
export const hidden: Count = sql`(SELECT people FROM hidden)`;

/**
 * Those people are looked up by their ids in the key, and read only where they are in the scope. The sum keeps the planner from
 * beginning with everybody in the scope.
 */
function hiddenFrom({ filter }: Search) {
  const inScopes = sql`
    SELECT user_id, scope FROM listing
    WHERE user_id = ANY (ARRAY(SELECT user_id FROM unseen)) AND scope + 0 = ANY (${filter.scopes}::int[])`;
  const { languageCode, learning, levels, fragment } = filter;
  const isOfScopes = languageCode !== undefined || learning === undefined;
  return isOfScopes && levels === null && fragment === ''
    ? sql`, hidden AS (SELECT count(*) AS people FROM (${inScopes}) AS own)`
    : sql`, hidden AS (
        SELECT count(*) AS people FROM (${inScopes} OFFSET 0) AS own, LATERAL (
          SELECT FROM listing AS row
          WHERE row.user_id = own.user_id AND row.scope = own.scope AND ${inScope(filter, { isWalk: true })}
          LIMIT 1
        ) AS found
      )`;
}
