import * as z from 'zod/mini';
import { authResult, userSession } from './access.ts';
import { dailyGoal, user } from './account.ts';
import { callLanguages, callNote, callSeat, callSummary, callTalk } from './call.ts';
import { callSignalItem, callTimer } from './call-events.ts';
import { chatMessage, chatSummary, messageStatus, quotedMessage } from './chat.ts';
import type { Schema } from './endpoint.ts';
import { errorBody } from './errors.ts';
import { languageCode, userLanguage } from './languages.ts';
import { auditEntry, report } from './moderation.ts';
import { pastSession } from './past-sessions.ts';
import { baseProfile, fullProfile, searchUser } from './people.ts';
import { phrase } from './phrases.ts';
import { progressWeek, rhythm } from './progress.ts';
import { appointment, ownScheduleSlot, scheduleChanged, scheduleSlot } from './schedule.ts';
import { staticData } from './static-data.ts';
import { instant, uuid } from './text.ts';

/** The subset of JSON Schema that the documentation uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  [keyword: string]: unknown;
}

/** Entities that the documentation references by name. */
export const namedSchemas: Readonly<Record<string, Schema>> = {
  Appointment: appointment,
  AuditEntry: auditEntry,
  AuthResult: authResult,
  BaseProfile: baseProfile,
  CallLanguages: callLanguages,
  CallNote: callNote,
  CallSeat: callSeat,
  CallSignalItem: callSignalItem,
  CallSummary: callSummary,
  CallTalk: callTalk,
  CallTimer: callTimer,
  ChatMessage: chatMessage,
  ChatSummary: chatSummary,
  DailyGoal: dailyGoal,
  ErrorBody: errorBody,
  FullProfile: fullProfile,
  Instant: instant,
  LanguageCode: languageCode,
  MessageStatus: messageStatus,
  OwnScheduleSlot: ownScheduleSlot,
  PastSession: pastSession,
  Phrase: phrase,
  ProgressWeek: progressWeek,
  QuotedMessage: quotedMessage,
  Report: report,
  Rhythm: rhythm,
  ScheduleChanged: scheduleChanged,
  ScheduleSlot: scheduleSlot,
  SearchUser: searchUser,
  StaticData: staticData,
  User: user,
  UserLanguage: userLanguage,
  UserSession: userSession,
  Uuid: uuid,
};

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(namedSchemas)) names.add(schema, { id });

const inComponents = (json: unknown): unknown =>
  JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));

const convert = (schema: Schema, options: z.core.ToJSONSchemaParams): JsonSchema => {
  const { $schema, $defs, id, ...json } = z.toJSONSchema(schema, { metadata: names, ...options });
  return inComponents(json) as JsonSchema;
};

/** The JSON Schema of the wire form, with references to the named entities. */
export const wireSchema = (schema: Schema): JsonSchema => convert(schema, { io: 'input' });

/** The schema of a query value, with decoded numbers and booleans, since a query string is text anyway. */
export const querySchema = (schema: Schema): JsonSchema =>
  convert(schema, { io: 'output', unrepresentable: 'any' });

export const componentSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(namedSchemas).map(([id, schema]) => {
      const { $defs = {} } = z.toJSONSchema(z.object({ it: schema }), { metadata: names, io: 'input' });
      const { id: _id, ...json } = $defs[id] ?? {};
      return [id, inComponents(json) as JsonSchema];
    }),
  );
