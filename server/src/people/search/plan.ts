import { scopesOfMask } from '#people/listing/scopes';
import { joined, type Statement, sql } from '#platform/statement';
import type { Condition, Filter } from './filter.ts';
import type { Driver, Tier } from './fit.ts';
import type { Sizes } from './sizes.ts';

/** Which part of the order is wanted. */
export interface Page {
  offset: number;
  limit: number;
}

/** One search by one viewer. */
export interface Search {
  /** Null for a visitor. */
  viewerId: string | null;
  filter: Filter;
  tiers: Tier[];
  /** Leaves out whom the viewer must not see. Its statement begins with `withUnseen`. */
  isVisible: Condition | false;
  sizes: Sizes;
  bounds: Bounds;
}

/** From which size on one way of reading is slower than another. No answer depends on them. */
export interface Bounds {
  /** Up to so many rows are read whole and sorted. */
  fewRows: number;
  /** The same with a filter of levels, where a walk would meet many rows that do not match. */
  fewLevels: number;
  /** The same for people found by their names, whose rows do not lie side by side. */
  fewNames: number;
  /** A name that a smaller share of people has is looked up in the index of names; a walk meets the others often enough. */
  rareName: number;
  /** Down to this place every tier is read from its beginning. Deeper, the tiers before the page are only counted. */
  shallowRows: number;
  /** The number of most recent people out of whom the share of each tier is estimated. */
  sampleRows: number;
}

export const measuredBounds: Bounds = {
  fewRows: 5_000,
  fewLevels: 8_000,
  fewNames: 1_500,
  rareName: 0.025,
  shallowRows: 2_000,
  sampleRows: 1_000,
};

/** The scopes that hold everybody of a driver. */
export const scopesOf = ({ column, mask }: Driver): number[] => scopesOfMask(mask, column === 'learns');

/** Leaves out whom the viewer must not see: themselves and, where there are any, people blocked either way. */
export const visibleTo = (viewerId: string, hasBlocks: boolean): Condition =>
  // The subquery names nothing of the row, so Postgres runs it once and keeps its ids as a hash;
  // blocks_between would be asked for each row.
  hasBlocks ? sql`row.user_id NOT IN (SELECT user_id FROM unseen)` : sql`row.user_id <> ${viewerId}::uuid`;

/** The beginning of a statement: the people whom the viewer must not see as `unseen`, some possibly twice. */
export const withUnseen = (viewerId: string | null): Statement => sql`
  WITH unseen AS MATERIALIZED (
    SELECT ${viewerId}::uuid AS user_id
    UNION ALL SELECT blocked_user_id FROM user_blocks WHERE user_id = ${viewerId}::uuid
    UNION ALL SELECT user_id FROM user_blocks WHERE blocked_user_id = ${viewerId}::uuid
  )`;

/**
 * A page out of tiers, each a select in order. They are begun one after the other and only until the page is full, which Postgres
 * does with the parts of a UNION ALL.
 */
export const inTurn = ({ offset, limit }: Page, tiers: Statement[]): Statement => {
  const parts = tiers.map((tier) => sql`(${tier} LIMIT ${offset + limit})`);
  return sql`
    SELECT user_id FROM (${joined(parts, ' UNION ALL ')}) AS tiers OFFSET ${offset} LIMIT ${limit}`;
};
