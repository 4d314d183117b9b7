import {
  type ApiError,
  clientMessages,
  type ErrorBody,
  type ErrorName,
  errorCodes,
  statusOf,
} from './errors.ts';
import { messageOf } from './message.ts';

// words: what an error says to a person
const messages: Record<ErrorName, string> = {
  ...clientMessages,
  RequestDataInvalid: 'The request data is invalid.',
  AccessTokenInvalid: 'The access token is invalid.',
  AccessTokenExpired: 'The access token has expired.',
  RefreshTokenInvalid: 'The refresh token is invalid.',
  SessionInvalid: 'The session has ended.',
  NotAllowed: 'This is not allowed.',
  UserBanned: 'This account has been banned.',
  UserIsBlocked: 'One of you has blocked the other.',
  SignUpClosed: 'New accounts need an invitation here.',
  EndpointNotFound: 'There is no such endpoint.',
  ResourceNotFound: 'The requested resource was not found.',
  UserNotFound: 'User not found.',
  AccessVerificationCodeExpired: 'The verification code has expired. Please request a new one.',
  AccessVerificationCodeInvalid: 'The verification code is not correct.',
  AccessVerificationAttemptsExceeded: 'Too many attempts. Please request a new code.',
  AccessVerificationAlreadyCompleted: 'This code has been used already. Please request a new one.',
  AccessNotVerified: 'Please confirm a verification code first.',
  FileTooLarge: 'The file is too large.',
  FileInvalid: 'The file cannot be used.',
  EmailTaken: 'This email address belongs to another account.',
  PhoneNumberTaken: 'This phone number belongs to another account.',
  GoogleAuthenticationNotSupported: 'Signing in with Google is not set up here.',
  GoogleIdentityExistsAlready: 'This Google account belongs to another account.',
  IdentityProviderNotSupported: 'Signing in with an organisation is not set up here.',
  IdentityProviderRefused: 'Your organisation could not confirm who you are. Please try again.',
  IdentityExistsAlready: 'This identity of your organisation belongs to another account.',
  AccessVerificationBeginRateLimit: 'Please wait before requesting another code.',
  ServerError: 'Something went wrong. Please try again later.',
};

interface Row {
  statusCode: number;
  code: number;
  message: string;
}

/** The specified error table. For servers and documentation only: browsers receive the messages over the wire. */
export const errorTable = Object.fromEntries(
  Object.entries(errorCodes).map(([name, code]) => [
    name,
    { statusCode: statusOf(code), code, message: messages[name as ErrorName] },
  ]),
) as Record<ErrorName, Row>;

/** The wire body. An error without its own message uses that of its row. */
export const toBody = (error: ApiError): ErrorBody => {
  const { errorName, code, statusCode, fields, problems, timeout } = error;
  const said = errorName && error.message === errorName ? messageOf(errorTable[errorName].message) : error;
  const { message, key, values } = said;
  return {
    code: code ?? errorCodes.ServerError,
    message,
    key,
    ...(values === undefined ? {} : { values }),
    statusCode,
    ...(fields === undefined ? {} : { fields }),
    ...(problems.length === 0 ? {} : { problems: [...problems] }),
    ...(timeout === undefined ? {} : { timeout }),
  };
};
