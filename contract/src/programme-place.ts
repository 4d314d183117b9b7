import * as z from 'zod/mini';
import { verificationToken } from './access.ts';
import { endpoint } from './endpoint.ts';
import { languageCode } from './languages.ts';
import { declaredHours, programmeMax } from './programme-limits.ts';
import {
  certificateState,
  hoursTotal,
  place,
  placeFields,
  programme,
  programmeDay,
  programmeHours,
  programmeParams,
  programmePartner,
  programmeRoles,
  unmatchedReason,
} from './programmes.ts';
import { between, empty, page, text, uuid } from './text.ts';

// What a student of a programme can do.

/** A programme in a list, with the caller's role. */
export const programmeSummary = z.extend(
  z.pick(programme, {
    programmeId: true,
    name: true,
    office: true,
    state: true,
    termStartsOn: true,
    termEndsOn: true,
  }),
  { role: z.enum(programmeRoles) },
);
export type ProgrammeSummary = z.output<typeof programmeSummary>;

export const listProgrammes = endpoint({
  method: 'GET',
  path: '/programme',
  access: 'signed-in',
  summary: 'Programmes of which one is a coordinator or a student, the latest first',
  payload: z.object(page()),
  result: z.object({ count: z.number(), programmes: z.array(programmeSummary) }),
});

/** A programme with the caller's own part in it. Everything after `role` is null or empty except for a student. */
export const programmeView = z.object({
  programme,
  role: z.enum(programmeRoles),
  place: z.nullable(place),
  partners: z.array(programmePartner),
  hours: z.nullable(hoursTotal),
  /** Own hours, the newest first. */
  entries: z.array(programmeHours),
  /** Declared hours of partners that wait for the caller's answer. */
  toConfirm: z.array(programmeHours),
  /** Why the last published round gave the student no partner. */
  unmatched: z.nullable(unmatchedReason),
  certificate: z.nullable(certificateState),
  canHaveCertificate: z.boolean(),
  /** For a student who was told that the account is deleted with the programme: the day, and whether they keep it. */
  accountEnd: z.optional(z.nullable(z.object({ day: programmeDay, isKept: z.boolean() }))),
});
export type ProgrammeView = z.output<typeof programmeView>;

/** With an invitation, or while an open programme registers, a member who is not in it gets it as a guest. */
export const getProgramme = endpoint({
  method: 'GET',
  path: '/programme/{programmeId}',
  access: 'signed-in',
  summary: 'A programme with the own place, partners and hours',
  params: programmeParams,
  payload: z.object({ invitation: z.optional(verificationToken) }),
  result: programmeView,
});

/** Takes a place or changes it. After registration a new place needs an invitation. */
export const joinProgramme = endpoint({
  method: 'POST',
  path: '/programme/{programmeId}/join',
  access: 'signed-in',
  summary: 'Join a programme, or change the own place',
  params: programmeParams,
  payload: z
    .object({
      ...placeFields,
      consentVersion: z.int(),
      invitation: z.optional(verificationToken),
    })
    .check(
      z.refine(
        ({ offers, seeks }) =>
          !seeks.some((sought) => offers.some((offer) => offer.languageCode === sought.languageCode)),
        { path: ['seeks'], error: 'You speak this language already' },
      ),
      z.refine(({ wishes, gender }) => !wishes.sameGender || gender !== null, {
        path: ['gender'],
        error: 'This wish needs your own gender',
      }),
    ),
  result: place,
});

/** Deletes the place, ends the pairs and deletes the hours. */
export const leaveProgramme = endpoint({
  method: 'DELETE',
  path: '/programme/{programmeId}/join',
  access: 'signed-in',
  summary: 'Leave a programme and delete the own data in it',
  params: programmeParams,
  result: empty,
});

/** Keeps the account of the caller when the programme is erased. */
export const keepAccount = endpoint({
  method: 'POST',
  path: '/programme/{programmeId}/keep-account',
  access: 'signed-in',
  summary: 'Keep the own account after the erasure of a programme',
  params: programmeParams,
  result: empty,
});

export const helpKinds = ['hours', 'partner', 'other'] as const;

/** Tells the coordinators. Within a week after publication the kind `partner` also ends the pair. */
export const askForHelp = endpoint({
  method: 'POST',
  path: '/programme/{programmeId}/help',
  access: 'signed-in',
  summary: 'Ask the coordinator, or say that the partner does not work',
  params: programmeParams,
  payload: z.object({
    kind: z.enum(helpKinds),
    /** For the kind `partner`, where there is more than one. */
    pairId: z.optional(uuid),
    text: text({ max: programmeMax.help }),
  }),
  result: z.object({ hasEndedPair: z.boolean() }),
});

export const declareHours = endpoint({
  method: 'POST',
  path: '/programme/{programmeId}/hours',
  access: 'signed-in',
  summary: 'Add hours held elsewhere, which the partner confirms',
  params: programmeParams,
  payload: z.object({
    day: programmeDay,
    minutes: z.int().check(...between(declaredHours.minMinutes, declaredHours.maxMinutes)),
    languageCode,
  }),
  result: programmeHours,
});

/** A confirmation counts the hours for both; a rejection deletes them. */
export const answerHours = endpoint({
  method: 'POST',
  path: '/programme/{programmeId}/hours/{hoursId}/answer',
  access: 'signed-in',
  summary: "Confirm or reject a partner's hours held elsewhere",
  params: z.object({ programmeId: uuid, hoursId: uuid }),
  payload: z.object({ confirmed: z.boolean() }),
  result: empty,
});
