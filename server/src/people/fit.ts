import type { UserLanguage } from '@parlance/contract/languages';
import { type FitTier, fitTiers, type SearchUser } from '@parlance/contract/people';
import { type RawBuilder, sql } from 'kysely';
import { maskOf, scopesOfMask } from './scopes.ts';
import { all, type Condition, type Filter, holdsAny, holdsNone } from './search-filter.ts';

/** The languages of the person who searches. */
export interface ViewerLanguages {
  speaks: string[];
  learns: string[];
}

/** People who fit equally well; tiers are read one after the other. */
export interface Tier {
  name: FitTier;
  condition: Condition;
  /** Sets of scopes that each hold the whole tier: where one is small, the tier is read from there. */
  drivers: number[][];
}

/** Whether people of the filter have a language in a set: all of them, none of them, or it depends. */
type Test = { column: 'speaks' | 'learns'; mask: bigint; isCertain: boolean };

/**
 * The tiers that can have anybody in them. Whoever learns a language does not speak it, so among the learners of a language
 * that I learn too nobody speaks it: a tier that asks for that would be walked to the end for nothing.
 */
export function tiersOf(viewer: ViewerLanguages, filter: Filter): Tier[] {
  const own = filter.languageCode === undefined ? 0n : maskOf([filter.languageCode]);
  const test = (column: Test['column'], mask: bigint): Test => {
    const isOwn = filter.learning === (column === 'learns');
    if (own === 0n || filter.learning === undefined) return { column, mask, isCertain: false };
    return isOwn
      ? { column, mask, isCertain: (mask & own) !== 0n }
      : { column, mask: mask & ~own, isCertain: false };
  };
  const speaks = test('speaks', maskOf(viewer.learns));
  const learns = test('learns', maskOf(viewer.speaks));
  const tiers: (Tier | null)[] = [
    tier('mutual', [speaks, learns], []),
    tier('speaks', [speaks], [learns]),
    tier('learns', [learns], [speaks]),
    tier('other', [], [speaks, learns]),
  ];
  return tiers.filter((each) => each !== null);
}

function tier(name: FitTier, passed: Test[], failed: Test[]): Tier | null {
  if (passed.some(({ mask }) => mask === 0n) || failed.some(({ isCertain }) => isCertain)) return null;
  const open = passed.filter(({ isCertain }) => !isCertain);
  return {
    name,
    condition: all([
      ...open.map(({ column, mask }) => holdsAny(column, mask)),
      ...failed.filter(({ mask }) => mask !== 0n).map(({ column, mask }) => holdsNone(column, mask)),
    ]),
    drivers: open.map(({ column, mask }) => scopesOfMask(mask, column === 'learns')),
  };
}

/** The place of a row's tier as a number, for a sort over few people. */
export function tierPlace(tiers: Tier[]): RawBuilder<number> {
  const cases = tiers.slice(0, -1).map(({ condition }, place) => sql`WHEN ${condition} THEN ${place}::int`);
  return cases.length === 0 ? sql`0` : sql`CASE ${sql.join(cases, sql` `)} ELSE ${tiers.length - 1}::int END`;
}

/** Why two people fit, for the card. */
export function fitOf(
  viewer: ViewerLanguages,
  languages: UserLanguage[],
  sharedInterests: number,
): NonNullable<SearchUser['fit']> {
  const codes = (learning: boolean, wanted: string[]) =>
    languages
      .filter((language) => language.learning === learning && wanted.includes(language.languageCode))
      .map(({ languageCode }) => languageCode);
  const speaks = codes(false, viewer.learns);
  const learns = codes(true, viewer.speaks);
  const [mutual, speaksMine, learnsMine, other] = fitTiers;
  const name =
    speaks.length > 0 ? (learns.length > 0 ? mutual : speaksMine) : learns.length > 0 ? learnsMine : other;
  return { tier: name, speaks, learns, sharedInterests };
}
