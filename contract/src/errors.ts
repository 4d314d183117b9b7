import * as z from 'zod/mini';
import { filled, messageOf, messageValues } from './message.ts';

/** Every error by its code: the specified table plus TooManyRequests. `errorTable` has the messages. */
export const errorCodes = {
  RequestDataInvalid: 1000,
  AccessTokenInvalid: 2000,
  AccessTokenExpired: 2001,
  NotSignedIn: 2002,
  RefreshTokenInvalid: 2003,
  SessionInvalid: 2004,
  NotAllowed: 3000,
  UserBanned: 3001,
  UserIsBlocked: 3002,
  SignUpClosed: 3003,
  EndpointNotFound: 4000,
  ResourceNotFound: 4001,
  UserNotFound: 4002,
  AccessVerificationCodeExpired: 5000,
  AccessVerificationCodeInvalid: 5001,
  AccessVerificationAttemptsExceeded: 5002,
  AccessVerificationAlreadyCompleted: 5003,
  AccessNotVerified: 5004,
  FileTooLarge: 5005,
  FileInvalid: 5006,
  EmailTaken: 5007,
  PhoneNumberTaken: 5008,
  GoogleAuthenticationNotSupported: 5009,
  GoogleIdentityTokenInvalid: 5010,
  GoogleIdentityExistsAlready: 5011,
  IdentityProviderNotSupported: 5012,
  IdentityProviderRefused: 5013,
  IdentityExistsAlready: 5014,
  AccessVerificationBeginRateLimit: 6000,
  TooManyRequests: 6001,
  ServerError: 7000,
} as const;

export type ErrorName = keyof typeof errorCodes;

// The thousands digit of a code selects the status.
const statuses = [400, 401, 403, 404, 422, 429, 500];
export const statusOf = (code: number): number => statuses[Math.floor(code / 1000) - 1] ?? 0;

/** Messages of errors that the client throws itself or rewords. Browsers load no other message of the table. */
// words: what an error says to a person
export const clientMessages = {
  NotSignedIn: 'You are not signed in.',
  GoogleIdentityTokenInvalid: 'The Google sign-in could not be verified.',
  TooManyRequests: 'That was a lot at once. Please wait a moment.',
} satisfies Partial<Record<ErrorName, string>>;
const messagesByName: Partial<Record<ErrorName, string>> = clientMessages;

/** A problem of one field, identified by its dotted path. */
const fieldProblem = z.object({
  field: z.string(),
  message: z.string(),
  key: z.string(),
  values: z.optional(messageValues),
});
type FieldProblem = z.output<typeof fieldProblem>;

/**
 * Body of every response outside 2xx. `message` is `key` filled with `values`; version 1.0.0 sends only the message.
 * `problems` lists the entries of `fields` in request order. `timeout` is in whole seconds.
 */
export const errorBody = z.object({
  code: z.number(),
  message: z.string(),
  key: z.optional(z.string()),
  values: z.optional(messageValues),
  statusCode: z.number(),
  fields: z.optional(z.union([z.array(z.string()), z.record(z.string(), z.string())])),
  problems: z.optional(z.array(fieldProblem)),
  timeout: z.optional(z.number()),
});

export type ErrorBody = z.output<typeof errorBody>;

type ApiErrorDetails = Partial<Omit<ErrorBody, 'code'>>;

const nameOfCode = new Map<number, ErrorName>(
  Object.entries(errorCodes).map(([name, code]) => [code, name as ErrorName]),
);

const problemsOf = (fields: ErrorBody['fields'] = []): FieldProblem[] =>
  Array.isArray(fields) ? [] : Object.entries(fields).map(([field, text]) => ({ field, ...messageOf(text) }));

/** The error class of the product: thrown by the server, serialised on the wire, rethrown by the client. */
export class ApiError extends Error {
  readonly errorName: ErrorName | null;
  readonly code: number | null;
  readonly statusCode: number;
  /** The message template (its catalogue key), and the values that fill it. */
  readonly key: string;
  readonly values: ErrorBody['values'];
  readonly fields: string[] | Record<string, string> | undefined;
  /** The refused fields that have a message, in order. */
  readonly problems: readonly FieldProblem[];
  readonly timeout: number | undefined;

  constructor(name: ErrorName | null, details: ApiErrorDetails = {}) {
    super(details.message ?? (name && (messagesByName[name] ?? name)) ?? '');
    this.name = 'ApiError';
    this.errorName = name;
    this.code = name && errorCodes[name];
    this.statusCode = details.statusCode ?? statusOf(this.code ?? 0);
    const { key, values } = details.key === undefined ? messageOf(this.message) : details;
    this.key = key ?? this.message;
    this.values = values;
    this.fields = details.fields;
    this.problems = details.problems ?? problemsOf(details.fields);
    this.timeout = details.timeout;
  }

  is(...names: ErrorName[]): boolean {
    return names.some((name) => name === this.errorName);
  }

  /** Restores an error from its body; an unknown code keeps its status and message. */
  static fromBody(body: ErrorBody): ApiError {
    return new ApiError(nameOfCode.get(body.code) ?? null, body);
  }

  /** For a response without an error body, such as a proxy's page. */
  static fromStatus(status: number): ApiError {
    return new ApiError(null, {
      statusCode: status,
      ...filled('Request failed with status {status}', { status }),
    });
  }
}
