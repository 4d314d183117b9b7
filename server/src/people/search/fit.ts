import type { UserLanguage } from '@parlance/contract/languages';
import { fitTiers, type SearchUser, type SharedInterests } from '@parlance/contract/people';
import { isLearningScope, maskOf } from '#people/listing/scopes';
import { joined, type Statement, sql } from '#platform/statement';
import { all, type Condition, type Filter, holdsAny, holdsNone } from './filter.ts';

export interface ViewerLanguages {
  speaks: string[];
  learns: string[];
}

/** People who fit equally well; tiers are read in sequence. */
export interface Tier {
  condition: Condition;
  /** The scopes of the filter that can contain people of the tier, each with the remaining condition. */
  walks: { scope: number; condition: Condition }[];
  /** Sets of languages of which everyone in the tier has one: the tier is read from the smallest. */
  drivers: Driver[];
}

/** People who speak, or learn, one language of a set. */
export interface Driver {
  column: Column;
  mask: bigint;
}

type Column = 'speaks' | 'learns';

/** A driver as a test within one scope; certain if all rows pass. */
interface Test extends Driver {
  isCertain: boolean;
}

/** The tiers that can be non-empty, best first. */
export function tiersOf(viewer: ViewerLanguages, filter: Filter): Tier[] {
  const speaks = { column: 'speaks', mask: maskOf(viewer.learns) } as const;
  const learns = { column: 'learns', mask: maskOf(viewer.speaks) } as const;
  const tiers = [
    tier([speaks, learns], [], filter),
    tier([speaks], [learns], filter),
    tier([learns], [speaks], filter),
    tier([], [speaks, learns], filter),
  ];
  return tiers.filter(({ walks }) => walks.length > 0);
}

function tier(passed: Driver[], failed: Driver[], filter: Filter): Tier {
  const walks = filter.scopes.flatMap((scope) => {
    const condition = openCondition(passed.map(inScopeOf(scope)), failed.map(inScopeOf(scope)));
    return condition ? [{ scope, condition }] : [];
  });
  return {
    walks,
    condition: all([...passed.map(holds), ...failed.map(holdsNot)]),
    drivers: passed.flatMap(({ column, mask }) => {
      const tests = filter.scopes.map((scope) => inScopeOf(scope)({ column, mask }));
      if (tests.some(({ isCertain }) => isCertain)) return [];
      return { column, mask: tests.reduce((union, test) => union | test.mask, 0n) };
    }),
  };
}

/**
 * Reduces a driver to a scope. For learners of German a test for its learners is certain, and a test for its speakers drops German, since a
 * person has a language one way only; otherwise a scan for its speakers would read the whole scope in vain.
 */
const inScopeOf =
  (scope: number) =>
  ({ column, mask }: Driver): Test => {
    if (scope < 0) return { column, mask, isCertain: false };
    const own = 1n << BigInt(scope >> 1);
    const isOwn = isLearningScope(scope) === (column === 'learns');
    return isOwn
      ? { column, mask, isCertain: (mask & own) !== 0n }
      : { column, mask: mask & ~own, isCertain: false };
  };

/** The part of a tier's condition that the scope leaves open; null if the scope excludes the tier. */
function openCondition(passed: Test[], failed: Test[]): Condition | null {
  if (passed.some(({ mask }) => mask === 0n) || failed.some(({ isCertain }) => isCertain)) return null;
  return all([
    ...passed.filter(({ isCertain }) => !isCertain).map(holds),
    ...failed.filter(({ mask }) => mask !== 0n).map(holdsNot),
  ]);
}

const holds = ({ column, mask }: Driver): Condition => holdsAny(column, mask);
const holdsNot = ({ column, mask }: Driver): Condition => holdsNone(column, mask);

/** The index of a row's tier as an SQL number, for sorting. */
export function tierPlace(tiers: Tier[]): Statement<number> {
  const cases = tiers.slice(0, -1).map(({ condition }, place) => sql`WHEN ${condition} THEN ${place}::int`);
  return cases.length === 0 ? sql`0::int` : sql`CASE ${joined(cases, ' ')} ELSE ${tiers.length - 1}::int END`;
}

/** The reasons for a fit, for the card. */
export function fitOf(
  viewer: ViewerLanguages,
  languages: UserLanguage[],
  sharedInterests: SharedInterests,
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
