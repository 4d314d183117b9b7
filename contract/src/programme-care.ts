import * as z from 'zod/mini';
import { email } from './access.ts';
import { endpoint } from './endpoint.ts';
import { languageCode } from './languages.ts';
import { baseProfile } from './people.ts';
import { programmeSummary } from './programme-place.ts';
import {
  languageMinutes,
  programme,
  programmeFields,
  programmeParams,
  programmeStates,
} from './programmes.ts';
import { empty, page, uuid } from './text.ts';

// Programmes as a whole, for coordinators and the operator.

export const createProgramme = endpoint({
  method: 'POST',
  path: '/programme',
  access: 'admin',
  summary: 'Create a programme as a draft',
  payload: z.object(programmeFields),
  result: programme,
});

/** A programme as the operator sees it: no students, no numbers of hours. */
export const operatedProgramme = z.extend(programmeSummary, { coordinators: z.array(baseProfile) });
export type OperatedProgramme = z.output<typeof operatedProgramme>;

export const listAllProgrammes = endpoint({
  method: 'GET',
  path: '/admin/programme',
  access: 'admin',
  summary: 'All programmes with their coordinators, the latest first',
  payload: z.object(page()),
  result: z.object({
    count: z.number(),
    programmes: z.array(z.omit(operatedProgramme, { role: true })),
    /** Whether this server can create an example programme. */
    canTry: z.boolean(),
  }),
});

/** Creates an example programme with synthetic students, half-way through its term, coordinated by the caller. */
export const tryProgramme = endpoint({
  method: 'POST',
  path: '/programme/demo',
  access: 'admin',
  summary: 'Create an example programme (only on a server without production data)',
  result: programme,
});

export const addCoordinator = endpoint({
  method: 'POST',
  path: '/programme/{programmeId}/coordinator',
  access: 'admin',
  summary: 'Appoint a coordinator by the address of the account',
  params: programmeParams,
  payload: z.object({ email }),
  result: empty,
});

const coordinatorParams = z.object({ programmeId: uuid, userId: uuid });

export const removeCoordinator = endpoint({
  method: 'DELETE',
  path: '/programme/{programmeId}/coordinator/{userId}',
  access: 'admin',
  summary: 'Remove a coordinator',
  params: coordinatorParams,
  result: empty,
});

/** Changes only the given fields; languages and consent text only in a draft or during registration. */
export const updateProgramme = endpoint({
  method: 'POST',
  path: '/programme/{programmeId}/update',
  access: 'signed-in',
  summary: 'Change the settings of a programme (coordinators)',
  params: programmeParams,
  payload: z.partial(z.object(programmeFields)),
  result: programme,
});

export const setProgrammeState = endpoint({
  method: 'POST',
  path: '/programme/{programmeId}/state',
  access: 'signed-in',
  summary: 'Move a programme to another state (coordinators)',
  params: programmeParams,
  payload: z.object({ state: z.enum(programmeStates) }),
  result: programme,
});

/** Numbers of a programme. */
export const programmeOverview = z.object({
  students: z.number(),
  paired: z.number(),
  waiting: z.number(),
  pairs: z.number(),
  atRisk: z.number(),
  certificates: z.number(),
  minutes: z.array(languageMinutes),
  languages: z.array(z.object({ languageCode, offered: z.number(), sought: z.number() })),
});
export type ProgrammeOverview = z.output<typeof programmeOverview>;

export const getProgrammeOverview = endpoint({
  method: 'GET',
  path: '/programme/{programmeId}/overview',
  access: 'signed-in',
  summary: 'Numbers of a programme (coordinators)',
  params: programmeParams,
  result: programmeOverview,
});
