import type { BaseProfile } from '@parlance/contract/people';
import type { Selectable } from 'kysely';
import { profileImageUrl } from '#account/account';
import type { Tables } from '#domain/tables.generated';

/** The public columns of a person. */
export const publicColumns = [
  'user_id',
  'created_at',
  'name',
  'description',
  'profile_image_key',
  'time_zone',
] as const;

export type PublicRow = Pick<Selectable<Tables['users']>, (typeof publicColumns)[number]>;

export const toBaseProfile = (row: PublicRow): BaseProfile => ({
  userId: row.user_id,
  createdAt: row.created_at,
  name: row.name,
  description: row.description,
  profileImageUrl: profileImageUrl(row.profile_image_key),
  timeZone: row.time_zone,
});

const minuteMs = 60_000;

/** Rounds the last activity down to minutes: seconds would reveal when a member reads and answers. */
export const toMinute = (moment: Date | null): Date | null =>
  moment && new Date(Math.floor(moment.getTime() / minuteMs) * minuteMs);
