// Loaded before the application (`node --import`): messages are acknowledged before their commit.
import pg from 'pg';

const commitLateByMs = 40;
const query = pg.Pool.prototype.query as (this: pg.Pool, ...args: unknown[]) => Promise<unknown>;

async function answerEarly(this: pg.Pool, ...args: unknown[]): Promise<unknown> {
  const [statement] = args as [pg.QueryConfig];
  if (!statement?.name?.startsWith('send-chat-message')) return query.apply(this, args);
  const client = await this.connect();
  try {
    await client.query('BEGIN');
    const result = await client.query(statement);
    setTimeout(() => {
      client.query('COMMIT').then(
        () => client.release(),
        () => client.release(true),
      );
    }, commitLateByMs);
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

pg.Pool.prototype.query = answerEarly as unknown as typeof pg.Pool.prototype.query;
