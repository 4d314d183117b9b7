import * as z from 'zod/mini';
import { isEmail } from './access.ts';
import { languageCode, proficiencyLevels } from './languages.ts';
import { baseProfile } from './people.ts';
import { freeHours, freeRange } from './programme-hours.ts';
import { programmeMax } from './programme-limits.ts';
import { between, instant, text, timeZone, uuid } from './text.ts';

// The entities of tandem programmes. The calls are in programme-place.ts (students), programme-care.ts and
// programme-rounds.ts (coordinators) and certificates.ts.

/** The states in order. Transitions go forward, except from matching back to registration. */
export const programmeStates = [
  'draft',
  'registration',
  'matching',
  'published',
  'running',
  'closed',
  'erased',
] as const;
export type ProgrammeState = (typeof programmeStates)[number];

/** The places of the students with everything in them, or also the accounts of those who are in no other programme. */
export const programmeErases = ['places', 'accounts'] as const;

/** A calendar day in the programme's time zone, such as 2030-03-05. */
export const programmeDay = z
  .string()
  .check(
    z.regex(/^[12]\d{3}-\d{2}-\d{2}$/, 'Must be a date'),
    z.refine(isCalendarDay, 'Must be a date that exists'),
  );

function isCalendarDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** The settings of a programme. */
export const programmeFields = {
  name: text({ min: 1, max: programmeMax.name, required: 'Name is required' }),
  /** Who runs the programme, such as "Language Centre". */
  office: text({ min: 1, max: programmeMax.office, required: 'Please name the office' }),
  /** Receives the replies to mails of the programme. */
  officeEmail: z.nullable(z.string().check(z.refine(isEmail, 'Please enter a valid email address'))),
  timeZone,
  /** The languages that can be offered and sought. */
  languages: z.array(languageCode).check(
    z.minLength(2, 'Choose at least two languages'),
    z.maxLength(programmeMax.languages),
    z.refine((codes) => new Set(codes).size === codes.length, 'Choose each language only once'),
  ),
  /** Last day of registration, first and last day of the term, and the day on which all data are erased. */
  registrationEndsOn: programmeDay,
  termStartsOn: programmeDay,
  termEndsOn: programmeDay,
  eraseOn: programmeDay,
  neededHours: z.int().check(...between(1, programmeMax.neededHours)),
  /** The share of the needed hours that may be held elsewhere. */
  declaredPercent: z.int().check(...between(0, 100)),
  consentText: text({ min: 1, max: programmeMax.consent, required: 'Please write the consent text' }),
  /** Whether any member can register; otherwise an invitation is needed. */
  isOpen: z.boolean(),
  /** What the day of erasure deletes; `accounts` only on an instance with closed sign-up. Clients of earlier releases do not know it. */
  erases: z.optional(z.enum(programmeErases)),
} as const;

/** A programme as its coordinators and students see it. `consentVersion` increases with each change of the consent text. */
export const programme = z.object({
  programmeId: uuid,
  ...programmeFields,
  state: z.enum(programmeStates),
  consentVersion: z.number(),
});
export type Programme = z.output<typeof programme>;

/** The role of the caller; `guest` is a member who may join. */
export const programmeRoles = ['coordinator', 'student', 'guest'] as const;

export const offeredLanguage = z.object({ languageCode, isNative: z.boolean() });
export const soughtLanguage = z.object({ languageCode, level: z.enum(proficiencyLevels) });

/** Used only by the round; never shown to others. */
export const genders = ['woman', 'man', 'other'] as const;
export const ageBands = ['to-20', '21-25', '26-30', 'over-30'] as const;

export const placeWishes = z.object({
  sameGender: z.boolean(),
  similarLevel: z.boolean(),
  similarAge: z.boolean(),
  sharedInterests: z.boolean(),
});
export type PlaceWishes = z.output<typeof placeWishes>;

const distinct = (list: readonly { languageCode: string }[]) =>
  new Set(list.map((one) => one.languageCode)).size === list.length;

/** What a student tells the programme. `seeks` is in order of preference. */
export const placeFields = {
  offers: z
    .array(offeredLanguage)
    .check(
      z.minLength(1, 'Choose a language that you speak'),
      z.maxLength(programmeMax.offers),
      z.refine(distinct, 'Choose each language only once'),
    ),
  seeks: z
    .array(soughtLanguage)
    .check(
      z.minLength(1, 'Choose a language that you want to learn'),
      z.maxLength(programmeMax.seeks),
      z.refine(distinct, 'Choose each language only once'),
    ),
  timeZone,
  freeHours,
  wishes: placeWishes,
  gender: z.nullable(z.enum(genders)),
  ageBand: z.nullable(z.enum(ageBands)),
  needsCredits: z.boolean(),
  partnersMax: z.int().check(...between(1, programmeMax.partners)),
  studentNumber: z.nullable(text({ max: programmeMax.studentNumber })),
} as const;

/** `waiting` had no partner yet; `needs-partner` had one. */
export const placeStatuses = ['waiting', 'paired', 'needs-partner'] as const;
export type PlaceStatus = (typeof placeStatuses)[number];

/** The student's own place. */
export const place = z.object({
  ...placeFields,
  status: z.enum(placeStatuses),
  consentVersion: z.number(),
  joinedAt: instant,
});
export type Place = z.output<typeof place>;

/** A partner. `teaches` and `learns` are languages from the student's side: what they learn from the partner, and teach them. */
export const programmePartner = z.object({
  pairId: uuid,
  profile: baseProfile,
  learns: languageCode,
  teaches: languageCode,
  /** Hours in which both are free, in the student's time zone. */
  commonHours: z.array(freeRange),
  since: instant,
});
export type ProgrammePartner = z.output<typeof programmePartner>;

export const languageMinutes = z.object({ languageCode, minutes: z.number() });

/** Hours of a session, or declared ones. `confirmedAt` is null until the partner confirms them. */
export const programmeHours = z.object({
  hoursId: uuid,
  day: programmeDay,
  source: z.enum(['session', 'declared']),
  languages: z.array(languageMinutes),
  confirmedAt: z.nullable(instant),
});
export type ProgrammeHours = z.output<typeof programmeHours>;

/** Why a student has no partner, the first that applies. */
export const unmatchedReasonKinds = ['taken', 'wish', 'hours', 'demand', 'supply'] as const;

/**
 * The reason with its number and the advice. taken: `count` people fit. wish: `count` fit without the wish for the same gender.
 * hours: `count` fit by language; being free in all of `hours` as well would make `reach` of them fit. demand: `count` offer a language that the student
 * seeks, and none of them seeks what the student offers; speaking one of `languageCodes` would help `reach`. supply: no one offers
 * what the student seeks; seeking one of `languageCodes` would reach `reach`. `hours` beside another reason is needed as well.
 */
export const unmatchedReason = z.object({
  kind: z.enum(unmatchedReasonKinds),
  count: z.number(),
  reach: z.number(),
  hours: z.array(freeRange),
  languageCodes: z.array(languageCode),
});
export type UnmatchedReason = z.output<typeof unmatchedReason>;

/** The hours of a student: only confirmed ones count, declared ones up to their share. */
export const hoursTotal = z.object({
  neededMinutes: z.number(),
  countedMinutes: z.number(),
  declaredMinutes: z.number(),
  languages: z.array(languageMinutes),
});
export type HoursTotal = z.output<typeof hoursTotal>;

export const certificateState = z.object({
  issuedAt: instant,
  keepUntil: z.nullable(programmeDay),
  withdrawnAt: z.nullable(instant),
});

export const programmeParams = z.object({ programmeId: uuid });
