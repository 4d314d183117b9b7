import { createHmac } from 'node:crypto';
import { type TopicBand, topicsOffered } from '@parlance/contract/topics';
import type { TopicEntry } from './catalogue.ts';

/** The inputs of a choice of topics. */
export interface Occasion {
  secret: string;
  userId: string;
  partnerUserId: string;
  /** Number of days: topics change daily. */
  day: number;
  band: TopicBand;
  /** The themes of the caller's interests, and whether the partner shares each. */
  themes: { interests: readonly string[]; isShared: boolean }[];
  used: ReadonlySet<string>;
}

/** The lead of a shared theme. Below one, so the order does not prove a shared interest. See docs/decisions/interest-privacy.md. */
const sharedLead = 0.5;

/** Topics for a pair: from the caller's own themes, preferring shared ones, and always some general ones. */
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
  // General topics replace missing ones of a theme; any remaining topics come last.
  const wanted = [ofTheme(first), general[0], ofTheme(second), ...general.slice(1), ...inTurn];
  return [...new Set(wanted.filter((topic) => topic !== undefined))].slice(0, topicsOffered);
}

/** Two themes per day in rotation, from the better half of the caller's own. */
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

/** A deterministic random number per pair: repeated requests reveal nothing more. */
function dieOf({ secret, userId, partnerUserId }: Occasion): Roll {
  const bytes = 6;
  return (what) => {
    const digest = createHmac('sha256', secret).update(`topics:${userId}:${partnerUserId}:${what}`).digest();
    return digest.readUIntBE(0, bytes) / 2 ** (8 * bytes);
  };
}
