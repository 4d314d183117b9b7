/** How export and deletion handle a table that names people. */
export interface PersonalTable {
  /** The columns that name a person: by id, by address, or by a hash of an address. */
  names: readonly string[];
  /** The key in the export. */
  exportedAs?: string;
  /** Why it is not exported. Exactly one of the two is set. */
  notExported?: string;
  /** What remains after the deletion of the account, and why. Everything else is deleted. */
  stays?: { columns: readonly string[]; because: string };
}

/**
 * Every table that names a person. personal-tables.test.ts fails for an unlisted table or column: add an entry here, add its data to
 * the slice's export, delete it with the account (ON DELETE CASCADE, or the slice's userDeleted effect) and add a row to the person
 * of server/test/canary-person.ts.
 *
 * Outside the database: files are deleted with their rows, log lines name no one, and the development outbox deletes messages to the
 * person. Mails that others received about them stay in their mailboxes.
 */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  users: {
    names: ['user_id', 'email', 'phone', 'google_user_id', 'oidc_issuer', 'oidc_subject'],
    exportedAs: 'user',
  },
  invitation_uses: { names: ['user_id'], exportedAs: 'invitations' },
  invitations: {
    names: ['created_by'],
    notExported:
      'Who made an invitation link, which is part of the programme or instance and not about the person.',
  },
  user_activities: { names: ['user_id'], exportedAs: 'activities' },
  user_preferences: { names: ['user_id'], exportedAs: 'preferences' },
  user_blocks: { names: ['user_id', 'blocked_user_id'], exportedAs: 'blockedUsers' },
  saved_people: { names: ['user_id', 'saved_user_id'], exportedAs: 'savedUsers' },
  user_languages: { names: ['user_id'], exportedAs: 'languages' },
  passkeys: { names: ['user_id'], exportedAs: 'passkeys' },
  user_sessions: { names: ['user_id'], exportedAs: 'sessions' },
  access_verifications: {
    names: ['user_id', 'identifier_hash'],
    notExported: 'Codes under way: keyed hashes that are good for ten minutes and gone after a day.',
  },
  code_guesses: {
    names: ['identifier_hash'],
    notExported: 'When a wrong code was typed for an address that stands here as a keyed hash only.',
  },
  known_networks: {
    names: ['address_network_hash', 'user_id'],
    notExported:
      'From where an address was signed in: a keyed hash in which nobody can read a place, for 90 days.',
  },
  way_in_changes: {
    names: ['user_id', 'told_address', 'email', 'phone', 'google_user_id', 'oidc_issuer', 'oidc_subject'],
    exportedAs: 'signInChanges',
  },
  banned_identities: {
    names: ['hash'],
    notExported: 'Keyed hashes of the addresses of banned people, who cannot ask for an export.',
    stays: {
      columns: ['hash'],
      because: 'Somebody who was banned cannot come back by deleting the account.',
    },
  },
  listed_people: {
    names: ['user_id'],
    notExported: 'What search reads: name, languages and activity, copied from the tables above.',
  },
  listing: {
    names: ['user_id'],
    notExported: 'What search reads: name, languages and activity, copied from the tables above.',
  },
  free_time_changes: {
    names: ['user_id'],
    notExported: 'Whose free times search has to read again, for seconds.',
  },
  schedule_slots: { names: ['user_id', 'booked_by_user_id'], exportedAs: 'slots' },
  schedule_sessions: { names: ['user_id'], exportedAs: 'slots' },
  schedule_cancellations: { names: ['user_id', 'other_user_id'], exportedAs: 'cancelledSessions' },
  session_outcomes: { names: ['user_id', 'partner_user_id'], exportedAs: 'outcomes' },
  session_agains: { names: ['user_id', 'partner_user_id'], exportedAs: 'askedAgain' },
  weekly_asks: { names: ['user_id', 'partner_user_id'], exportedAs: 'askedWeekly' },
  weekly_hours: { names: ['user_id'], exportedAs: 'weeklyHours' },
  weekly_hours_exceptions: { names: ['user_id'], exportedAs: 'deletedWeeklyTimes' },
  session_series: { names: ['user_id', 'partner_user_id'], exportedAs: 'weeklySeries' },
  // Received thanks are exported only once they are readable; until then they belong to their author.
  session_thanks: { names: ['user_id', 'partner_user_id'], exportedAs: 'thanks' },
  record_turns: {
    names: ['user_id'],
    notExported: 'When the word on a card is decided anew, from what the tables above hold.',
  },
  calendar_feeds: { names: ['user_id'], exportedAs: 'calendarFeed' },
  busy_calendars: { names: ['user_id', 'sealed_address'], exportedAs: 'busyCalendars' },
  busy_ranges: { names: ['user_id'], exportedAs: 'busyTimes' },
  conversations: { names: ['low_user_id', 'high_user_id', 'started_by_user_id'], exportedAs: 'messages' },
  conversation_members: { names: ['user_id', 'partner_user_id'], exportedAs: 'messages' },
  used_topics: { names: ['low_user_id', 'high_user_id'], exportedAs: 'usedTopics' },
  chat_messages: { names: ['from_user_id', 'to_user_id'], exportedAs: 'messages' },
  // Reports about a person are not exported: they would reveal the reporters.
  chat_reports: { names: ['reporter_user_id', 'reported_user_id', 'profile_user_id'], exportedAs: 'reports' },
  phrases: { names: ['user_id', 'partner_user_id'], exportedAs: 'phrases' },
  phrase_reviews: { names: ['user_id'], exportedAs: 'phraseReviews' },
  contact_penalties: {
    names: ['sender_user_id', 'by_user_id'],
    notExported:
      'Who declined, blocked or reported a sender; it would reveal them. Own declined people are exported.',
  },
  contact_bookings: {
    names: ['user_id', 'booked_user_id'],
    notExported:
      'Which bookings of strangers count against the limit of first contacts; the bookings are exported as slots.',
  },
  contact_standing: { names: ['user_id'], exportedAs: 'contactStanding' },
  contact_cases: { names: ['user_id'], exportedAs: 'contactCases' },
  contact_protections: { names: ['user_id'], exportedAs: 'contactProtection' },
  contact_warnings: { names: ['user_id', 'banned_user_id'], exportedAs: 'contactWarnings' },
  moderation_audit: {
    names: ['admin_user_id', 'user_id'],
    notExported: 'What admins did; warnings and bans reach the person by mail.',
    stays: {
      columns: ['admin_user_id', 'user_id'],
      because: 'Acts of admins must stay accountable; an id without an account tells nobody who it was.',
    },
  },
  programme_coordinators: { names: ['user_id'], exportedAs: 'programmes' },
  programme_places: { names: ['user_id'], exportedAs: 'programmes' },
  programme_pairs: { names: ['user_id', 'partner_user_id'], exportedAs: 'programmePartners' },
  programme_hours: { names: ['user_id'], exportedAs: 'programmeHours' },
  programme_help: { names: ['user_id'], exportedAs: 'programmeHelp' },
  programme_removals: { names: ['user_id'], exportedAs: 'programmeRemovals' },
  programme_messages: { names: ['user_id'], exportedAs: 'programmeMessages' },
  // Without the account a certificate stays only if the student chose to keep it checkable; then nothing names them without the link.
  certificates: { names: ['user_id'], exportedAs: 'certificates' },
  // An address is set only for an admin without an account.
  waiting_mails: { names: ['user_id', 'other_user_id', 'address'], exportedAs: 'waitingMails' },
  push_devices: { names: ['user_id'], exportedAs: 'pushDevices' },
  waiting_pushes: { names: ['user_id', 'other_user_id'], exportedAs: 'waitingPushes' },
  unread_notices: { names: ['user_id', 'partner_user_id'], exportedAs: 'unreadNotices' },
  digest_turns: { names: ['user_id'], exportedAs: 'digest' },
  present_users: { names: ['user_id'], exportedAs: 'connectedAt' },
  calls: { names: ['user_id', 'booked_by_user_id'], exportedAs: 'calls' },
  call_seats: { names: ['user_id', 'held_by_user_id'], exportedAs: 'calls' },
  call_talk: { names: ['user_id'], exportedAs: 'calls' },
  call_notes: { names: ['user_id'], exportedAs: 'calls' },
  demo_people: { names: ['user_id'], notExported: 'Which invented person of the demo an account is.' },
};

/** Tables that name no one, and why. */
export const impersonalTables: Readonly<Record<string, string>> = {
  programmes: 'Names and settings of programmes, and counts after the erasure.',
  programme_past_partners: 'Keyed hashes of two former partners, for two years.',
  programme_rounds: 'Previews of pairs by id; deleted with a place of the programme, and after 30 days.',
  contact_backfill: 'How far the members of before first contacts have been looked through.',
  migrations: 'Names and checksums of migrations.',
  rate_limits: 'Keyed hashes of what is limited, purged once they count no more.',
  rate_buckets: 'Keyed hashes of what is limited, purged once they count no more.',
  listing_counts: 'A view of how many people are found by a language or a level.',
  listing_sets: 'A view of how many people speak and learn the same languages.',
  oidc_tokens: 'Identities for ten minutes, encrypted with a key that only the browser of the person has.',
  used_passkey_challenges: 'Keyed hashes of random challenges, for a day.',
  series_weeks: 'What became of each week of a series, which names its two people and takes its weeks along.',
  file_removals: 'Keys of files of deleted messages, until they are removed, which is at once.',
  unread_progress: 'How far messages have been looked through.',
};
