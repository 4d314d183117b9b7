import type { LanguageCode } from '@parlance/contract/languages';
import type { startApp } from '@parlance/server/app';
import { everyone, maskOf, scopeOf } from '@parlance/server/people/listing/scopes';

type Platform = Awaited<ReturnType<typeof startApp>>['platform'];

interface ManyPeople {
  count: number;
  learns: LanguageCode;
}

/** Inserts members and their search rows at once: sign-ups would take longer than the journey. */
export async function addPeople({ pool, clock }: Platform, { count, learns }: ManyPeople): Promise<void> {
  await pool.query(
    `WITH people AS (
       INSERT INTO users (user_id, created_at, updated_at, name, description, interests, last_active_at)
       SELECT gen_random_uuid(), $1, $1, 'Learner ' || n, 'Likes tea.', '{}', $1 FROM generate_series(1, $2::int) AS n
       RETURNING user_id, lower(name) AS name
     ), languages AS (
       INSERT INTO user_languages (user_id, language_code, learning, proficiency, created_at)
       SELECT user_id, $3, true, 0.2, $1 FROM people
     ), listed AS (
       INSERT INTO listed_people (user_id, active_at, name, speaks, learns)
       SELECT user_id, $1, name, 0, $4::bigint FROM people
     )
     INSERT INTO listing (user_id, scope, active_at, speaks, learns, proficiency, name)
     SELECT user_id, scope, $1, 0, $4::bigint, proficiency, name
     FROM people, unnest($5::smallint[], ARRAY[NULL, 0.2]::float8[]) AS part (scope, proficiency)`,
    [clock.now(), count, learns, String(maskOf([learns])), [everyone, scopeOf(learns, true)]],
  );
}
