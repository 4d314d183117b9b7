import { languages } from '@parlance/contract/language-catalogue';
import { foldName } from '#people/listing/name-folding';
import type { Queryable } from '#platform/database';

/** The time at which the most recent member was active. */
export const crowdTime = '2030-03-05T09:00:00Z';

/** Shares of learners and speakers, roughly as in language exchanges; other languages get a small share. */
const learnWeights: Record<string, number> = {
  ...{ en: 16, es: 11, fr: 9, ja: 9, de: 8, ko: 8, it: 6, zh: 6, pt: 4, ru: 3, ar: 3, nl: 1.5, sv: 1.5 },
  ...{ tr: 1.5, hi: 1, pl: 1, el: 1, no: 0.8, da: 0.6, fi: 0.6, he: 0.6, ga: 0.6 },
};
const speakWeights: Record<string, number> = {
  ...{ en: 22, es: 11, zh: 9, pt: 7, fr: 7, de: 6, ru: 6, ar: 5, hi: 5, ja: 4, ko: 4, it: 4, tr: 3 },
  ...{ vi: 3, id: 3, pl: 2, uk: 2, fa: 1, nl: 1, th: 1, ro: 0.8 },
};
const otherWeight = 0.3;

const firstNames = `
  Maria Anna Mohammed Wei Yuki Ji-woo Olga Ivan Carlos Sofia Lucas Emma Liam Noah Mia Hannah Leon Paul
  Camille Hugo Léa Jürgen Søren Ingrid Lars Elena Dmitri Natasha Ayşe Mehmet Fatima Omar Layla Hassan
  Priya Arjun Ananya Linh Minh Budi Siti Somchai Kenji Sakura Haruto Mei Jing Min-jun Seo-yeon João
  Pedro Beatriz Giulia Luca Katarzyna Piotr Oksana Taras Eleni Nikos Noa Yosef Zuzana Petra Tomáš Réka
  Bence Ion 美咲 陽翔 伟 静 민준 서연 अर्जुन प्रिया محمد فاطمة Анна Иван Grace Oliver Freya Oscar Astrid Björn
  Chiara Diego Lucía Inês Tiago Zoé Élodie Greta Felix Wanda Jakub Amira Kofi Thabo`;
const lastNames = `
  Martin Garcia Müller Rossi Silva Kim Lee Park Tanaka Sato Suzuki Wang Zhang Chen Nguyen Tran Singh
  Kumar Patel Khan Hussain Ivanov Petrov Kowalski Novák Horvat Popescu Papadopoulos Yılmaz Kaya Smith
  Johnson Brown Jones Davis Wilson Taylor Jackson White Harris Clark Walker Hall King Wright Lopez
  Green Baker Carter Perez Turner Evans Bianchi Ferrari Dubois Lefebvre Schmidt Weber Andersson
  Nielsen`;
const words = (text: string) => text.trim().split(/\s+/);

/**
 * Fills an empty, migrated database with a large community in a few statements: members with one or two spoken and one to three
 * learned languages, listed for search. Deterministic by count. Requires a superuser.
 */
export async function generateCrowd(on: Queryable, people: number): Promise<void> {
  const run = (text: string, values: unknown[] = []) => on.query(text, values);
  const codes = languages.map(({ code }) => code);
  const [first, last] = [words(firstNames), words(lastNames)];
  const names = first.flatMap((one) => last.map((other) => `${one} ${other}`));
  // Skip reference checks, which cannot fail here, and build indexes at the end, which is faster.
  await run(`SET session_replication_role = replica`);
  await run(`SELECT setseed(0.42)`);
  await run(
    `INSERT INTO users (user_id, created_at, updated_at, email, name, description, interests, time_zone, last_active_at)
     SELECT md5('person ' || i)::uuid, '2029-01-01', '2029-01-01', 'person' || i || '@example.org',
       ($2::text[])[1 + floor(random() * cardinality($2::text[]))::int] || ' ' ||
       ($3::text[])[1 + floor(random() * cardinality($3::text[]))::int],
       'I like to talk about travel, food and films. Person ' || i || '.',
       ARRAY['Travel', 'Food', 'Culture', 'Slang', 'Coffee'], 'Europe/Berlin',
       timestamptz '${crowdTime}' - random() ^ 3 * interval '365 days'
     FROM generate_series(1, $1::int) AS i`,
    [people, first, last],
  );
  await run(
    `INSERT INTO user_languages (user_id, language_code, learning, proficiency, created_at)
     SELECT DISTINCT ON (user_id, bit) user_id, ($1::text[])[bit], learning,
       CASE WHEN learning THEN (ARRAY[0, 0, 0, 0, 0.2, 0.2, 0.2, 0.4, 0.4, 0.6])[1 + floor(random() * 10)::int]
         ELSE 1 END,
       timestamptz '2029-01-01'
     FROM (
       SELECT user_id, turn, learning, width_bucket(random(), CASE WHEN learning THEN $3 ELSE $2 END::float8[]) AS bit
       FROM (SELECT user_id, ARRAY[0, random(), 0, random(), random()] AS dice FROM users) AS people,
         (VALUES (1, false, 1), (2, false, 0.25), (3, true, 1), (4, true, 0.45), (5, true, 0.15))
         AS draw (turn, learning, chance)
       WHERE dice[turn] < chance
     ) AS drawn
     ORDER BY user_id, bit, turn`,
    [codes, cumulative(speakWeights), cumulative(learnWeights)],
  );
  await run(
    `INSERT INTO schedule_slots
       (schedule_slot_id, user_id, starts_at, ends_at, bookable_until, duration, created_at, updated_at)
     SELECT md5('slot ' || i || ' ' || nth)::uuid, md5('person ' || i)::uuid, starts_at, starts_at + interval '30 minutes',
       starts_at, 30, '2029-01-01', '2029-01-01'
     FROM generate_series(5, $1::int, 5) AS i, generate_series(1, 3) AS nth,
       LATERAL (SELECT date_trunc('hour', timestamptz '${crowdTime}') + (i % 400 + nth * 24) * interval '1 hour') AS start (starts_at)`,
    [people],
  );
  await listCrowd(run, codes, names);
  await run(`SET session_replication_role = DEFAULT`);
}

/** Returns cumulative shares in catalogue order, for width_bucket. */
function cumulative(weights: Record<string, number>): number[] {
  const each = languages.map(({ code }) => weights[code] ?? otherWeight);
  const total = each.reduce((sum, weight) => sum + weight, 0);
  let reached = 0;
  return each.map((weight) => {
    const from = reached / total;
    reached += weight;
    return from;
  });
}

type Run = (text: string, values?: unknown[]) => Promise<unknown>;

/** The bulk version of people/listing/listing.ts. */
async function listCrowd(run: Run, codes: string[], names: string[]): Promise<void> {
  const { rows: definitions } = (await run(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename IN ('listing', 'listed_people') AND indexname NOT LIKE '%pkey'`,
  )) as { rows: { name: string; definition: string }[] };
  for (const { name } of definitions) await run(`DROP INDEX ${name}`);
  await run(
    `CREATE TEMP TABLE folded AS SELECT name, folded FROM unnest($1::text[], $2::text[]) AS pair (name, folded)`,
    [names, names.map(foldName)],
  );
  await run(
    `CREATE TEMP TABLE spoken AS SELECT user_id, bit - 1 AS bit, learning, proficiency
     FROM user_languages JOIN unnest($1::text[]) WITH ORDINALITY AS known (code, bit) ON code = language_code`,
    [codes],
  );
  await run(
    `INSERT INTO listed_people (user_id, active_at, shows_activity, name, speaks, learns, free_at, free_until)
     SELECT user_id, last_active_at, shows_activity, folded, speaks, learns, free_at, free_at
     FROM users JOIN folded USING (name) LEFT JOIN (
       SELECT user_id, min(starts_at) AS free_at FROM schedule_slots GROUP BY user_id
     ) AS slots USING (user_id) JOIN (
       SELECT user_id, coalesce(bit_or(1::bigint << bit::int) FILTER (WHERE NOT learning), 0) AS speaks,
         coalesce(bit_or(1::bigint << bit::int) FILTER (WHERE learning), 0) AS learns
       FROM spoken GROUP BY user_id
     ) AS masks USING (user_id)`,
  );
  await run(
    `INSERT INTO listing (user_id, scope, active_at, shows_activity, speaks, learns, proficiency, name, free_at, free_until)
     SELECT user_id, scope, active_at, shows_activity, speaks, learns, proficiency, name, free_at, free_until
     FROM listed_people JOIN (
       SELECT user_id, bit * 2 + learning::int AS scope, proficiency FROM spoken
       UNION ALL SELECT user_id, -1, NULL FROM users
     ) AS scopes USING (user_id)`,
  );
  for (const { definition } of definitions) await run(definition);
  await run(`DROP TABLE folded, spoken`);
  for (const table of ['users', 'user_languages', 'schedule_slots', 'listed_people', 'listing']) {
    await run(`VACUUM ANALYZE ${table}`);
  }
}
