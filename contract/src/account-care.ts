import * as z from 'zod/mini';
import { email, googleIdentityToken, phone, verificationToken } from './access.ts';
import { endpoint } from './endpoint.ts';
import { empty } from './text.ts';

// What is done with an account once in a while. It stands apart from account.ts, which browsers load with the first page.

/** The largest picture that is taken, before it is rebuilt. */
export const profileImageMaxBytes = 5 * 1024 * 1024;
/** Side of the stored square picture in pixels. */
export const profileImageSize = 512;
/** JPEG quality of the picture that the browser sends. */
export const profileImageQuality = 0.8;
/** How far the crop zooms. */
export const cropZoom = { min: 1, max: 3 } as const;

/** Deletes the account and everything that names it; there is no undo. */
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/user',
  access: 'signed-in',
  summary: 'Delete the account',
  payload: z.object({ token: verificationToken }),
  result: empty,
});

/** Moves the account to a confirmed email address. */
export const updateEmail = endpoint({
  method: 'POST',
  path: '/user/update-email',
  access: 'signed-in',
  summary: 'Change the email address',
  payload: z.object({ email, token: verificationToken }),
  result: empty,
});

/** Moves the account to a confirmed phone number. */
export const updatePhone = endpoint({
  method: 'POST',
  path: '/user/update-phone',
  access: 'signed-in',
  summary: 'Change the phone number',
  payload: z.object({ phone, token: verificationToken }),
  result: empty,
});

/** Sets the profile picture, or removes it when no `image` part is sent. */
export const updateProfileImage = endpoint({
  method: 'POST',
  path: '/user/update-profile-image',
  access: 'signed-in',
  summary: 'Set or remove the profile picture',
  file: { field: 'image', required: false, maxBytes: profileImageMaxBytes },
  result: empty,
});

export const connectGoogle = endpoint({
  method: 'POST',
  path: '/user/connect-google',
  access: 'signed-in',
  summary: 'Connect a Google identity',
  payload: z.object({ googleIdentityToken }),
  result: empty,
});

/** What a person can sign in by. */
export const wayIn = z.enum(['email', 'phone', 'google']);
export type WayIn = z.output<typeof wayIn>;

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

export const exportUser = endpoint({
  method: 'GET',
  path: '/user/export',
  access: 'signed-in',
  summary: 'Everything kept about oneself, as JSON',
  result: z.record(z.string(), z.unknown()),
});
