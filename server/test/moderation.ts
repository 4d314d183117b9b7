import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '@parlance/contract/errors';
import { type Community, type Persona, startCommunity } from '#test/personas';

/** A community with an admin, an offender and a victim. */
export interface Moderated extends Community {
  admin: Persona;
  mallory: Persona;
  ben: Persona;
}

export async function startModerated(env: Record<string, string> = {}): Promise<Moderated> {
  const app = await startCommunity({ env: { ADMIN_EMAILS: 'admin@example.org', ...env } });
  const join = (address: string, name: string) =>
    app.signUp(address, { name, description: 'Hello', speaks: ['en'] });
  const admin = await join('admin@example.org', 'Ada');
  const mallory = await join('mallory@example.org', 'Mallory');
  const ben = await join('ben@example.org', 'Ben');
  return { ...app, admin, mallory, ben };
}

/** Returns the code of a refusal, null for none. */
export const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );

/** Returns a recording made by a browser. */
export async function recording(): Promise<Blob> {
  return new Blob([await readFile(join(import.meta.dirname, 'fixtures/voice.webm'))]);
}
