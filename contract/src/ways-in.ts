import * as z from 'zod/mini';
import { verificationToken } from './access.ts';
import { wayIn } from './account.ts';
import { endpoint } from './endpoint.ts';
import { empty } from './text.ts';

/** Takes a way in away, never the last one; every other session ends. */
export const disconnectWayIn = endpoint({
  method: 'POST',
  path: '/user/disconnect',
  access: 'signed-in',
  summary: 'Remove the email address, the phone number or the Google identity (never the last of them)',
  payload: z.object({ way: wayIn }),
  result: empty,
});

/**
 * Brings the ways in back to what they were before a change, by the token of the link that the address of then was sent. It
 * works once, for seven days, and ends every session; the answer names that address.
 */
export const restoreWaysIn = endpoint({
  method: 'POST',
  path: '/user/restore-ways-in',
  access: 'entry',
  summary: 'Undo a change of the ways to sign in, by the link in the notice of it',
  payload: z.object({ token: verificationToken }),
  result: z.object({ emailOrPhone: z.string() }),
});
