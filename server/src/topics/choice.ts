import { createHmac } from 'node:crypto';
import { type TopicBand, topicsOffered } from '@parlance/contract/topics';
import type { TopicEntry } from './catalogue.ts';

/** What a choice of topics is made by. */
export interface Occasion {
  secret: string;
  userId: string;
  partnerUserId: string;
  /** Counted in days: every day has its own topics. */
  day: number;
  band: TopicBand;
  /** The themes of the caller's interests, each as the interests that belong to it, and whether the partner has one in it, too. */
  themes: { interests: readonly string[]; isShared: boolean }[];
  used: ReadonlySet<string>;
}

/**
 * How far a shared theme comes before others. Below one, so that nobody can be sure: the hidden die of a theme that is not
 * shared may be higher. See docs/decisions/interest-privacy.md.
 */
const sharedLead = 0.5;

/** Topics for a pair: by themes of the caller's own, shared ones rather first, and always some that are for everybody. */
export function chooseTopics(topics: readonly TopicEntry[], occasion: Occasion): TopicEntry[] {
  const { band, used, day } = occasion;
  const roll = dieOf(occasion);
  const inTurn = topics
    .filter(({ topicId }) => !used.has(topicId))
    .map((topic) => ({ topic, place: roll(`${day}:${topic.topicId}`) + Number(topic.band !== band) }))
    .sort((one, other) => one.place - other.place)
    .map(({ topic }) => topic);
  const ofTheme = (interests: readonly string[] | undefined) =>
    inTurn.find((topic) => topic.band === band && interests?.includes(topic.interest ?? ''));
  const [first, second] = themesOfDay(occasion, roll);
  const general = inTurn.filter(({ interest }) => interest === null);
  // What a theme cannot give is given by those for everybody, and at the end by what is left of anything.
  const wanted = [ofTheme(first), general[0], ofTheme(second), ...general.slice(1), ...inTurn];
  return [...new Set(wanted.filter((topic) => topic !== undefined))].slice(0, topicsOffered);
}

/** Two themes a day, in turn, out of the better half of the caller's own. */
function themesOfDay({ themes, day }: Occasion, roll: Roll): (readonly string[])[] {
  const ranked = themes
    .map(({ interests, isShared }) => ({
      interests,
      rank: roll(interests.join()) + (isShared ? sharedLead : 0),
    }))
    .sort((one, other) => other.rank - one.rank);
  const best = ranked.slice(0, Math.max(2, Math.ceil(ranked.length / 2)));
  const at = (index: number) => best[index % best.length]?.interests ?? [];
  return best.length < 2 ? best.map(({ interests }) => interests) : [at(2 * day), at(2 * day + 1)];
}

type Roll = (what: string) => number;

/** A die of the pair that always falls the same: asking again tells nothing more. */
function dieOf({ secret, userId, partnerUserId }: Occasion): Roll {
  const bytes = 6;
  return (what) => {
    const digest = createHmac('sha256', secret).update(`topics:${userId}:${partnerUserId}:${what}`).digest();
    return digest.readUIntBE(0, bytes) / 2 ** (8 * bytes);
  };
}
