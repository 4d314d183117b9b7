import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { password } from './access.ts';
import { errorTable, toBody } from './error-table.ts';
import { ApiError, errorBody } from './errors.ts';
import { createLanguage } from './languages.ts';
import { fill, filled, grouped, messageOf, says } from './message.ts';
import { createPhrase, phraseMaxLength, reviewPhrases, reviewsAtOnceMax } from './phrases.ts';
import { createSlot, slotDurations } from './schedule.ts';
import { seriesMax, seriesMessages } from './series.ts';
import { queryInteger, text } from './text.ts';
import { fromWire } from './wire.ts';

const refusalOf = (schema: z.ZodMiniType, value: unknown): ApiError => {
  try {
    fromWire(schema, value);
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('The value was not refused.');
};

describe('a message', () => {
  it('is its template with each value in its place', () => {
    expect(fill('From {min} to {max}, {min} at least', { min: 2, max: 9 })).toBe('From 2 to 9, 2 at least');
    expect(fill('At most {max}', { max: 5000 })).toBe('At most 5000');
    expect(fill('At most {max}', { max: 5000 }, grouped)).toBe('At most 5,000');
    expect(fill('{what} and {other}', { what: '{other}' })).toBe('{other} and {other}');
  });

  it('has its template and values where it was made of them, and is its own key otherwise', () => {
    const made = {
      message: 'At most 7 {signs}',
      key: 'At most {max} {signs}',
      values: { max: 7, signs: '{signs}' },
    };
    expect(filled('At most {max} {signs}', made.values)).toEqual(made);
    expect(messageOf(says('At most {max} {signs}', made.values))).toEqual(made);
    expect(messageOf('At most 8 {signs}')).toEqual({
      message: 'At most 8 {signs}',
      key: 'At most 8 {signs}',
    });
  });
});

describe('an error', () => {
  it('carries key and values to the other end', () => {
    const sent = new ApiError('NotAllowed', filled('At most {max} of {kind}.', { max: 5, kind: 'slots' }));
    const body: unknown = JSON.parse(JSON.stringify(toBody(sent)));
    expect(body).toStrictEqual({
      code: errorTable.NotAllowed.code,
      statusCode: 403,
      message: 'At most 5 of slots.',
      key: 'At most {max} of {kind}.',
      values: { max: 5, kind: 'slots' },
    });
    const { message, key, values } = ApiError.fromBody(z.parse(errorBody, body));
    expect({ message, key, values }).toEqual(filled('At most {max} of {kind}.', { max: 5, kind: 'slots' }));
  });

  it('of a server that sends no key has its message as the key, and its fields as the list', () => {
    const old = ApiError.fromBody({
      code: 1000,
      statusCode: 400,
      message: 'The request data is invalid.',
      fields: { b: 'Unheard of', a: 'Must be a uuid' },
    });
    expect(old).toMatchObject({ key: 'The request data is invalid.', values: undefined });
    expect(old.problems).toEqual([
      { field: 'b', message: 'Unheard of', key: 'Unheard of' },
      { field: 'a', message: 'Must be a uuid', key: 'Must be a uuid' },
    ]);
    expect(ApiError.fromBody({ ...toBody(old), fields: ['a'], problems: undefined }).problems).toEqual([]);
  });

  it('says the status of an answer without a body as a value', () => {
    expect(ApiError.fromStatus(502)).toMatchObject({
      key: 'Request failed with status {status}',
      values: { status: 502 },
    });
  });

  it('lists every refused field in order, each with its first complaint', () => {
    const schema = z.object({
      name: text({ min: 3, max: 4 }),
      age: queryInteger(18, 99),
      word: text({ max: 2 }),
    });
    const { fields, problems } = refusalOf(schema, { name: 'x', age: '100', word: 'long' });
    expect(problems).toEqual([
      {
        field: 'name',
        message: 'Must have at least 3 characters',
        key: 'Must have at least {min} characters',
        values: { min: 3 },
      },
      { field: 'age', message: 'Must be at most 99', key: 'Must be at most {max}', values: { max: 99 } },
      {
        field: 'word',
        message: 'Must have at most 2 characters',
        key: 'Must have at most {max} characters',
        values: { max: 2 },
      },
    ]);
    expect(fields).toEqual(Object.fromEntries(problems.map(({ field, message }) => [field, message])));
  });
});

describe('a limit of the contract is a value of its message', () => {
  const phrase = { languageCode: 'en', text: 'x' };
  const slot = { startsAt: '2030-03-05T10:00:00Z' };
  const tooMany = Array.from({ length: reviewsAtOnceMax + 1 }, () => ({}));
  it.each([
    ['password', password, 'short', { min: 8 }, 'Password must be at least 8 characters long.'],
    [
      'text',
      createPhrase.payload,
      { ...phrase, text: 'x'.repeat(401) },
      { max: phraseMaxLength.text },
      'A phrase has at most 400 characters',
    ],
    [
      'meaning',
      createPhrase.payload,
      { ...phrase, meaning: 'x'.repeat(401) },
      { max: phraseMaxLength.meaning },
      'A meaning has at most 400 characters',
    ],
    [
      'context',
      createPhrase.payload,
      { ...phrase, context: 'x'.repeat(1001) },
      { max: phraseMaxLength.context },
      'The context has at most 1000 characters',
    ],
    [
      'proficiency',
      createLanguage.payload,
      { languageCode: 'en', target: false, proficiency: 0.5 },
      { proficiency: 1 },
      'A language you speak has proficiency 1',
    ],
    [
      'duration',
      createSlot.payload,
      { ...slot, duration: 20 },
      { first: 15, second: 30, third: 45, fourth: 60 },
      'Must be 15, 30, 45 or 60 minutes',
    ],
    [
      'reviews',
      reviewPhrases.payload,
      { reviews: tooMany },
      { max: reviewsAtOnceMax },
      'At most 100 reviews',
    ],
  ])('%s', (field, schema, value, values, message) => {
    const { problems } = refusalOf(schema, value);
    const problem = problems.find((each) => each.field === field) ?? problems[0];
    expect(problem).toMatchObject({ message, values });
    expect(problem?.key).not.toMatch(/\d/);
    expect(fill(problem?.key ?? '', values)).toBe(message);
  });

  it('names every length that a slot may have', () => {
    expect(slotDurations).toHaveLength(4);
  });

  it('spells small numbers out in English alone', () => {
    expect(messageOf(seriesMessages.pair)).toEqual({
      message: 'You have two weekly series with this person already.',
      key: 'You have {max} weekly series with this person already.',
      values: { max: seriesMax.pair },
    });
    expect(messageOf(seriesMessages.own)).toMatchObject({
      message: 'You have ten weekly series already.',
      values: { max: seriesMax.person },
    });
  });
});
