import { email, emailOrPhone, password, phone } from '@parlance/contract/access';
import type { Schema } from '@parlance/contract/endpoint';
import { ApiError, type ErrorName } from '@parlance/contract/errors';
import { fromWire } from '@parlance/contract/wire';
import { NetworkError } from './network-error.ts';

// words: what an error of the API means to a person
const messageOfName: Partial<Record<ErrorName, string>> = {
  RefreshTokenInvalid: 'Your session has expired. Please sign in again.',
  SessionInvalid: 'Your session is invalid. Please sign in again.',
  UserBanned: 'Your account has been banned. Please contact support.',
  UserNotFound: 'User not found.',
};

// words: said of anything that was refused
const checkInput = 'Please check your input and try again.';

// words: by the status of an answer
const messageOfStatus: Record<number, string> = {
  400: checkInput,
  401: 'You are not authorized to perform this action.',
  404: 'The requested resource was not found.',
  500: 'Something went wrong. Please try again later.',
};

// words: said of what nobody foresaw
const unexpected = 'An unexpected error occurred. Please try again.';

// What the contract itself says of a value that is there and wrong.
const complaintOf = (schema: Schema): string => {
  try {
    fromWire(schema, '?');
    return checkInput;
  } catch (error) {
    const fields = error instanceof ApiError ? error.fields : undefined;
    return Object.values(fields ?? {})[0] ?? checkInput;
  }
};

const checkedFields: Record<string, Schema> = { email, phone, emailOrPhone, password };

// A list names the refused fields without messages; those of section 5 have theirs.
const messageOfFieldNames = (names: string[]): string | null => {
  const messages = names.flatMap((name) => {
    const schema = checkedFields[name];
    return schema ? [complaintOf(schema)] : [];
  });
  return messages.length > 0 ? messages.join(', ') : null;
};

const messageOfField = ([field, value]: [string, unknown]): string => {
  if (typeof value === 'string') return value;
  const { message } = Object(value);
  return `${field}: ${typeof message === 'string' ? message : 'Invalid value'}`;
};

const messageOfFields = (fields: ApiError['fields']): string | null => {
  if (fields === undefined) return null;
  if (Array.isArray(fields)) return messageOfFieldNames(fields);
  return Object.entries(fields).map(messageOfField).join(', ') || checkInput;
};

/** What to tell a person about any error: by its code first, then its fields, then its status. */
export const errorMessage = (error: unknown): string => {
  if (error instanceof NetworkError) return error.message;
  if (!(error instanceof ApiError)) return unexpected;
  const named = error.errorName && messageOfName[error.errorName];
  return named ?? messageOfFields(error.fields) ?? messageOfStatus[error.statusCode] ?? unexpected;
};
