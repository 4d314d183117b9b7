import { type RawBuilder, sql } from 'kysely';
import { scopesOfMask } from '#people/listing/scopes';
import type { Moment } from '#platform/moment';
import type { Condition, Filter } from './filter.ts';
import type { Driver, Tier } from './fit.ts';

/** Which part of the order is wanted. */
export interface Page {
  offset: number;
  limit: number;
}

/** One search in one moment. */
export interface Search {
  moment: Moment;
  filter: Filter;
  tiers: Tier[];
  /** Leaves out whom the viewer must not see. */
  isVisible: Condition | false;
  /** Whom the viewer must not see, some perhaps twice. */
  unseen: RawBuilder<{ user_id: string }>;
  /** How many people are in a set of scopes, for choosing where to read a tier from. */
  sizeOf: (scopes: number[]) => number;
  bounds: Bounds;
}

/** Where one way of reading gets slower than another; no answer depends on them. */
export interface Bounds {
  /** So few rows are read whole and sorted. */
  fewRows: number;
  /** The same where only some levels are wanted: a walk would meet many that do not count. */
  fewLevels: number;
  /** The same for people found by their names, who are not beside each other. */
  fewNames: number;
  /** A name that a smaller share of the people has is found by the index, tier by tier; others a walk meets often enough. */
  rareName: number;
  /** Down to this place every tier is read from its beginning; deeper, what lies before the page is only counted. */
  shallowRows: number;
  /** How many people a glance at the tiers takes in. */
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
  // Without a reference to the row: so it is read once and kept as a hash.
  hasBlocks ? sql`row.user_id NOT IN (${unseenBy(viewerId)})` : sql`row.user_id <> ${viewerId}`;

export const unseenBy = (viewerId: string | null): RawBuilder<{ user_id: string }> => sql`
  SELECT ${viewerId}::uuid AS user_id
  UNION ALL SELECT blocked_user_id FROM user_blocks WHERE user_id = ${viewerId}
  UNION ALL SELECT user_id FROM user_blocks WHERE blocked_user_id = ${viewerId}`;
