import * as z from 'zod/mini';
import {
  authResult,
  clientTimeZone,
  email,
  googleIdentityToken,
  phone,
  verificationToken,
} from './access.ts';
import { correctMe } from './corrections.ts';
import { endpoint } from './endpoint.ts';
import { empty, instant, text } from './text.ts';

export const dailyGoal = z.enum(['small', 'medium', 'large', 'extra-large']);
export type DailyGoal = z.output<typeof dailyGoal>;

/** The interface languages. The installation decides which of them are offered. */
export const locale = z.enum(['en', 'es', 'pt-BR', 'fr', 'de', 'ja', 'ko', 'zh-Hans', 'ar', 'ru']);
export type Locale = z.output<typeof locale>;

/** Which first messages arrive with a notification: `everybody` all, `known` those of trusted members, `asking` none. */
export const writesToMe = z.enum(['everybody', 'known', 'asking']);
/** Who may book: all members, or only those with an answered conversation (`met`). */
export const booksMe = z.enum(['everybody', 'met']);

/** The private view of the user's own account. */
export const user = z.object({
  createdAt: instant,
  updatedAt: instant,
  dailyGoal,
  description: z.string(),
  email: z.nullable(z.string()),
  googleUserId: z.nullable(z.string()),
  /** The identity at the organisation's identity provider, absent without one. */
  oidcIssuer: z.optional(z.nullable(z.string())),
  oidcSubject: z.optional(z.nullable(z.string())),
  interests: z.array(z.string()),
  name: z.string(),
  phone: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  userId: z.string(),
  timeZone: z.optional(z.nullable(z.string())),
  /** Null when not chosen: pages then follow the browser, mails are in English. */
  locale: z.optional(z.nullable(locale)),
  correctMe: z.optional(correctMe),
  /** Whether others see the last activity and the usual response time. */
  showsActivity: z.optional(z.boolean()),
  /** Whether third parties see the name on slots that this user booked. */
  showsBookings: z.optional(z.boolean()),
  writesToMe: z.optional(writesToMe),
  booksMe: z.optional(booksMe),
  /** Until when search does not show the user; null when it does. */
  pausedUntil: z.optional(z.nullable(instant)),
  isAdmin: z.optional(z.boolean()),
  /** The latest programme that is not erased; omitted without one. */
  programme: z.optional(z.object({ programmeId: z.string(), isCoordinator: z.boolean() })),
});
export type User = z.output<typeof user>;

/** Recorded activities, for statistics only. */
export const userActivityTypes = [
  'book-schedule-slot',
  'cancel-schedule-slot',
  'return',
  'send-chat-message',
  'sign-in',
] as const;
export type UserActivityType = (typeof userActivityTypes)[number];

/** Notifications that can be turned off; all are on by default. */
export const userPreferenceNames = [
  'daily-digest-notification',
  'new-chat-message-notification',
  // Bookings, cancellations and reminders.
  'session-notification',
] as const;
export type UserPreferenceName = (typeof userPreferenceNames)[number];
export const userPreferenceDefault = true;

const preferenceValue = z.union([z.boolean(), z.number(), text({ max: 200 })]);
// An unknown name is a missing resource (404), not invalid input, so the schema accepts it.
const preferenceParams = z.object({ name: z.string().check(z.minLength(1), z.maxLength(100)) });

/** Signs up by a confirmed address, a Google identity or an identity of the provider (with a confirmed address if it gives none). */
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
    oidcToken: z.optional(verificationToken),
    /** Needed where `SIGN_UP` is `invited`. */
    invitation: z.optional(verificationToken),
    name: z.optional(text({ max: 60 })),
    ...clientTimeZone,
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
