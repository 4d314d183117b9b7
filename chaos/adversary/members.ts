import { createHmac, randomUUID } from 'node:crypto';
import { type Calls, createCalls } from '@parlance/client/http';
import type pg from 'pg';
import { secretOfNodes } from '#parts/node';
import type { Kind } from './behaviour.ts';

/** A member with a session. The calls are real; only the account was made by SQL. */
export interface Member {
  nth: number;
  userId: string;
  name: string;
  email: string;
  kind: Kind;
  isPopular: boolean;
  createdAt: number;
  token: string;
  /** The address of the node that this member uses. */
  url: string;
  calls: Calls;
}

export interface NewMember {
  kind: Kind;
  createdAt: number;
  isPopular?: boolean;
  isTrusted?: boolean;
  writesToMe?: 'everybody' | 'known' | 'asking';
  isAdmin?: boolean;
}

const sessionMs = 80 * 24 * 3_600_000;
const rowsAtOnce = 1000;

/** Inserts accounts with a session that lasts longer than the simulation, so that no call has to renew a token. */
export async function insertMembers(
  pool: pg.Pool,
  list: NewMember[],
  given: { firstNth: number; now: number; urls: string[] },
): Promise<Member[]> {
  const members = list.map((each, index): Member & NewMember & { sessionId: string } => {
    const nth = given.firstNth + index;
    const userId = randomUUID();
    const sessionId = randomUUID();
    const token = signToken(userId, sessionId, given.now);
    const url = given.urls[nth % given.urls.length] ?? '';
    const calls = createCalls({ baseUrl: url, getAccessToken: () => token });
    const name = `${each.kind}${nth}x`;
    const who = { nth, userId, sessionId, name, email: `${name}@example.org`, token, url, calls };
    return { isPopular: false, ...each, ...who };
  });
  for (let start = 0; start < members.length; start += rowsAtOnce) {
    await insertRows(pool, members.slice(start, start + rowsAtOnce), given.now);
  }
  return members;
}

async function insertRows(
  pool: pg.Pool,
  members: (Member & NewMember & { sessionId: string })[],
  now: number,
): Promise<void> {
  const ids = members.map(({ userId }) => userId);
  const at = new Date(now);
  await pool.query(
    `INSERT INTO users (user_id, created_at, updated_at, email, name, description, writes_to_me, admin_since, last_active_at)
     SELECT id, made, made, email, name, 'I like to talk.', wish, CASE WHEN is_admin THEN made END, made
     FROM unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::boolean[])
       AS given (id, made, email, name, wish, is_admin)`,
    [
      ids,
      members.map(({ createdAt }) => new Date(createdAt)),
      members.map(({ email }) => email),
      members.map(({ name }) => name),
      members.map(({ writesToMe = 'everybody' }) => writesToMe),
      members.map(({ isAdmin = false }) => isAdmin),
    ],
  );
  await pool.query(
    `INSERT INTO user_sessions (user_session_id, user_id, created_at, last_used_at, user_agent, expires_at, token_hash, rotated_at, is_token_seen)
     SELECT session, id, $3::timestamptz, $3, 'adversary', $4::timestamptz, decode(md5(session::text), 'hex'), $3, true
     FROM unnest($1::uuid[], $2::uuid[]) AS given (session, id)`,
    [members.map(({ sessionId }) => sessionId), ids, at, new Date(now + sessionMs)],
  );
  const trusted = members.filter(({ isTrusted }) => isTrusted).map(({ userId }) => userId);
  await pool.query(
    'INSERT INTO contact_standing (user_id, credits, trusted_since) SELECT unnest($1::uuid[]), 3, $2::timestamptz',
    [trusted, at],
  );
}

/** Signs an access token with the secret of the nodes. */
function signToken(userId: string, userSessionId: string, now: number): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(now / 1000);
  const exp = iat + sessionMs / 1000;
  const claims = { userId, userSessionId, sub: 'access-token', jti: `1.${userSessionId}`, iat, exp };
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secretOfNodes).update(signed).digest('base64url')}`;
}
