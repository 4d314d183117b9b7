import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { says } from './message.ts';
import { empty, instant, localTZOffset, timeZone, uuid } from './text.ts';

export const accessVerificationTypes = [
  'add-passkey',
  'delete-user',
  'sign-in',
  'sign-up',
  'update-email',
  'update-phone',
] as const;
export type AccessVerificationType = (typeof accessVerificationTypes)[number];

const emailPattern =
  /^[^\s\p{Cc}@,;:<>()[\]"\\]{1,64}@(?:[^\s\p{Cc}@,;:<>()[\]"\\.]{1,63}\.)+[^\s\p{Cc}@,;:<>()[\]"\\.]{2,63}$/u;
const phonePattern = /^\+?\d{10,15}$/;

/** At most 254 characters. */
export const isEmail = (value: string): boolean => value.length <= 254 && emailPattern.test(value);
/** An optional plus, then 10 to 15 digits. */
export const isPhone = (value: string): boolean => phonePattern.test(value);

const canonicalPhone = (value: string): string => (value.startsWith('+') ? value : `+${value}`);

const passwordMinLength = 8;

/** Validation messages by field name. */
// words: below a field
export const fieldComplaints = {
  email: 'Please enter a valid email address',
  phone: 'Please enter a valid phone number',
  emailOrPhone: 'Please enter a valid email address or phone number',
  password: says('Password must be at least {min} characters long.', { min: passwordMinLength }),
};

/** An email address, trimmed and lower-cased. */
export const email = z
  .string('Email is required')
  .check(z.trim(), z.toLowerCase(), z.minLength(1), z.refine(isEmail, fieldComplaints.email));

/** A phone number, normalised to a plus and digits. */
export const phone = z.string('Phone number is required').check(
  z.trim(),
  z.minLength(1),
  z.refine(isPhone, fieldComplaints.phone),
  z.overwrite((value) => (isPhone(value) ? canonicalPhone(value) : value)),
);

export const emailOrPhone = z.string('Email or phone number is required').check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(1),
  z.refine((value) => isEmail(value) || isPhone(value), fieldComplaints.emailOrPhone),
  z.overwrite((value) => (isPhone(value) ? canonicalPhone(value) : value)),
);

/** The specified password rule. Sign-in is passwordless, so no call uses it. */
export const password = z
  .string()
  .check(
    z.refine(
      (value) =>
        value.length >= passwordMinLength && /[A-Z]/.test(value) && /[a-z]/.test(value) && /\d/.test(value),
      fieldComplaints.password,
    ),
  );

/** A verification code; spaces are ignored. */
export const verificationCode = z.string('The verification code is required').check(
  z.overwrite((value) => value.replace(/\s/g, '')),
  z.regex(/^\d{1,10}$/, 'The verification code is invalid.'),
);

export const authResult = z.object({ accessToken: z.string(), refreshToken: z.string() });
export type AuthResult = z.output<typeof authResult>;

/** Opaque proof that a code was confirmed, as well as that of a provider's answer and the secret of an invitation. */
export const verificationToken = z.string().check(z.minLength(1), z.maxLength(200));
export const googleIdentityToken = z.string().check(z.minLength(1), z.maxLength(8192));

/** Time zone of the caller; the zone takes precedence over the rounded offset. */
export const clientTimeZone = { localTZOffset: z.optional(localTZOffset), timeZone: z.optional(timeZone) };

const signedInTypes: readonly unknown[] = ['add-passkey', 'delete-user', 'update-email', 'update-phone'];

/** Sends a code. The response is the same whether or not an account exists. */
export const beginAccessVerification = endpoint({
  method: 'POST',
  path: '/access-verification',
  access: 'entry',
  signedInWhen: (payload) => signedInTypes.includes(Object(payload).type),
  summary: 'Send a verification code (signed in for other types than sign-in and sign-up)',
  payload: z.object({ emailOrPhone, type: z.enum(accessVerificationTypes) }),
  result: z.object({ accessVerificationId: z.string(), expiresAt: instant, resendableAt: instant }),
});

export const completeAccessVerification = endpoint({
  method: 'POST',
  path: '/access-verification/{accessVerificationId}',
  access: 'entry',
  summary: 'Confirm a verification code',
  params: z.object({ accessVerificationId: z.string().check(z.minLength(1), z.maxLength(100)) }),
  payload: z.object({ code: verificationCode }),
  result: z.object({ token: z.string() }),
});

/** Exchanges a refresh token for new tokens; each refresh token is valid for one exchange. */
export const reauthenticate = endpoint({
  method: 'POST',
  path: '/reauth',
  access: 'entry',
  summary: 'Continue a session',
  payload: z.object({ refreshToken: z.string().check(z.minLength(1), z.maxLength(4096)), ...clientTimeZone }),
  result: authResult,
});

export const userSession = z.object({
  userSessionId: uuid,
  createdAt: instant,
  lastUsedAt: instant,
  userAgent: z.string(),
  current: z.boolean(),
});
export type UserSession = z.output<typeof userSession>;

export const endSession = endpoint({
  method: 'DELETE',
  path: '/session/{userSessionId}',
  access: 'signed-in',
  summary: 'Sign out a session',
  params: z.object({ userSessionId: uuid }),
  result: empty,
});

/** The user's sessions, most recently used first. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/session',
  access: 'signed-in',
  summary: 'Own sessions',
  result: z.object({ count: z.number(), sessions: z.array(userSession) }),
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/session',
  access: 'signed-in',
  summary: 'Sign out every other session',
  result: empty,
});
