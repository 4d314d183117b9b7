import { errorTable, toBody } from '@parlance/contract/error-table';
import { ApiError, type ErrorName } from '@parlance/contract/errors';
import { describe, expect, it } from 'vitest';
import { errorMessages } from './error-message.ts';
import { NetworkError, UnexpectedAnswerError } from './network-error.ts';

const withFields = (fields: unknown, name: ErrorName = 'RequestDataInvalid') =>
  new ApiError(name, { fields: fields as Record<string, string> });

// Joins the English messages into one line, the form used in the specification.
const errorMessage = (error: unknown) =>
  errorMessages(error)
    .map(({ message }) => message)
    .join(', ');

// Rules: docs/specification/errors.md#general-messages
describe('message mapping for general errors', () => {
  it.each([
    ['RefreshTokenInvalid', 'Your session has expired. Please sign in again.'],
    ['SessionInvalid', 'Your session is invalid. Please sign in again.'],
    ['UserBanned', 'Your account has been banned. Please contact support.'],
    ['UserNotFound', 'User not found.'],
  ] as const)('%s', (name, message) => {
    expect(errorMessage(new ApiError(name, { message: 'The server says otherwise' }))).toBe(message);
  });

  it.each([
    ['email', 'Please enter a valid email address'],
    ['phone', 'Please enter a valid phone number'],
    ['emailOrPhone', 'Please enter a valid email address or phone number'],
    ['password', 'Password must be at least 8 characters long.'],
  ])('an invalid %s has the message of section 5', (field, message) => {
    expect(errorMessage(withFields([field]))).toBe(message);
    expect(errorMessage(withFields({ [field]: message }))).toBe(message);
  });

  it.each([
    [{ name: 'Name is required' }, 'Name is required'],
    [{ name: 'Name is required', query: 'Too long' }, 'Name is required, Too long'],
    [{ name: { message: 'is odd' } }, 'name: is odd'],
    [{ name: {}, query: null }, 'name: Invalid value, query: Invalid value'],
    [{}, 'Please check your input and try again.'],
  ])('the field-errors object %j', (fields, message) => {
    expect(errorMessage(withFields(fields))).toBe(message);
    expect(errorMessage(withFields(fields, 'NotAllowed'))).toBe(message);
  });

  it('the code comes before the fields, the fields before the status', () => {
    expect(errorMessage(withFields({ a: 'b' }, 'UserNotFound'))).toBe('User not found.');
    expect(errorMessage(withFields({ a: 'b' }, 'ServerError'))).toBe('b');
  });

  it.each([
    [400, 'Please check your input and try again.'],
    [401, 'You are not authorized to perform this action.'],
    [404, 'The requested resource was not found.'],
    [500, 'Something went wrong. Please try again later.'],
    [403, 'An unexpected error occurred. Please try again.'],
    [422, 'An unexpected error occurred. Please try again.'],
    [429, 'An unexpected error occurred. Please try again.'],
    [502, 'An unexpected error occurred. Please try again.'],
  ])('status %i', (status, message) => {
    expect(errorMessage(ApiError.fromStatus(status))).toBe(message);
  });

  it('every other row of the table goes by its status', () => {
    const own = ['RefreshTokenInvalid', 'SessionInvalid', 'UserBanned', 'UserNotFound'];
    for (const name of Object.keys(errorTable) as ErrorName[]) {
      if (own.includes(name)) continue;
      expect(errorMessage(new ApiError(name))).toBe(
        errorMessage(ApiError.fromStatus(errorTable[name].statusCode)),
      );
    }
  });

  it('each of several names has its message', () => {
    expect(errorMessage(withFields(['email', 'startsAt', 'phone']))).toBe(
      'Please enter a valid email address, Please enter a valid phone number',
    );
  });

  it('each of several fields has a message with its key and values', () => {
    const name = 'Must have at most {max} characters';
    const error = ApiError.fromBody({
      ...toBody(withFields({ name: 'Must have at most 60 characters', query: 'Unheard of' })),
      problems: [
        { field: 'name', message: 'Must have at most 60 characters', key: name, values: { max: 60 } },
        { field: 'query', message: 'Unheard of', key: 'Unheard of' },
      ],
    });
    expect(errorMessages(error)).toMatchObject([{ key: name, values: { max: 60 } }, { key: 'Unheard of' }]);
  });

  it('names of unknown fields go by the status', () => {
    expect(errorMessage(withFields(['startsAt']))).toBe('Please check your input and try again.');
  });

  it('anything else', () => {
    for (const error of [new Error('x'), new UnexpectedAnswerError('getUser'), 'text', null, undefined]) {
      expect(errorMessage(error)).toBe('An unexpected error occurred. Please try again.');
    }
  });

  it('a lost network says so', () => {
    expect(errorMessage(new NetworkError())).toBe(
      'The server could not be reached. Please check your connection and try again.',
    );
  });
});
