import * as z from 'zod/mini';
import { authResult, email, googleIdentityToken, phone, verificationToken, whereabouts } from './access.ts';
import { correctMe } from './corrections.ts';
import { endpoint } from './endpoint.ts';
import { type Interest, interests } from './interest-catalogue.ts';
import { empty, instant, text } from './text.ts';

// words: a daily goal for learning, of 5, 10, 15 and 20 minutes
const goalNames = { 5: 'Casual', 10: 'Committed', 15: 'Ambitious', 20: 'Extreme' } as const;

/** A daily study goal. Its name is shown to people. */
export const dailyGoals = [
  { value: 'small', minutes: 5, name: goalNames[5] },
  { value: 'medium', minutes: 10, name: goalNames[10] },
  { value: 'large', minutes: 15, name: goalNames[15] },
  { value: 'extra-large', minutes: 20, name: goalNames[20] },
] as const;
/** The name of a daily goal as stored. */
export const dailyGoal = z.enum(['small', 'medium', 'large', 'extra-large']);
export type DailyGoal = z.output<typeof dailyGoal>;

/** How many interests everybody chooses at least. */
export const interestsMin = 5;
/** Shown as chosen when none are stored. */
export const interestsDefault = ['Basic Phrases', 'Travel', 'Business', 'Food', 'Culture'];

const catalogue: readonly Interest[] = interests;
const interestNames = new Set(catalogue.map((interest) => interest.name));

/** A choice of topics: at least five, each once, each of the catalogue. */
export const interestChoice = z.array(z.string()).check(
  z.minLength(interestsMin, `Please select at least ${interestsMin} interests`),
  z.maxLength(interests.length),
  z.refine((names) => new Set(names).size === names.length, 'Each interest once'),
  z.refine((names) => names.every((name) => interestNames.has(name)), 'Unknown interest'),
);

/** The languages of the interface. Which of them can be chosen by now is up to the installation. */
export const locale = z.enum(['en', 'es', 'pt-BR', 'fr', 'de', 'ja', 'ko', 'zh-Hans', 'ar', 'ru']);
/** A language of the interface. */
export type Locale = z.output<typeof locale>;

/** A person's name: 1 to 60 characters after trimming. */
export const personName = text({ min: 1, max: 60, required: 'Name is required' });
/** What a person says of themselves: 1 to 1000 characters after trimming. */
export const personDescription = text({
  min: 1,
  max: 1000,
  required: 'Please write a few words about yourself',
});

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
    ...whereabouts,
  }),
  result: empty,
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
