import { inCamelCase } from '#platform/database';
import type { Platform } from '#platform/platform';

/** Exports phrases with all reviews. */
export async function exportPhrasebook({ db }: Platform, userId: string): Promise<Record<string, unknown>> {
  const rows = inCamelCase(db);
  const phrases = await rows
    .selectFrom('phrases')
    .select([
      'phrase_id',
      'language_code',
      'text',
      'meaning',
      'context',
      'source_message_id',
      'partner_user_id',
      'due_at',
      'reps',
      'lapses',
      'created_at',
      'updated_at',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('phrase_id')
    .execute();
  const phraseReviews = await rows
    .selectFrom('phrase_reviews')
    .select(['review_id', 'phrase_id', 'rating', 'reviewed_at', 'told_at'])
    .where('user_id', '=', userId)
    .orderBy('reviewed_at')
    .orderBy('review_id')
    .execute();
  return { phrases, phraseReviews };
}
