import { describe, expect, it } from 'vitest';
import { errorTable, toBody } from './error-table.ts';
import { ApiError, clientMessages, type ErrorName, errorBody } from './errors.ts';
import { isOnWire } from './wire.ts';

// The specified error table. A code is never renumbered.
const specified = `
| 400 | 1000 | RequestDataInvalid |
| 401 | 2000 | AccessTokenInvalid |
| 401 | 2001 | AccessTokenExpired |
| 401 | 2002 | NotSignedIn |
| 401 | 2003 | RefreshTokenInvalid |
| 401 | 2004 | SessionInvalid |
| 403 | 3000 | NotAllowed |
| 403 | 3001 | UserBanned |
| 403 | 3002 | UserIsBlocked |
| 403 | 3003 | SignUpClosed |
| 404 | 4000 | EndpointNotFound |
| 404 | 4001 | ResourceNotFound |
| 404 | 4002 | UserNotFound |
| 422 | 5000 | AccessVerificationCodeExpired |
| 422 | 5001 | AccessVerificationCodeInvalid |
| 422 | 5002 | AccessVerificationAttemptsExceeded |
| 422 | 5003 | AccessVerificationAlreadyCompleted |
| 422 | 5004 | AccessNotVerified |
| 422 | 5005 | FileTooLarge |
| 422 | 5006 | FileInvalid |
| 422 | 5007 | EmailTaken |
| 422 | 5008 | PhoneNumberTaken |
| 422 | 5009 | GoogleAuthenticationNotSupported |
| 422 | 5010 | GoogleIdentityTokenInvalid |
| 422 | 5011 | GoogleIdentityExistsAlready |
| 422 | 5012 | IdentityProviderNotSupported |
| 422 | 5013 | IdentityProviderRefused |
| 422 | 5014 | IdentityExistsAlready |
| 429 | 6000 | AccessVerificationBeginRateLimit |
| 429 | 6001 | TooManyRequests |
| 500 | 7000 | ServerError |
`;

const names = Object.keys(errorTable) as ErrorName[];

// Rules: docs/specification/errors.md#error-body
describe('error table', () => {
  it('equals the specification, with the decided additions', () => {
    const rows = names.map(
      (name) => `| ${errorTable[name].statusCode} | ${errorTable[name].code} | ${name} |`,
    );
    expect(rows).toEqual(specified.trim().split('\n'));
  });

  it('has a sentence for each row', () => {
    for (const name of names) expect(errorTable[name].message).toMatch(/^[A-Z].+\.$/);
  });
});

describe('ApiError', () => {
  it.each(names)('%s is the same error on both ends of the wire', (name) => {
    const sent = new ApiError(name, { message: 'Said', fields: { a: 'b' }, timeout: 7 });
    const body: unknown = JSON.parse(JSON.stringify(toBody(sent)));
    expect(body).toEqual({
      code: errorTable[name].code,
      statusCode: errorTable[name].statusCode,
      message: 'Said',
      key: 'Said',
      fields: { a: 'b' },
      problems: [{ field: 'a', message: 'b', key: 'b' }],
      timeout: 7,
    });
    expect(isOnWire(errorBody, body)).toBe(true);
    const received = ApiError.fromBody(toBody(sent));
    expect(received).toMatchObject({
      name: 'ApiError',
      errorName: name,
      message: 'Said',
      fields: { a: 'b' },
      timeout: 7,
    });
    expect(received.is(name)).toBe(true);
    expect(received.is(name === 'ServerError' ? 'NotAllowed' : 'ServerError')).toBe(false);
  });

  it('has the message of its row on the wire, and its name or the message for clients before that', () => {
    for (const name of names) {
      const { message } = errorTable[name];
      expect(toBody(new ApiError(name))).toMatchObject({ message, key: message });
      const own: Partial<Record<ErrorName, string>> = clientMessages;
      expect(new ApiError(name).message).toBe(own[name] ?? name);
      expect(ApiError.fromBody(toBody(new ApiError(name)))).toMatchObject({ message, key: message });
    }
  });

  it('carries its own sentence and no empty extras', () => {
    expect(toBody(new ApiError('UserNotFound'))).toStrictEqual({
      code: 4002,
      statusCode: 404,
      message: 'User not found.',
      key: 'User not found.',
    });
  });

  it('keeps status and message of a code that it does not know', () => {
    const unknown = ApiError.fromBody({ code: 9999, statusCode: 418, message: 'Teapot' });
    expect(unknown).toMatchObject({ errorName: null, code: null, statusCode: 418, message: 'Teapot' });
    expect(unknown.is('ServerError')).toBe(false);
  });

  it('says the status of an answer without a body of ours', () => {
    expect(ApiError.fromStatus(502)).toMatchObject({
      statusCode: 502,
      message: 'Request failed with status 502',
    });
  });

  it('takes fields as a list of names or as messages by name', () => {
    const base = { code: 1000, message: 'x', statusCode: 400 };
    expect(isOnWire(errorBody, { ...base, fields: ['a'] })).toBe(true);
    expect(isOnWire(errorBody, { ...base, fields: { a: 'b' } })).toBe(true);
    expect(isOnWire(errorBody, { message: 'x' })).toBe(false);
  });
});
