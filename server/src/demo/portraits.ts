import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Platform } from '#platform/platform';
import { cast, demoUser } from './cast.ts';
import type { Portrait, Sitter } from './portrait-process.ts';
import { stableName } from './seeded.ts';

/** Draws everybody of the community who has no picture. Who cannot be drawn is shown by their initial. */
export async function hangPortraits(platform: Platform): Promise<void> {
  const { db, files, log } = platform;
  const rows = await db
    .selectFrom('demo_people')
    .innerJoin('users', 'users.user_id', 'demo_people.user_id')
    .select('key')
    .where('profile_image_key', 'is', null)
    .execute();
  const missing = new Set(rows.map(({ key }) => key));
  const sitters = [demoUser, ...cast].filter(({ key }) => missing.has(key));
  if (sitters.length === 0) return;
  try {
    const portraits = await drawPortraits(sitters.map(({ key, look }) => ({ key, look })));
    // The same name again after a start that was interrupted: no picture is left behind.
    const named = portraits.map((portrait) => ({ ...portrait, file: fileOf(portrait.key) }));
    for (const { file, image } of named) await files.put(file, image, { contentType: 'image/jpeg' });
    await sql`
      UPDATE users SET profile_image_key = portrait.file
      FROM unnest(${named.map(({ key }) => key)}::text[], ${named.map(({ file }) => file)}::text[])
        AS portrait (key, file) JOIN demo_people USING (key)
      WHERE users.user_id = demo_people.user_id`.execute(db);
  } catch (error) {
    log.warn({ err: error }, 'the portraits of the demo community could not be drawn');
  }
}

const fileOf = (key: string): string => `profile-images/${stableName('portrait', key)}.jpg`;

async function drawPortraits(sitters: Sitter[]): Promise<Portrait[]> {
  const child = fork(join(import.meta.dirname, 'portrait-process.ts'), {
    execArgv: [],
    serialization: 'advanced',
  });
  const portraits: Portrait[] = [];
  child.on('message', (portrait: Portrait) => portraits.push(portrait));
  const ended = once(child, 'exit');
  child.send(sitters);
  const [code] = await ended;
  if (code !== 0 || portraits.length !== sitters.length) throw new Error(`drawing ended with code ${code}`);
  return portraits;
}
