import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import { cast, demoUser } from './cast.ts';
import { stableName } from './seeded.ts';

const folder = join(import.meta.dirname, '../../demo/portraits');

/** Adds missing portraits. A member without one is shown by their initial. */
export async function hangPortraits({ db, files, log }: Platform): Promise<void> {
  const rows = await db
    .selectFrom('demo_people')
    .innerJoin('users', 'users.user_id', 'demo_people.user_id')
    .select('key')
    .where('profile_image_key', 'is', null)
    .execute();
  const missing = new Set(rows.map(({ key }) => key));
  const keys = [demoUser, ...cast].map(({ key }) => key).filter((key) => missing.has(key));
  // The key is stable, so a restart after an interruption leaves no orphaned file.
  const names = keys.map((key) => `profile-images/${stableName('portrait', key)}.jpg`);
  try {
    for (const [place, name] of names.entries()) {
      const image = await readFile(join(folder, `${keys[place]}.jpg`));
      await files.put(name, image, { contentType: 'image/jpeg' });
    }
    await sql`
      UPDATE users SET profile_image_key = portrait.name
      FROM unnest(${keys}::text[], ${names}::text[]) AS portrait (key, name) JOIN demo_people USING (key)
      WHERE users.user_id = demo_people.user_id`.execute(db);
  } catch (error) {
    log.warn({ err: error }, 'the portraits of the demo community could not be stored');
  }
}
