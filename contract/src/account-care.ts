import * as z from 'zod/mini';
import { clientTimeZone, email, googleIdentityToken, phone, verificationToken } from './access.ts';
import { booksMe, dailyGoal, locale, writesToMe } from './account.ts';
import { correctMe } from './corrections.ts';
import { endpoint } from './endpoint.ts';
import { type Interest, interests } from './interest-catalogue.ts';
import { says } from './message.ts';
import { empty, instant, text } from './text.ts';

// Rarely used account calls, separate from account.ts, which browsers load with the first page.

// words: a daily goal for learning, of 5, 10, 15 and 20 minutes
const goalNames = { 5: 'Casual', 10: 'Committed', 15: 'Ambitious', 20: 'Extreme' } as const;

export const dailyGoals = [
  { value: 'small', minutes: 5, name: goalNames[5] },
  { value: 'medium', minutes: 10, name: goalNames[10] },
  { value: 'large', minutes: 15, name: goalNames[15] },
  { value: 'extra-large', minutes: 20, name: goalNames[20] },
] as const;
export const interestsMin = 5;
/** Default selection when none are stored. */
export const interestsDefault = ['Basic Phrases', 'Travel', 'Business', 'Food', 'Culture'];

const catalogue: readonly Interest[] = interests;
const interestNames = new Set(catalogue.map((interest) => interest.name));

/** At least five distinct topics of the catalogue. */
export const interestChoice = z.array(z.string()).check(
  z.minLength(interestsMin, says('Please select at least {interestsMin} interests', { interestsMin })),
  z.maxLength(interests.length),
  z.refine((names) => new Set(names).size === names.length, 'Choose each interest only once'),
  z.refine((names) => names.every((name) => interestNames.has(name)), 'Unknown interest'),
);

export const personName = text({ min: 1, max: 60, required: 'Name is required' });
export const personDescription = text({
  min: 1,
  max: 1000,
  required: 'Please write a few words about yourself',
});

/** Maximum size of an uploaded picture, before re-encoding. */
export const profileImageMaxBytes = 5 * 1024 * 1024;
/** Side of the stored square picture, in pixels. */
export const profileImageSize = 512;
/** JPEG quality of the picture that the browser sends. */
export const profileImageQuality = 0.8;
export const cropZoom = { min: 1, max: 3 } as const;

/**
 * Addresses that may receive the code confirming a deletion: for seven days after a change of sign-in methods, an address from
 * before the change. `until` says when the present ones may confirm again, and is null when all of them may.
 */
export const getDeletionProof = endpoint({
  method: 'GET',
  path: '/user/deletion',
  access: 'signed-in',
  summary: 'Which addresses may confirm the deletion of the account',
  result: z.object({ addresses: z.array(z.string()), until: z.nullable(instant) }),
});

/** Deletes the account and everything that references it, irreversibly. */
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/user',
  access: 'signed-in',
  summary: 'Delete the account',
  payload: z.object({ token: verificationToken }),
  result: empty,
});

/** The value of `pausedUntil` for a pause that the member ends. */
export const pausedForGood = new Date('9999-12-31T00:00:00.000Z');

/** Updates only the given fields. */
export const updateUser = endpoint({
  method: 'POST',
  path: '/user/update',
  access: 'signed-in',
  summary: 'Change the own account',
  payload: z.object({
    dailyGoal: z.optional(dailyGoal),
    description: z.optional(personDescription),
    interests: z.optional(interestChoice),
    name: z.optional(personName),
    locale: z.optional(z.nullable(locale)),
    correctMe: z.optional(correctMe),
    showsActivity: z.optional(z.boolean()),
    showsBookings: z.optional(z.boolean()),
    writesToMe: z.optional(writesToMe),
    booksMe: z.optional(booksMe),
    /** In the future, or `pausedForGood`; null ends the pause. */
    pausedUntil: z.optional(z.nullable(instant)),
    ...clientTimeZone,
  }),
  result: empty,
});

export const updateEmail = endpoint({
  method: 'POST',
  path: '/user/update-email',
  access: 'signed-in',
  summary: 'Change the email address',
  payload: z.object({ email, token: verificationToken }),
  result: empty,
});

export const updatePhone = endpoint({
  method: 'POST',
  path: '/user/update-phone',
  access: 'signed-in',
  summary: 'Change the phone number',
  payload: z.object({ phone, token: verificationToken }),
  result: empty,
});

/** Sets the profile picture, or removes it when there is no `image` part. */
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

export const signInMethod = z.enum(['email', 'phone', 'google', 'oidc']);
export type SignInMethod = z.output<typeof signInMethod>;

/** Removes a sign-in method, never the last one, and ends every other session. */
export const disconnectWayIn = endpoint({
  method: 'POST',
  path: '/user/disconnect',
  access: 'signed-in',
  summary:
    'Remove the email address, the phone number, the Google or the provider identity (never the last of them)',
  payload: z.object({ way: signInMethod }),
  result: empty,
});

/**
 * Restores the sign-in methods of before a change, by the token of the link sent to the previous address. Valid once, for seven
 * days; ends every session and returns that address.
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
