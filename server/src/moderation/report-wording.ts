import type { Words } from '@parlance/words/words';

export type ReportKind = 'message' | 'thanks' | 'session' | 'profile';

interface About {
  thanks_id: string | null;
  schedule_slot_id: string | null;
  profile_user_id: string | null;
}

export function kindOf({ thanks_id, schedule_slot_id, profile_user_id }: About): ReportKind {
  if (thanks_id !== null) return 'thanks';
  if (schedule_slot_id !== null) return 'session';
  return profile_user_id !== null ? 'profile' : 'message';
}

/** The subject of a mail about reports of one kind. */
export function subjectOf({ counted }: Words, kind: ReportKind, count: number): string {
  if (kind === 'message') return counted(count, 'A message was reported', '{count} messages were reported');
  if (kind === 'session') return counted(count, 'A session was reported', '{count} sessions were reported');
  if (kind === 'profile') return counted(count, 'A profile was reported', '{count} profiles were reported');
  return counted(count, 'Thanks were reported', '{count} thanks were reported');
}

interface Told {
  why: string | undefined;
  reported: string;
  /** Null once that account is deleted. */
  reporter: string | null;
}

/** The reporter, the reported member and the reason, if given. */
function messageWording({ t }: Words, { why, reported, reporter }: Told): string {
  if (reporter === null)
    return why
      ? t('A message of {reported} was reported: {reason}.', { reported, reason: t(why) })
      : t('A message of {reported} was reported.', { reported });
  return why
    ? t('{reporter} reported a message of {reported}: {reason}.', { reporter, reported, reason: t(why) })
    : t('{reporter} reported a message of {reported}.', { reporter, reported });
}

/** The same for thanks. */
function thanksWording({ t }: Words, { why, reported, reporter }: Told): string {
  if (reporter === null)
    return why
      ? t('Thanks written by {reported} were reported: {reason}.', { reported, reason: t(why) })
      : t('Thanks written by {reported} were reported.', { reported });
  return why
    ? t('{reporter} reported thanks written by {reported}: {reason}.', { reporter, reported, reason: t(why) })
    : t('{reporter} reported thanks written by {reported}.', { reporter, reported });
}

/** The same for a session. */
function sessionWording({ t }: Words, { why, reported, reporter }: Told): string {
  if (reporter === null)
    return why
      ? t('{reported} was reported for a session: {reason}.', { reported, reason: t(why) })
      : t('{reported} was reported for a session.', { reported });
  return why
    ? t('{reporter} reported {reported} for a session: {reason}.', { reporter, reported, reason: t(why) })
    : t('{reporter} reported {reported} for a session.', { reporter, reported });
}

/** The same for a profile. */
function profileWording({ t }: Words, { why, reported, reporter }: Told): string {
  if (reporter === null)
    return why
      ? t('The profile of {reported} was reported: {reason}.', { reported, reason: t(why) })
      : t('The profile of {reported} was reported.', { reported });
  return why
    ? t('{reporter} reported the profile of {reported}: {reason}.', { reporter, reported, reason: t(why) })
    : t('{reporter} reported the profile of {reported}.', { reporter, reported });
}

export const reportWordings = {
  message: messageWording,
  thanks: thanksWording,
  session: sessionWording,
  profile: profileWording,
} satisfies Record<ReportKind, unknown>;
