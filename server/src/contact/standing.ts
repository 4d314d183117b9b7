import type { ContactStanding } from '@parlance/contract/contact';
import { contactRules } from '#platform/contact-rules';
import { prepared } from '#platform/database';
import type { Platform } from '#platform/platform';
import type { Caller } from '#platform/serve';

interface Row {
  state: ContactStanding['state'];
  until: Date | null;
  per_day: number;
  used: number;
  began: number;
  can_appeal: boolean;
}

const statement = `SELECT standing.state, standing.until,
    contact_quota($1, standing.state, $2, $3::jsonb) AS per_day, contacts_used($1, $2) AS used,
    (SELECT count(*)::integer FROM contacts_of_day($1, $2)) AS began,
    standing.state = 'held' AND EXISTS (SELECT FROM contact_cases AS held
      WHERE held.user_id = $1 AND held.closed_at IS NULL AND held.appealed_at IS NULL) AS can_appeal
  FROM contact_state($1, $2, $3::jsonb) AS standing`;

/** The caller's allowance of first contacts. Requests count like notified ones, so it does not tell them apart. */
export async function getStanding(platform: Platform, { userId }: Caller): Promise<ContactStanding> {
  const { pool, clock, config } = platform;
  const values = [userId, clock.now(), contactRules(platform)];
  const [row] = await prepared<Row & { [column: string]: unknown }>(
    pool,
    'contact-standing',
    statement,
    values,
  );
  if (!row) throw new Error('a standing has one row');
  const { perDay, restrictedPerDay } = config.contact;
  const total = { new: perDay, trusted: perDay, restricted: restrictedPerDay, held: 0 }[row.state];
  const left = Math.max(0, total - row.began);
  return {
    state: row.state,
    notifiedLeft: Math.min(left, Math.max(0, row.per_day - row.used)),
    notifiedPerDay: row.per_day,
    left,
    until: row.until,
    canAppeal: row.can_appeal,
  };
}
