import * as z from 'zod/mini';
import { messageOf, messageValues, says } from './message.ts';

/** Every error that travels: the specification's table, one row an error, plus TooManyRequests. */
export const errorTable = {
  RequestDataInvalid: { statusCode: 400, code: 1000, message: 'The request data is invalid.' },
  AccessTokenInvalid: { statusCode: 401, code: 2000, message: 'The access token is invalid.' },
  AccessTokenExpired: { statusCode: 401, code: 2001, message: 'The access token has expired.' },
  NotSignedIn: { statusCode: 401, code: 2002, message: 'You are not signed in.' },
  RefreshTokenInvalid: { statusCode: 401, code: 2003, message: 'The refresh token is invalid.' },
  SessionInvalid: { statusCode: 401, code: 2004, message: 'The session has ended.' },
  NotAllowed: { statusCode: 403, code: 3000, message: 'This is not allowed.' },
  UserBanned: { statusCode: 403, code: 3001, message: 'This account has been banned.' },
  UserIsBlocked: { statusCode: 403, code: 3002, message: 'One of you has blocked the other.' },
  EndpointNotFound: { statusCode: 404, code: 4000, message: 'There is no such endpoint.' },
  ResourceNotFound: { statusCode: 404, code: 4001, message: 'The requested resource was not found.' },
  UserNotFound: { statusCode: 404, code: 4002, message: 'User not found.' },
  AccessVerificationCodeExpired: {
    statusCode: 422,
    code: 5000,
    message: 'The verification code has expired. Please request a new one.',
  },
  AccessVerificationCodeInvalid: {
    statusCode: 422,
    code: 5001,
    message: 'The verification code is not correct.',
  },
  AccessVerificationAttemptsExceeded: {
    statusCode: 422,
    code: 5002,
    message: 'Too many attempts. Please request a new code.',
  },
  AccessVerificationAlreadyCompleted: {
    statusCode: 422,
    code: 5003,
    message: 'This code has been used already. Please request a new one.',
  },
  AccessNotVerified: { statusCode: 422, code: 5004, message: 'Please confirm a verification code first.' },
  FileTooLarge: { statusCode: 422, code: 5005, message: 'The file is too large.' },
  FileInvalid: { statusCode: 422, code: 5006, message: 'The file cannot be used.' },
  EmailTaken: { statusCode: 422, code: 5007, message: 'This email address belongs to another account.' },
  PhoneNumberTaken: {
    statusCode: 422,
    code: 5008,
    message: 'This phone number belongs to another account.',
  },
  GoogleAuthenticationNotSupported: {
    statusCode: 422,
    code: 5009,
    message: 'Signing in with Google is not set up here.',
  },
  GoogleIdentityTokenInvalid: {
    statusCode: 422,
    code: 5010,
    message: 'The Google sign-in could not be verified.',
  },
  GoogleIdentityExistsAlready: {
    statusCode: 422,
    code: 5011,
    message: 'This Google account belongs to another account.',
  },
  AccessVerificationBeginRateLimit: {
    statusCode: 429,
    code: 6000,
    message: 'Please wait before requesting another code.',
  },
  TooManyRequests: { statusCode: 429, code: 6001, message: 'That was a lot at once. Please wait a moment.' },
  ServerError: { statusCode: 500, code: 7000, message: 'Something went wrong. Please try again later.' },
} as const;

/** The name of a row of the error table. */
export type ErrorName = keyof typeof errorTable;

/** What is wrong with one field, which is named by its dotted path. */
const fieldProblem = z.object({
  field: z.string(),
  message: z.string(),
  key: z.string(),
  values: z.optional(messageValues),
});
type FieldProblem = z.output<typeof fieldProblem>;

/**
 * What every answer outside 2xx carries. `message` is `key` filled with `values`; a server of version 1.0.0 sends the message alone.
 * `problems` lists what `fields` has by name, in the order of the request. `timeout` is in whole seconds.
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
  Object.entries(errorTable).map(([name, row]) => [row.code, name as ErrorName]),
);

const problemsOf = (fields: ErrorBody['fields'] = []): FieldProblem[] =>
  Array.isArray(fields) ? [] : Object.entries(fields).map(([field, text]) => ({ field, ...messageOf(text) }));

/** The one error of the product: thrown by the server, carried on the wire, thrown again by the client. */
export class ApiError extends Error {
  readonly errorName: ErrorName | null;
  readonly code: number | null;
  readonly statusCode: number;
  /** The template of the message, by which catalogues have it, and what fills it. */
  readonly key: string;
  readonly values: ErrorBody['values'];
  readonly fields: string[] | Record<string, string> | undefined;
  /** The refused fields that have a message, in order. */
  readonly problems: readonly FieldProblem[];
  readonly timeout: number | undefined;

  constructor(name: ErrorName | null, details: ApiErrorDetails = {}) {
    const row = name && errorTable[name];
    super(details.message ?? row?.message);
    this.name = 'ApiError';
    this.errorName = name;
    this.code = row?.code ?? null;
    this.statusCode = details.statusCode ?? row?.statusCode ?? 0;
    const { key, values } = details.key === undefined ? messageOf(this.message) : details;
    this.key = key ?? this.message;
    this.values = values;
    this.fields = details.fields;
    this.problems = details.problems ?? problemsOf(details.fields);
    this.timeout = details.timeout;
  }

  /** Whether this is the named row of the table. */
  is(...names: ErrorName[]): boolean {
    return names.some((name) => name === this.errorName);
  }

  /** The error that a received body stands for; an unknown code keeps its status and message. */
  static fromBody(body: ErrorBody): ApiError {
    return new ApiError(nameOfCode.get(body.code) ?? null, body);
  }

  /** An answer that carried no error body of ours, such as a proxy's page. */
  static fromStatus(status: number): ApiError {
    return new ApiError(null, {
      statusCode: status,
      message: says('Request failed with status {status}', { status }),
    });
  }
}

/** The body that travels. A function of its own, because only servers write one. */
export const toBody = ({
  code,
  message,
  key,
  values,
  statusCode,
  fields,
  problems,
  timeout,
}: ApiError): ErrorBody => ({
  code: code ?? errorTable.ServerError.code,
  message,
  key,
  ...(values === undefined ? {} : { values }),
  statusCode,
  ...(fields === undefined ? {} : { fields }),
  ...(problems.length === 0 ? {} : { problems: [...problems] }),
  ...(timeout === undefined ? {} : { timeout }),
});
