import type { Platform } from '#platform/platform';

/** Exports the topics that the member and a partner have used. */
export async function exportTopics({ db }: Platform, userId: string): Promise<Record<string, unknown>> {
  const rows = await db
    .selectFrom('used_topics')
    .selectAll()
    .where((eb) => eb.or([eb('low_user_id', '=', userId), eb('high_user_id', '=', userId)]))
    .orderBy('used_at')
    .orderBy('topic_id')
    .execute();
  const usedTopics = rows.map((row) => ({
    partnerUserId: row.low_user_id === userId ? row.high_user_id : row.low_user_id,
    topicId: row.topic_id,
    usedAt: row.used_at,
  }));
  return { usedTopics };
}
