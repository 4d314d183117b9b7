import { sql } from 'kysely';
import type { Tx } from '#platform/effects';
import type { Tier } from './fit.ts';
import type { Condition, Filter } from './search-filter.ts';

/** Which part of the order is wanted. */
export interface Page {
  offset: number;
  limit: number;
}

/** One search in one snapshot. */
export interface Search {
  tx: Tx;
  filter: Filter;
  tiers: Tier[];
  /** People of the filter whom the viewer must not see. */
  hidden: string[];
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
  /** The same where only some levels of any language are wanted and each person has to be looked up. */
  fewLookups: number;
  /** The same for people found by their names; that many cost less than 50 ms and bring the count along. */
  fewNames: number;
  /** Down to this place every tier is read from its beginning; deeper, what lies before the page is only counted. */
  shallowRows: number;
  /** How many people a glance at the tiers takes in. */
  sampleRows: number;
}

export const measuredBounds: Bounds = {
  fewRows: 5_000,
  fewLevels: 8_000,
  fewLookups: 2_000,
  fewNames: 30_000,
  shallowRows: 2_000,
  sampleRows: 1_000,
};

/** Leaves out whom the viewer must not see. */
export const isVisible = (hidden: string[]): Condition | false =>
  hidden.length > 0 && sql`row.user_id <> ALL (${hidden}::uuid[])`;
