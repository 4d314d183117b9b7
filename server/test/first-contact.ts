import { type Community, type Persona, startCommunity } from '#test/personas';

/** A community with helpers to make members older, trusted and known to each other. */
export interface ContactCommunity extends Community {
  join(name: string): Promise<Persona>;
  write(from: Persona, to: { userId: string }, content?: string): Promise<unknown>;
  /** Makes an account older. */
  age(who: Persona, days: number): Promise<void>;
  trust(...people: Persona[]): Promise<void>;
  /** Members who only receive. */
  strangers(count: number): Promise<{ userId: string }[]>;
  pointsOf(who: Persona): Promise<number>;
  /** What the recipient's seat says about the sender: null without one. */
  placeOf(from: Persona, to: { userId: string }): Promise<string | null>;
  /** Moves everything that is counted by time into the past. */
  passTime(hours: number): Promise<void>;
}

export async function startContact(env: Record<string, string> = {}): Promise<ContactCommunity> {
  const app = await startCommunity({ env: { ADMIN_EMAILS: 'ada@example.org', ...env } });
  const { pool } = app.platform;
  return {
    ...app,
    join: (name) =>
      app.signUp(`${name.toLowerCase()}@example.org`, { name, description: 'Hello', speaks: ['en'] }),
    write: (from, { userId }, content = 'Hello, shall we practise?') =>
      from.calls.sendTextMessage({ userId, content }),
    async age({ userId }, days) {
      await pool.query('UPDATE users SET created_at = $2 WHERE user_id = $1', [
        userId,
        new Date(app.clock.now().getTime() - days * 86_400_000),
      ]);
    },
    async trust(...people) {
      await pool.query(
        `INSERT INTO contact_standing (user_id, trusted_since) SELECT unnest($1::uuid[]), $2
         ON CONFLICT (user_id) DO UPDATE SET trusted_since = $2`,
        [people.map(({ userId }) => userId), app.clock.now()],
      );
    },
    async strangers(count) {
      const { rows } = await pool.query<{ userId: string }>(
        `INSERT INTO users (user_id, created_at, updated_at, name) SELECT gen_random_uuid(), $1, $1, 'Stranger'
         FROM generate_series(1, $2::integer) RETURNING user_id AS "userId"`,
        [app.clock.now(), count],
      );
      return rows;
    },
    async pointsOf({ userId }) {
      const { rows } = await pool.query<{ points: number }>(
        'SELECT points::float8 AS points FROM contact_standing WHERE user_id = $1',
        [userId],
      );
      return rows[0]?.points ?? 0;
    },
    async placeOf(from, { userId }) {
      const { rows } = await pool.query<{ place: string }>(
        `SELECT CASE WHEN is_request THEN request_why ELSE 'notified' END AS place FROM conversation_members
         WHERE user_id = $1 AND partner_user_id = $2`,
        [userId, from.userId],
      );
      return rows[0]?.place ?? null;
    },
    async passTime(hours) {
      const by = `interval '${hours} hours'`;
      await pool.query(`
        UPDATE conversations SET created_at = created_at - ${by}, notified_at = notified_at - ${by},
          answered_at = answered_at - ${by};
        UPDATE contact_bookings SET created_at = created_at - ${by};
        UPDATE contact_penalties SET created_at = created_at - ${by};
        UPDATE contact_standing SET held_at = held_at - ${by}, restricted_until = restricted_until - ${by},
          limited_until = limited_until - ${by}`);
    },
  };
}

interface Heard {
  messages: unknown[];
  requests: number[];
  typing: string[];
}

/** Collects the events of a member's socket. */
export async function listen(who: Persona): Promise<Heard> {
  const heard: Heard = { messages: [], requests: [], typing: [] };
  const socket = await who.connect();
  socket.on('chat:message', ({ content }) => heard.messages.push(content));
  socket.on('chat:request', ({ requests }) => heard.requests.push(requests));
  socket.on('chat:typing', ({ userId }) => heard.typing.push(userId));
  return heard;
}
