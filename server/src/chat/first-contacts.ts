import { contactRefusals } from '@parlance/contract/contact';
import { findContact } from '@parlance/contract/contact-text';
import { ApiError } from '@parlance/contract/errors';
import { filled } from '@parlance/contract/message';
import { nodeState } from '#platform/node-state';
import type { Platform } from '#platform/platform';
import type { Draft } from './draft.ts';

const countsOf = nodeState(({ metrics }) => ({
  placed: metrics.count({
    name: 'first_contacts_total',
    help: 'First messages and bookings between strangers, by place (notified or silent) and reason.',
    labelNames: ['place', 'why'],
  }),
  answered: metrics.count({
    name: 'first_contacts_answered_total',
    help: 'First contacts that were answered, by place: notified or silent.',
    labelNames: ['place'],
  }),
}));

/** Whether the text holds contact details. Recordings are not searched. The longest message takes tens of milliseconds in the worst case. */
export const holdsContact = ({ content }: Pick<Draft, 'content'>): boolean =>
  content !== null && findContact(content) !== null;

/** Counts a first contact, or the first answer to one. */
export function countContact(platform: Platform, note: string | null): void {
  if (note === null) return;
  const { placed, answered } = countsOf(platform);
  if (note === 'answered') answered.inc({ place: 'notified' });
  else if (note === 'answered-request') answered.inc({ place: 'silent' });
  else if (note === 'notified') placed.inc({ place: 'notified', why: 'none' });
  else placed.inc({ place: 'silent', why: note });
}

/** Always throws: the recipient has not answered the messages so far. */
export async function refuseUnanswered({ db }: Platform, { toUserId }: Draft): Promise<never> {
  const partner = await db
    .selectFrom('users')
    .select('name')
    .where('user_id', '=', toUserId)
    .executeTakeFirst();
  throw new ApiError('TooManyRequests', filled(contactRefusals.unanswered, { name: partner?.name ?? '' }));
}
