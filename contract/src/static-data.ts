import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { uuid } from './text.ts';

/** Data that every client loads once at start. */
export const staticData = z.object({
  adminUserId: z.optional(uuid),
  googleClientId: z.optional(z.string()),
  /** Name of the organisation whose identity provider signs members in; absent where none is configured. */
  oidcName: z.optional(z.string()),
  /** False where only members see members; absent elsewhere. */
  hasVisitors: z.optional(z.boolean()),
  /** Present where not everybody may create an account. */
  signUp: z.optional(z.enum(['invited', 'domains'])),
  /** Origin of pages on which passkeys work; absent where they cannot. */
  passkeyOrigin: z.optional(z.string()),
  analyticsUrl: z.optional(z.string()),
  /** Whether there is a demo community with a demo login. */
  hasDemoUser: z.optional(z.boolean()),
  hasTranslation: z.optional(z.boolean()),
  languages: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      nativeName: z.string(),
      direction: z.enum(['ltr', 'rtl']),
      flag: z.optional(z.string()),
    }),
  ),
  interests: z.array(z.object({ name: z.string(), emoji: z.string() })),
  dailyGoals: z.array(z.object({ value: z.string(), minutes: z.number(), name: z.string() })),
  slotDurations: z.array(z.number()),
  thanksWords: z.optional(z.array(z.string())),
  limits: z.record(z.string(), z.number()),
  version: z.string(),
});
export type StaticData = z.output<typeof staticData>;

/** Languages, interests, goals and limits, with an ETag. */
export const getStaticData = endpoint({
  method: 'GET',
  path: '/data',
  access: 'entry',
  cached: true,
  summary: 'Languages, interests, goals and limits',
  result: staticData,
});
