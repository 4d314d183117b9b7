import type { Platform } from '#platform/platform';

/** What this slice keeps about a person: their phrases, and every review of them. */
export async function exportPhrasebook({ db }: Platform, userId: string): Promise<Record<string, unknown>> {
  const phrases = await db
    .selectFrom('phrases')
    .select([
      'phrase_id as phraseId',
      'language_code as languageCode',
      'text',
      'meaning',
      'context',
      'source_message_id as sourceMessageId',
      'partner_user_id as partnerUserId',
      'due_at as dueAt',
      'reps',
      'lapses',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('phrase_id')
    .execute();
  const phraseReviews = await db
    .selectFrom('phrase_reviews')
    .select([
      'review_id as reviewId',
      'phrase_id as phraseId',
      'rating',
      'reviewed_at as reviewedAt',
      'told_at as toldAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('reviewed_at')
    .orderBy('review_id')
    .execute();
  return { phrases, phraseReviews };
}
