import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Schema } from './endpoint.ts';
import { instant, localTZOffset, page, queryBoolean, queryFraction, text, timeZone, uuid } from './text.ts';
import { fieldErrors, fromWire, isOnWire, toWire } from './wire.ts';

const accepts = (schema: Schema, value: unknown): boolean => isOnWire(schema, value);
const complaint = (schema: Schema, value: unknown): string | undefined => {
  const { error } = z.safeDecode(schema, value);
  return error && fieldErrors(error.issues).body;
};

describe('instant', () => {
  it.each([
    ['2026-05-06T07:08:09Z', '2026-05-06T07:08:09.000Z'],
    ['2026-05-06T07:08Z', '2026-05-06T07:08:00.000Z'],
    ['2026-05-06T07:08:09.123456789+05:30', '2026-05-06T01:38:09.123Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2026-03-01T00:30:00+01:00', '2026-02-28T23:30:00.000Z'],
  ])('reads %s', (wire, iso) => {
    expect(fromWire(instant, wire).toISOString()).toBe(iso);
  });

  it.each([
    '2026-02-30T00:00:00Z',
    '2026-02-29T12:00:00+02:00',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+10:00',
    '9999-12-31T23:59:59-10:00',
  ])('refuses %s, which does not exist', (wire) => {
    expect(() => fromWire(instant, wire)).toThrow(
      expect.objectContaining({ fields: { body: 'Must be a date that exists' } }),
    );
  });

  it.each([
    '2026-05-06',
    '2026-05-06T07:08:09',
    '+012026-05-06T07:08:09Z',
    'tomorrow',
    '-271821-04-20T00:00Z',
    ' 2026-05-06T07:08:09Z',
    '2026-05-06T07:08:09Z ',
  ])('refuses %j, which is no instant', (wire) => {
    expect(complaint(instant, wire)).toBe('Must be a date with a time and an offset');
  });

  it.each([0, null, undefined])('refuses %j, which is no text', (wire) => {
    expect(accepts(instant, wire)).toBe(false);
  });

  it('travels there and back, and refuses what is no date', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }),
        (date) => {
          expect(fromWire(instant, toWire(instant, date))).toEqual(date);
        },
      ),
    );
    expect(() => toWire(instant, new Date(Number.NaN))).toThrow();
    expect(() => toWire(instant, '2026-05-06T07:08:09Z')).toThrow();
  });
});

describe('text', () => {
  const rule = text({ min: 1, max: 3, required: 'Say something', tooLong: 'Shorter' });

  it('is trimmed and counted in code points', () => {
    expect(fromWire(rule, '  abc ')).toBe('abc');
    expect(fromWire(rule, '😀😀😀')).toBe('😀😀😀');
    expect(() => fromWire(rule, '😀😀😀😀')).toThrow(
      expect.objectContaining({ fields: { body: 'Shorter' } }),
    );
    expect(() => fromWire(rule, ' \n ')).toThrow(
      expect.objectContaining({ fields: { body: 'Say something' } }),
    );
  });

  it('says how long it must be when nothing else is said', () => {
    const plain = text({ min: 2, max: 3 });
    expect(complaint(plain, 'a')).toBe('Must have at least 2 characters');
    expect(complaint(plain, 'ab')).toBeUndefined();
    expect(complaint(plain, 'abcd')).toBe('Must have at most 3 characters');
  });

  it.each(['a\0b', '\ud800', 'a\udc00'])('refuses what a database cannot keep: %j', (value) => {
    expect(complaint(rule, value)).toBe('Contains characters that cannot be stored');
  });
});

describe('identifiers, numbers and zones', () => {
  it('takes canonical lower-case uuids only', () => {
    const canonical = '018f0000-0000-7000-8000-00000000000a';
    expect(accepts(uuid, canonical)).toBe(true);
    for (const alias of [
      canonical.toUpperCase(),
      `{${canonical}}`,
      canonical.replaceAll('-', ''),
      `${canonical}\n`,
      `a${canonical}`,
    ]) {
      expect(complaint(uuid, alias)).toBe('Must be a uuid');
    }
  });

  it('bounds every list', () => {
    const list = z.object(page());
    expect(fromWire(list, { limit: '100', offset: '100000' })).toEqual({ limit: 100, offset: 100_000 });
    expect(fromWire(list, {})).toEqual({});
    for (const offset of ['-1', '100001', '9223372036854775808']) {
      expect(accepts(list, { offset })).toBe(false);
    }
  });

  it.each([
    ['0', 'Must be at least 1'],
    ['-1', 'Must be at least 1'],
    ['101', 'Must be at most 100'],
    ['1.5', 'Must be a whole number'],
    ['', 'Must be a whole number'],
    ['x', 'Must be a whole number'],
    ['1e3', 'Must be a whole number'],
  ])('refuses the limit %j: %s', (limit, sentence) => {
    expect(complaint(page().limit, limit)).toBe(sentence);
  });

  it.each([
    ['0', 0],
    ['0.25', 0.25],
    ['1', 1],
  ])('reads the fraction %s of a query', (wire, fraction) => {
    expect(fromWire(queryFraction, wire)).toBe(fraction);
  });

  it.each([
    ['1.01', 'Must be at most 1'],
    ['10', 'Must be at most 1'],
    ['-0.1', 'Must be at least 0'],
    ['NaN', 'Must be a number'],
    ['', 'Must be a number'],
    ['1e-3', 'Must be a number'],
  ])('refuses the fraction %j: %s', (wire, sentence) => {
    expect(complaint(queryFraction, wire)).toBe(sentence);
  });

  it.each([true, false])('carries %s in a query', (value) => {
    expect(toWire(queryBoolean, value)).toBe(String(value));
    expect(fromWire(queryBoolean, String(value))).toBe(value);
    expect(complaint(queryBoolean, '1')).toBe('Must be true or false');
  });

  it.each(['Europe/Amsterdam', 'Asia/Kolkata', 'UTC', 'Etc/GMT+3'])('knows the time zone %s', (zone) => {
    expect(accepts(timeZone, zone)).toBe(true);
  });

  it.each(['Mars/Olympus', '', '+05:30', '-03:00', 'UTC ', 'UTC\n'])('knows no time zone %j', (zone) => {
    expect(complaint(timeZone, zone)).toBe('Unknown time zone');
  });
});

describe('field errors', () => {
  it('name each field by its path, the first complaint first', () => {
    const schema = z.object({
      a: z.object({ b: z.array(z.number('Number, please')) }),
      c: z.string('Text, please'),
    });
    expect(() => fromWire(schema, { a: { b: [1, 'x'] } })).toThrow(
      expect.objectContaining({ code: 1000, fields: { 'a.b.1': 'Number, please', c: 'Text, please' } }),
    );
    expect(
      fieldErrors([
        { path: ['a'], message: 'one' },
        { path: ['a'], message: 'two' },
      ]),
    ).toEqual({ a: 'one' });
  });
});

describe('localTZOffset', () => {
  it.each([
    [5.5, 5.5],
    [5.75, 5.75],
    [-3.49, -3.5],
    [5e-323, 0],
    [24, 24],
  ])('%d is kept as %d', (given, kept) => {
    expect(fromWire(localTZOffset, given)).toBe(kept);
  });

  it.each([24.1, -25, Number.NaN, Number.POSITIVE_INFINITY])('%d is refused', (given) => {
    expect(accepts(localTZOffset, given)).toBe(false);
  });
});
