import * as z from 'zod/mini';
import { email, googleIdentityToken, phone, verificationToken, whereabouts } from './access.ts';
import { dailyGoal, locale } from './account.ts';
import { correctMe } from './corrections.ts';
import { endpoint } from './endpoint.ts';
import { type Interest, interests } from './interest-catalogue.ts';
import { says } from './message.ts';
import { empty, instant, text } from './text.ts';

// What is done with an account once in a while. It stands apart from account.ts, which browsers load with the first page.

// words: a daily goal for learning, of 5, 10, 15 and 20 minutes
const goalNames = { 5: 'Casual', 10: 'Committed', 15: 'Ambitious', 20: 'Extreme' } as const;

/** A daily study goal. Its name is shown to people. */
export const dailyGoals = [
  { value: 'small', minutes: 5, name: goalNames[5] },
  { value: 'medium', minutes: 10, name: goalNames[10] },
  { value: 'large', minutes: 15, name: goalNames[15] },
  { value: 'extra-large', minutes: 20, name: goalNames[20] },
] as const;
/** How many interests everybody chooses at least. */
export const interestsMin = 5;
/** Shown as chosen when none are stored. */
export const interestsDefault = ['Basic Phrases', 'Travel', 'Business', 'Food', 'Culture'];

const catalogue: readonly Interest[] = interests;
const interestNames = new Set(catalogue.map((interest) => interest.name));

/** A choice of topics: at least five, each once, each of the catalogue. */
export const interestChoice = z.array(z.string()).check(
  z.minLength(interestsMin, says('Please select at least {interestsMin} interests', { interestsMin })),
  z.maxLength(interests.length),
  z.refine((names) => new Set(names).size === names.length, 'Each interest once'),
  z.refine((names) => names.every((name) => interestNames.has(name)), 'Unknown interest'),
);

/** A person's name: 1 to 60 characters after trimming. */
export const personName = text({ min: 1, max: 60, required: 'Name is required' });
/** What a person says of themselves: 1 to 1000 characters after trimming. */
export const personDescription = text({
  min: 1,
  max: 1000,
  required: 'Please write a few words about yourself',
});

/** The largest picture that is taken, before it is rebuilt. */
export const profileImageMaxBytes = 5 * 1024 * 1024;
/** Side of the stored square picture in pixels. */
export const profileImageSize = 512;
/** JPEG quality of the picture that the browser sends. */
export const profileImageQuality = 0.8;
/** How far the crop zooms. */
export const cropZoom = { min: 1, max: 3 } as const;

/**
 * Where a code that confirms a deletion may go. For seven days after a change of the ways in that is an address from before it;
 * `until` says when the present ones may confirm again, and is null when all of them may.
 */
export const getDeletionProof = endpoint({
  method: 'GET',
  path: '/user/deletion',
  access: 'signed-in',
  summary: 'Which addresses may confirm the deletion of the account',
  result: z.object({ addresses: z.array(z.string()), until: z.nullable(instant) }),
});

/** Deletes the account and everything that names it; there is no undo. */
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/user',
  access: 'signed-in',
  summary: 'Delete the account',
  payload: z.object({ token: verificationToken }),
  result: empty,
});

/** Changes what is given and leaves the rest. */
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
    ...whereabouts,
  }),
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
