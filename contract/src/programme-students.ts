import * as z from 'zod/mini';
import { endpoint, fileType } from './endpoint.ts';
import { newInvitation } from './invitations.ts';
import { languageCode } from './languages.ts';
import { programmeMax } from './programme-limits.ts';
import { helpKinds } from './programme-place.ts';
import { certificateState, hoursTotal, placeFields, placeStatuses, programmeParams } from './programmes.ts';
import { empty, instant, page, queryBoolean, text, uuid } from './text.ts';

// The students of a programme, for its coordinators.

/** Computed, not stored. `quiet`: no session in 14 days. `behind`: under half of the expected hours after half of the term. */
export const studentRisks = ['no-session', 'quiet', 'behind', 'missed', 'help'] as const;
export type StudentRisk = (typeof studentRisks)[number];

/** A student as a coordinator sees them: no address, no gender, no messages, nothing about other members. */
export const programmeStudent = z.object({
  userId: uuid,
  name: z.string(),
  studentNumber: placeFields.studentNumber,
  offers: placeFields.offers,
  seeks: placeFields.seeks,
  timeZone: placeFields.timeZone,
  freeHours: placeFields.freeHours,
  wishes: placeFields.wishes,
  needsCredits: z.boolean(),
  partnersMax: z.number(),
  status: z.enum(placeStatuses),
  joinedAt: instant,
  partners: z.array(z.object({ pairId: uuid, userId: uuid, name: z.string() })),
  /** Sessions within the pair. */
  sessions: z.object({ kept: z.number(), missed: z.number(), moved: z.number() }),
  lastSessionAt: z.nullable(instant),
  hours: hoursTotal,
  risks: z.array(z.enum(studentRisks)),
  /** What the student wrote to the coordinator, the newest first. */
  help: z.array(z.object({ kind: z.enum(helpKinds), text: z.string(), askedAt: instant })),
  certificate: z.nullable(certificateState),
});
export type ProgrammeStudent = z.output<typeof programmeStudent>;

export const listStudents = endpoint({
  method: 'GET',
  path: '/programme/{programmeId}/student',
  access: 'signed-in',
  summary: 'Students of a programme by name (coordinators)',
  params: programmeParams,
  payload: z.object({
    ...page(),
    query: z.optional(text({ max: programmeMax.name })),
    status: z.optional(z.enum(placeStatuses)),
    languageCode: z.optional(languageCode),
    atRisk: z.optional(queryBoolean),
    userId: z.optional(uuid),
  }),
  result: z.object({ count: z.number(), students: z.array(programmeStudent) }),
});

export const removeStudent = endpoint({
  method: 'DELETE',
  path: '/programme/{programmeId}/student/{userId}',
  access: 'signed-in',
  summary: 'Remove a student and their data from the programme (coordinators)',
  params: z.object({ programmeId: uuid, userId: uuid }),
  result: empty,
});

/** Ends a published pair; both come first in the next round. */
export const endPair = endpoint({
  method: 'DELETE',
  path: '/programme/{programmeId}/pair/{pairId}',
  access: 'signed-in',
  summary: 'End a pair (coordinators)',
  params: z.object({ programmeId: uuid, pairId: uuid }),
  result: empty,
});

export const programmeInvitation = z.object({
  invitationId: uuid,
  createdAt: instant,
  until: instant,
  uses: z.number(),
  used: z.number(),
  domain: z.nullable(z.string()),
});
export type ProgrammeInvitation = z.output<typeof programmeInvitation>;

/** The address contains the secret and is shown only once. */
export const inviteStudents = endpoint({
  method: 'POST',
  path: '/programme/{programmeId}/invitation',
  access: 'signed-in',
  summary: 'Create an invitation link (coordinators)',
  params: programmeParams,
  payload: newInvitation,
  result: z.object({ url: z.string(), invitation: programmeInvitation }),
});

export const listProgrammeInvitations = endpoint({
  method: 'GET',
  path: '/programme/{programmeId}/invitation',
  access: 'signed-in',
  summary: 'Open invitations of a programme (coordinators)',
  params: programmeParams,
  result: z.object({ count: z.number(), invitations: z.array(programmeInvitation) }),
});

export const revokeProgrammeInvitation = endpoint({
  method: 'DELETE',
  path: '/programme/{programmeId}/invitation/{invitationId}',
  access: 'signed-in',
  summary: 'Revoke an invitation link (coordinators)',
  params: z.object({ programmeId: uuid, invitationId: uuid }),
  result: empty,
});

const file = z
  .unknown()
  .check(z.refine((value) => value instanceof Blob, 'Must be a file')) as unknown as z.ZodMiniType<
  Blob,
  Blob
>;

/** One row per student. Cells that a spreadsheet would take for a formula begin with a quote. */
export const exportProgramme = endpoint({
  method: 'GET',
  path: '/programme/{programmeId}/export',
  access: 'signed-in',
  summary: 'Students and hours as a table (coordinators)',
  params: programmeParams,
  payload: z.object({ format: z.enum(['csv'], 'Must be csv') }),
  produces: fileType,
  result: file,
});

export const messageRecipients = ['all', 'unmatched', 'at-risk'] as const;

export const mailStudents = endpoint({
  method: 'POST',
  path: '/programme/{programmeId}/message',
  access: 'signed-in',
  summary: 'Mail students of a programme (coordinators)',
  params: programmeParams,
  payload: z.object({
    to: z.enum(messageRecipients),
    subject: text({ min: 1, max: programmeMax.subject, required: 'Please write a subject' }),
    text: text({ min: 1, max: programmeMax.message, required: 'Please write a message' }),
  }),
  result: z.object({ count: z.number() }),
});
