import type { ResultOf } from '@parlance/contract/endpoint';
import { ApiError } from '@parlance/contract/errors';
import type { UserLanguage } from '@parlance/contract/languages';
import { type listTopics as listTopicsCall, type TopicBand, topicBandCuts } from '@parlance/contract/topics';
import { loadLanguages } from '#languages/languages';
import { areBlocked, compareThemes, getProfileOf } from '#people/people';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';
import { allTopics, fallbackLanguage, sentenceOf, writtenLanguage } from './catalogue.ts';
import { chooseTopics } from './choice.ts';

const dayMs = 24 * 3_600_000;

/** Topics for two members in the language they practise. */
export async function listTopics(
  platform: Platform,
  caller: Caller,
  partnerUserId: string,
): Promise<ResultOf<typeof listTopicsCall>> {
  const { db, clock, secret } = platform;
  const { userId } = caller;
  if (partnerUserId === userId)
    throw new ApiError('NotAllowed', { message: 'You cannot write to yourself.' });
  const { languages: theirs } = await getProfileOf(platform, caller, partnerUserId);
  if (await areBlocked(db, userId, partnerUserId)) throw new ApiError('UserIsBlocked');
  const own = (await loadLanguages(db, [userId])).get(userId) ?? [];
  const practised = practisedOf(own, theirs);
  const language = writtenLanguage(practised.languageCode);
  const chosen = chooseTopics(allTopics(), {
    secret,
    userId,
    partnerUserId,
    day: Math.floor(clock.now().getTime() / dayMs),
    band: bandOf(practised.proficiency),
    themes: await compareThemes(db, userId, partnerUserId),
    used: await usedTopics(platform, userId, partnerUserId),
  });
  const topics = chosen.map(({ key, topicId, band }) => ({
    topicId,
    languageCode: language,
    band,
    ...sentenceOf(key, language),
  }));
  return { topics };
}

/** Marks a topic as used by a pair. Unknown ids are ignored, since a client can be newer than the server. */
export async function markTopicUsed(
  { db, clock }: Platform,
  { from, to, topicId }: { from: string; to: string; topicId: string },
): Promise<void> {
  if (!allTopics().some((topic) => topic.topicId === topicId)) return;
  await db
    .insertInto('used_topics')
    .values({ ...pairKey(from, to), topic_id: topicId, used_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function usedTopics({ db }: Platform, one: string, other: string): Promise<Set<string>> {
  const { low_user_id, high_user_id } = pairKey(one, other);
  const rows = await db
    .selectFrom('used_topics')
    .select('topic_id')
    .where('low_user_id', '=', low_user_id)
    .where('high_user_id', '=', high_user_id)
    .execute();
  return new Set(rows.map(({ topic_id }) => topic_id));
}

const pairKey = (one: string, other: string) =>
  one < other ? { low_user_id: one, high_user_id: other } : { low_user_id: other, high_user_id: one };

type Practised = Pick<UserLanguage, 'languageCode' | 'proficiency'>;

/** The language the caller learns and the partner speaks, else the reverse, else English. */
function practisedOf(own: UserLanguage[], theirs: UserLanguage[]): Practised {
  const learnedFrom = (learner: UserLanguage[], speaker: UserLanguage[]) =>
    learner.find(
      ({ languageCode, learning }) =>
        learning && speaker.some((each) => each.languageCode === languageCode && !each.learning),
    );
  const english = own.find(({ languageCode }) => languageCode === fallbackLanguage);
  return (
    learnedFrom(own, theirs) ??
    learnedFrom(theirs, own) ?? { languageCode: fallbackLanguage, proficiency: english?.proficiency ?? 0 }
  );
}

function bandOf(proficiency: number): TopicBand {
  const [second, third] = topicBandCuts;
  if (proficiency < second) return 'A1-A2';
  return proficiency < third ? 'B1-B2' : 'C1+';
}
