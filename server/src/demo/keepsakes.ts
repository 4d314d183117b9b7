import type { LanguageCode } from '@parlance/contract/languages';
import type { PhraseRating } from '@parlance/contract/phrases';
import { createPhrase, reviewPhrases } from '#phrases/phrases';
import type { Platform } from '#platform/platform';
import { demoUser } from './cast.ts';
import { stableId } from './seeded.ts';
import { as, platformAt } from './story.ts';

const dayMs = 24 * 3_600_000;

interface Keepsake {
  languageCode: LanguageCode;
  text: string;
  meaning: string;
  /** The partner's key; null for a manual entry. */
  from: string | null;
  daysAgo: number;
  /** Reviews since, one per day. */
  ratings: PhraseRating[];
}

// Some are due; others have good reviews and are due later.
const keepsakes: Keepsake[] = [
  {
    languageCode: 'es',
    text: 'Lo dice a las cinco',
    meaning: 'He says it at five',
    from: 'carmen',
    daysAgo: 5,
    ratings: ['good', 'good', 'easy'],
  },
  {
    languageCode: 'es',
    text: '¡Dale!',
    meaning: 'All right, go on (in Argentina)',
    from: 'mateo',
    daysAgo: 3,
    ratings: ['good', 'easy'],
  },
  {
    languageCode: 'es',
    text: '¡Qué buena charla la de hoy!',
    meaning: 'What a good talk we had today',
    from: 'mateo',
    daysAgo: 3,
    ratings: ['again'],
  },
  {
    languageCode: 'ja',
    text: 'ゆっくりでいいですよ。',
    meaning: 'Take your time, slowly is fine',
    from: 'aiko',
    daysAgo: 2,
    ratings: ['hard'],
  },
  {
    languageCode: 'ja',
    text: 'いい言葉ですね。',
    meaning: 'Those are nice words',
    from: 'aiko',
    daysAgo: 2,
    ratings: ['good', 'good'],
  },
  {
    languageCode: 'ja',
    text: '電車の音です',
    meaning: 'It is the sound of a train',
    from: 'aiko',
    daysAgo: 2,
    ratings: [],
  },
  { languageCode: 'es', text: '¡Qué bonito!', meaning: 'How lovely', from: 'lucia', daysAgo: 1, ratings: [] },
  {
    languageCode: 'es',
    text: 'la sobremesa',
    meaning: 'the time at the table after a meal, spent talking',
    from: null,
    daysAgo: 0,
    ratings: [],
  },
];

/** Adds the phrases of the demo account. Idempotent. */
export async function keepPhrases(platform: Platform, community: Map<string, string>): Promise<void> {
  const me = community.get(demoUser.key);
  if (me === undefined) return;
  const now = platform.clock.now().getTime();
  for (const [place, { from, daysAgo, ratings, ...words }] of keepsakes.entries()) {
    const source = from === null ? null : await saidBy(platform, community.get(from), me, words.text);
    const past = platformAt(platform, now - daysAgo * dayMs);
    const { phraseId, createdAt } = await createPhrase(past, as(me), {
      ...words,
      ...(source && { context: source.content, sourceMessageId: source.chat_message_id }),
    });
    const reviews = ratings.map((rating, nth) => ({
      reviewId: stableId(me, 'review', `${place}.${nth}`),
      phraseId,
      rating,
      reviewedAt: new Date(createdAt.getTime() + nth * dayMs),
    }));
    if (reviews.length > 0) await reviewPhrases(platformAt(platform, now), as(me), reviews);
  }
}

async function saidBy({ db }: Platform, partner: string | undefined, me: string, text: string) {
  if (partner === undefined) return null;
  const messages = await db
    .selectFrom('chat_messages')
    .select(['chat_message_id', 'content'])
    .where('from_user_id', '=', partner)
    .where('to_user_id', '=', me)
    .where('content', 'is not', null)
    .$narrowType<{ content: string }>()
    .execute();
  return messages.find(({ content }) => content.includes(text)) ?? null;
}
