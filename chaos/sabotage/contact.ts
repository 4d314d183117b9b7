import { join } from 'node:path';
import type pg from 'pg';
import { patchFunction } from './database.ts';

/** Disables one rule of first contact by replacing a text: in a function of the database, or in the source of the nodes. */
export interface ContactSabotage {
  /** The run must report a violation that begins with this. */
  prefix: string;
  inDatabase?: { name: string; from: string; to: string };
  inSource?: { file: string; from: string; to: string };
}

export const contactSabotages: Record<string, ContactSabotage> = {
  'all-notified': {
    prefix: 'notified',
    inDatabase: {
      name: 'place_first_contact',
      from: 'IF is_contact_admin(recipient, rules) THEN',
      to: 'IF true THEN',
    },
  },
  'any-answer-credited': {
    prefix: 'ring',
    inDatabase: {
      name: 'accept_contacts',
      from: 'is_credited = is_contact_trusted(',
      to: 'is_credited = true OR is_contact_trusted(',
    },
  },
  'penalties-of-strangers': {
    prefix: 'mob',
    inDatabase: {
      name: 'add_contact_penalty',
      from: 'OR NOT EXISTS (',
      to: 'OR false AND NOT EXISTS (',
    },
  },
  'request-as-message': {
    prefix: 'request-event',
    inSource: {
      file: 'server/src/chat/chat.ts',
      from: 'row, isRequest ? null : message',
      to: 'row, isRequest && false ? null : message',
    },
  },
  'read-receipts': {
    prefix: 'read-receipt',
    inSource: {
      file: 'server/src/chat/conversation.ts',
      from: '!is_request && !is_hidden',
      to: '!is_hidden',
    },
  },
  'blind-detector': {
    prefix: 'contact',
    inSource: {
      file: 'contract/src/contact-text.ts',
      from: 'const plain = plainly(text);',
      to: "const plain = '';",
    },
  },
  'free-bookings': {
    prefix: 'booked',
    inDatabase: {
      name: 'place_booking',
      from: 'SELECT * INTO placed FROM place_first_contact(guest, owner, false, at, rules);',
      to: `SELECT 'notified' AS place, true AS counts, null::timestamptz AS free_at INTO placed;`,
    },
  },
  'no-protection': {
    prefix: 'protection',
    inDatabase: { name: 'is_contact_asked', from: 'AND s.created_at > p.since', to: 'AND false' },
  },
  'fast-path': {
    prefix: 'fast-path',
    inDatabase: { name: 'send_message', from: 'AND c.answered_at IS NOT NULL', to: '' },
  },
};

export async function patchDatabase(pool: pg.Pool, { inDatabase }: ContactSabotage): Promise<void> {
  if (inDatabase) await patchFunction(pool, inDatabase.name, inDatabase.from, inDatabase.to);
}

/** The module and settings that patch the source of a node. */
export function sourcePatch({ inSource }: ContactSabotage): {
  preload?: string;
  env: Record<string, string>;
} {
  if (!inSource) return { env: {} };
  return {
    preload: join(import.meta.dirname, 'patched-source.preload.ts'),
    env: { PATCH_FILE: inSource.file, PATCH_FROM: inSource.from, PATCH_TO: inSource.to },
  };
}

/** The limit of before: 15 first contacts on the first day and 50 on others, all of them notified. */
export const formerLimit = `CREATE OR REPLACE FUNCTION place_first_contact(
    sender uuid, recipient uuid, has_contact boolean, at timestamptz, rules jsonb,
    OUT place text, OUT why text, OUT counts boolean, OUT awaits_quota boolean, OUT free_at timestamptz
  ) LANGUAGE plpgsql STABLE AS $$
  BEGIN
    counts := true;
    awaits_quota := false;
    place := 'notified';
    IF (SELECT count(*) FROM contacts_of_day(sender, at)) >= (
      SELECT CASE WHEN u.created_at > at - interval '24 hours' THEN 15 ELSE 50 END FROM users u WHERE u.user_id = sender
    ) THEN
      place := 'too-many';
      SELECT min(d.began_at) + interval '24 hours' INTO free_at FROM contacts_of_day(sender, at) AS d;
    END IF;
  END $$`;
