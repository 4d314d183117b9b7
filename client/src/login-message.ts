import { ApiError, type ErrorName } from '@parlance/contract/errors';
import { type Message, messageOf } from '@parlance/contract/message';
import { NetworkError } from './network-error.ts';

/** Shown when the script of the Google button does not load or start. */
// words: the Google button could not be loaded
export const googleFailedMessage = 'Failed to initialize Google Sign-In';

// words: message for an unexpected error
const unexpected = 'An unexpected error occurred';
// words: message when no error is known
const unknown = 'An unknown error occurred';

const serverMessage = (error: unknown): Message =>
  error instanceof ApiError && error.message
    ? error
    : messageOf((error instanceof Error && error.message) || unexpected);

// words: below a field
const fieldMessages = {
  nobody: 'User does not exist.',
  email: 'The email is invalid.',
  'phone number': 'The phone number is invalid.',
  code: 'The verification code is invalid.',
};

export const addressFieldMessage = (error: unknown, kind: 'email' | 'phone number' = 'email'): Message => {
  if (error instanceof ApiError && error.is('UserNotFound')) return messageOf(fieldMessages.nobody);
  if (error instanceof ApiError && error.statusCode === 400) return messageOf(fieldMessages[kind]);
  return serverMessage(error);
};

export const codeFieldMessage = (error: unknown): Message => {
  if (error instanceof ApiError && error.statusCode === 400) return messageOf(fieldMessages.code);
  return serverMessage(error);
};

// words: what an error means on the login screen
const messageOfName: Partial<Record<ErrorName, string>> = {
  AccessTokenInvalid: 'Your session has expired. Please sign in again.',
  RefreshTokenInvalid: 'Your session is invalid. Please sign in again.',
  UserNotFound: 'User not found. Please check your credentials.',
  UserBanned: 'Your account has been banned. Please contact support.',
  // Only Google sign-in reaches the rest: a code proves its address, and the code field has its own messages.
  EmailTaken:
    'An account with this email address exists already. Sign in with a code sent to it, then connect Google in the settings.',
  GoogleAuthenticationNotSupported: 'Signing in with Google is not set up here. Please sign in with a code.',
  GoogleIdentityTokenInvalid:
    'Google could not confirm who you are. Please try again, or sign in with a code.',
  GoogleIdentityExistsAlready: 'This Google account signs in to an account already. Please try again.',
};

// words: by the status of an answer, on the login screen
const messageOfStatus: Record<number, string> = {
  401: 'Authentication failed. Please check your credentials and try again.',
  403: "You don't have permission to do this.",
};

/** Message of the login screen for an error that belongs to no field. */
export const loginMessage = (error: unknown): Message =>
  // The server states who may sign up.
  error instanceof ApiError && error.is('SignUpClosed') ? error : messageOf(loginText(error));

function loginText(error: unknown): string {
  if (error === null || error === undefined) return unknown;
  if (error instanceof NetworkError) return error.message;
  if (!(error instanceof ApiError)) return unexpected;
  const named = error.errorName && messageOfName[error.errorName];
  return named ?? messageOfStatus[error.statusCode] ?? unexpected;
}
