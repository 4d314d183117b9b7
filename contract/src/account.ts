import * as z from 'zod/mini';
import { authResult, email, googleIdentityToken, phone, verificationToken, whereabouts } from './access.ts';
import { correctMe } from './corrections.ts';
import { endpoint } from './endpoint.ts';
import { empty, instant, text } from './text.ts';

/** The name of a daily goal as stored. */
export const dailyGoal = z.enum(['small', 'medium', 'large', 'extra-large']);
export type DailyGoal = z.output<typeof dailyGoal>;

/** The languages of the interface. Which of them can be chosen by now is up to the installation. */
export const locale = z.enum(['en', 'es', 'pt-BR', 'fr', 'de', 'ja', 'ko', 'zh-Hans', 'ar', 'ru']);
/** A language of the interface. */
export type Locale = z.output<typeof locale>;

/** The private view of one's own account. */
export const user = z.object({
  createdAt: instant,
  updatedAt: instant,
  dailyGoal,
  description: z.string(),
  email: z.nullable(z.string()),
  googleUserId: z.nullable(z.string()),
  interests: z.array(z.string()),
  name: z.string(),
  phone: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  userId: z.string(),
  timeZone: z.optional(z.nullable(z.string())),
  /** Null when nobody has chosen: what reads the page says it then, mails are in English. */
  locale: z.optional(z.nullable(locale)),
  correctMe: z.optional(correctMe),
  /** Whether others are told when one was here and how soon one answers. */
  showsActivity: z.optional(z.boolean()),
  /** Whether third parties see one's name on the times that one booked. */
  showsBookings: z.optional(z.boolean()),
  isAdmin: z.optional(z.boolean()),
});
export type User = z.output<typeof user>;

/** What is recorded of a person's use, for statistics only. */
export const userActivityTypes = [
  'book-schedule-slot',
  'cancel-schedule-slot',
  'return',
  'send-chat-message',
  'sign-in',
] as const;
export type UserActivityType = (typeof userActivityTypes)[number];

/** The notices a person can turn off; all are on by default. */
export const userPreferenceNames = [
  'daily-digest-notification',
  'new-chat-message-notification',
  // Beside the two specified ones: bookings, cancellations and reminders.
  'session-notification',
] as const;
export type UserPreferenceName = (typeof userPreferenceNames)[number];
/** What a preference is when nobody has set it. */
export const userPreferenceDefault = true;

const preferenceValue = z.union([z.boolean(), z.number(), text({ max: 200 })]);
// An unknown name is a missing resource (404), not bad input, so the schema lets it through.
const preferenceParams = z.object({ name: z.string().check(z.minLength(1), z.maxLength(100)) });

/** Signs up by a confirmed address or a Google identity. */
export const createUser = endpoint({
  method: 'POST',
  path: '/user',
  access: 'entry',
  summary: 'Sign up',
  payload: z.object({
    email: z.optional(email),
    phone: z.optional(phone),
    token: z.optional(verificationToken),
    googleIdentityToken: z.optional(googleIdentityToken),
    name: z.optional(text({ max: 60 })),
    ...whereabouts,
  }),
  result: authResult,
});

export const getUser = endpoint({
  method: 'GET',
  path: '/user',
  access: 'signed-in',
  summary: 'Own account',
  result: user,
});

export const getPreference = endpoint({
  method: 'GET',
  path: '/user/preference/{name}',
  access: 'signed-in',
  summary: 'One preference',
  params: preferenceParams,
  result: z.object({ name: z.string(), value: preferenceValue }),
});

export const setPreference = endpoint({
  method: 'POST',
  path: '/user/preference/{name}',
  access: 'signed-in',
  summary: 'Set one preference',
  params: preferenceParams,
  payload: z.object({ value: preferenceValue }),
  result: empty,
});
