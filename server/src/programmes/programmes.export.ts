import { inCamelCase } from '#platform/database';
import type { Platform } from '#platform/platform';

/** Places with partners, hours, requests for help, certificates (without content: only their link opens them) and own mails. */
export async function exportProgrammes(
  { db }: Pick<Platform, 'db'>,
  userId: string,
): Promise<Record<string, unknown>> {
  const rows = inCamelCase(db);
  const places = await rows
    .selectFrom('programme_places as place')
    .innerJoin('programmes as programme', 'programme.programme_id', 'place.programme_id')
    .select(['programme.programme_id', 'programme.name', 'programme.office', 'programme.erase_on'])
    .select(['offers', 'seeks', 'free', 'place.time_zone', 'wishes', 'gender', 'age_band', 'needs_credits'])
    .select(['partners_max', 'student_number', 'place.consent_version', 'consented_at', 'joined_at'])
    .select(['waits_since', 'unmatched', 'refusals', 'account_told_at', 'account_kept_at'])
    .where('place.user_id', '=', userId)
    .orderBy('joined_at')
    .execute();
  const coordinated = await rows
    .selectFrom('programme_coordinators as coordinator')
    .innerJoin('programmes as programme', 'programme.programme_id', 'coordinator.programme_id')
    .select(['programme.programme_id', 'programme.name', 'since'])
    .where('coordinator.user_id', '=', userId)
    .orderBy('since')
    .execute();
  const programmePartners = await rows
    .selectFrom('programme_pairs')
    .select(['programme_id', 'user_id', 'partner_user_id', 'teaches', 'learns', 'published_at', 'ended_at'])
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('partner_user_id', '=', userId)]))
    .orderBy('published_at')
    .execute();
  const programmeHours = await rows
    .selectFrom('programme_hours')
    .select(['programme_id', 'day', 'source', 'first_language', 'first_ms', 'second_language', 'second_ms'])
    .select(['created_at', 'confirmed_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const programmeHelp = await rows
    .selectFrom('programme_help')
    .select(['programme_id', 'kind', 'text', 'asked_at'])
    .where('user_id', '=', userId)
    .orderBy('asked_at')
    .execute();
  const certificates = await rows
    .selectFrom('certificates')
    .select(['programme_id', 'issued_at', 'withdrawn_at', 'keep_until'])
    .where('user_id', '=', userId)
    .orderBy('issued_at')
    .execute();
  const programmeMessages = await rows
    .selectFrom('programme_messages')
    .select(['programme_id', 'recipients', 'subject', 'text', 'sent_at'])
    .where('user_id', '=', userId)
    .orderBy('sent_at')
    .execute();
  const programmeRemovals = await rows
    .selectFrom('programme_removals')
    .select(['programme_id', 'removed_at'])
    .where('user_id', '=', userId)
    .orderBy('removed_at')
    .execute();
  return {
    programmes: [...places, ...coordinated],
    programmePartners,
    programmeHours,
    programmeHelp,
    certificates,
    programmeMessages,
    programmeRemovals,
  };
}
