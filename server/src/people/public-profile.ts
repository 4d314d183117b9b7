import type { UserLanguage } from '@parlance/contract/languages';
import type { BaseProfile, FullProfile } from '@parlance/contract/people';
import { type Selectable, sql } from 'kysely';
import { profileImageUrl } from '#account/account';
import type { Moment } from '#platform/moment';
import type { Tables } from '#tables.generated';

/** The columns of a person that everybody may see. */
export const publicColumns = [
  'user_id',
  'created_at',
  'name',
  'description',
  'profile_image_key',
  'time_zone',
] as const;

type PublicRow = Pick<Selectable<Tables['users']>, (typeof publicColumns)[number]>;

export const toBaseProfile = (row: PublicRow): BaseProfile => ({
  userId: row.user_id,
  createdAt: row.created_at,
  name: row.name,
  description: row.description,
  profileImageUrl: profileImageUrl(row.profile_image_key),
  timeZone: row.time_zone,
});

const minuteMs = 60_000;

/** When somebody was last here, as others are told: by the second it would show when they read and answer. */
export const toMinute = (moment: Date | null): Date | null =>
  moment && new Date(Math.floor(moment.getTime() / minuteMs) * minuteMs);

interface Card extends FullProfile {
  lastActiveAt: Date | null;
  comesReliably: boolean;
}

/** Somebody as search shows them, and what it needs to know beside that. */
export interface LoadedCard {
  card: Card;
  /** Compared with the viewer's and never shown. */
  interests: string[];
  /** Exact, for the order; the card shows the minute. */
  activeAt: Date;
}

interface CardRow extends PublicRow {
  last_active_at: Date | null;
  shows_activity: boolean;
  comes_reliably: boolean;
  interests: string[];
  languages: UserLanguage[] | null;
}

/** People as search shows them, in the order of the ids. */
export async function loadCards(moment: Moment, userIds: string[]): Promise<LoadedCard[]> {
  if (userIds.length === 0) return [];
  const rows = await moment.read(sql<CardRow>`
    SELECT ${sql.join(publicColumns.map((column) => sql.ref(`person.${column}`)))}, last_active_at, shows_activity,
      comes_reliably, interests,
      (
        SELECT jsonb_agg(
          jsonb_build_object('languageCode', language_code, 'learning', learning, 'proficiency', proficiency)
          ORDER BY spoken.created_at, language_code
        ) FROM user_languages AS spoken WHERE spoken.user_id = person.user_id
      ) AS languages
    FROM unnest(${userIds}::uuid[]) WITH ORDINALITY AS wanted (user_id, place)
    JOIN users AS person USING (user_id) ORDER BY place`);
  return rows.map((row) => ({
    card: {
      ...toBaseProfile(row),
      languages: row.languages ?? [],
      lastActiveAt: row.shows_activity ? toMinute(row.last_active_at) : null,
      comesReliably: row.comes_reliably,
    },
    interests: row.interests,
    activeAt: row.last_active_at ?? row.created_at,
  }));
}
