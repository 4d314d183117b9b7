import { journey as base } from './journey.ts';
import { openMailbox } from './mailbox.ts';
import { finishProfile, type Person, signInByApi } from './people.ts';
import type { ServerProcess } from './server-process.ts';

const address = 'admin@example.org';

/** A journey on a server with an admin. Journeys that use this fixture share their servers. */
export const journey = base.extend({ serverSettings: { ADMIN_EMAILS: address } });

/** Signs in the admin of the journey's server, or signs them up. */
export async function admitAdmin(server: ServerProcess): Promise<Person> {
  const mailbox = await openMailbox(server, address);
  const client = await signInByApi(server, mailbox);
  const { userId, description } = await client.calls.getUser();
  if (description === '') await finishProfile(client, 'Ada');
  return { name: 'Ada', mailbox, userId, client };
}
