import { journey as base } from './journey.ts';
import { openMailbox } from './mailbox.ts';
import { finishProfile, type Person, signInByApi } from './people.ts';
import type { ServerProcess } from './server-process.ts';

const address = 'admin@example.org';

/** A journey on a server that has an admin. Those who share this one share their servers. */
export const journey = base.extend({ serverSettings: { ADMIN_EMAILS: address } });

/** The one admin of the journey's server, who has an account already or gets one. */
export async function admitAdmin(server: ServerProcess): Promise<Person> {
  const mailbox = await openMailbox(server, address);
  const client = await signInByApi(server, mailbox);
  const { userId, description } = await client.calls.getUser();
  if (description === '') await finishProfile(client, 'Ada');
  return { name: 'Ada', mailbox, userId, client };
}
