import { fieldComplaints } from '@parlance/contract/access';
import { ApiError, type ErrorName } from '@parlance/contract/errors';
import { type Message, messageOf } from '@parlance/contract/message';
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

// words: message for an unexpected error
const unexpected = 'An unexpected error occurred. Please try again.';

const complaints = new Map(Object.entries(fieldComplaints));

// A list of names carries no messages; docs/specification/errors.md#general-messages defines the text for these names.
const messagesOfNames = (names: string[]): Message[] =>
  names.flatMap((name) => {
    const complaint = complaints.get(name);
    return complaint ? messageOf(complaint) : [];
  });

const messageOfProblem = (problem: ApiError['problems'][number]): Message => {
  const said: unknown = problem.message;
  if (typeof said === 'string') return problem;
  const { message } = Object(said);
  return messageOf(`${problem.field}: ${typeof message === 'string' ? message : 'Invalid value'}`);
};

const messagesOfFields = ({ fields, problems }: ApiError): readonly Message[] => {
  if (fields === undefined) return [];
  if (Array.isArray(fields)) return messagesOfNames(fields);
  return problems.length > 0 ? problems.map(messageOfProblem) : [messageOf(checkInput)];
};

/** Messages to show for any error: by its code first, then one per refused field, then by its status. */
export const errorMessages = (error: unknown): readonly Message[] => {
  if (!(error instanceof ApiError))
    return [messageOf(error instanceof NetworkError ? error.message : unexpected)];
  const named = error.errorName && messageOfName[error.errorName];
  const ofFields = named ? [] : messagesOfFields(error);
  if (ofFields.length > 0) return ofFields;
  return [messageOf(named ?? messageOfStatus[error.statusCode] ?? unexpected)];
};
