import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Schema } from './endpoint.ts';
import { instant, localTZOffset, page, queryBoolean, queryFraction, text, timeZone, uuid } from './text.ts';
import { fieldErrors, fromWire, isOnWire, toWire } from './wire.ts';

const accepts = (schema: Schema, value: unknown): boolean => isOnWire(schema, value);

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
    0,
    null,
    '-271821-04-20T00:00Z',
  ])('refuses %s, which is no instant', (wire) => {
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

  it.each(['a\0b', '\ud800', 'a\udc00'])('refuses what a database cannot keep: %j', (value) => {
    expect(accepts(rule, value)).toBe(false);
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
    ]) {
      expect(accepts(uuid, alias)).toBe(false);
    }
  });

  it('bounds every list', () => {
    const list = z.object(page());
    expect(fromWire(list, { limit: '100', offset: '100000' })).toEqual({ limit: 100, offset: 100_000 });
    expect(fromWire(list, {})).toEqual({});
    for (const wire of [
      { limit: '0' },
      { limit: '101' },
      { limit: '-1' },
      { limit: '1.5' },
      { limit: '' },
      { limit: 'x' },
    ]) {
      expect(accepts(list, wire)).toBe(false);
    }
    for (const offset of ['-1', '100001', '9223372036854775808', '1e3']) {
      expect(accepts(list, { offset })).toBe(false);
    }
  });

  it('reads fractions and booleans of a query', () => {
    expect(fromWire(queryFraction, '0.25')).toBe(0.25);
    for (const wire of ['1.01', '-0.1', 'NaN', '', '1e-3']) expect(accepts(queryFraction, wire)).toBe(false);
    expect(fromWire(queryBoolean, 'true')).toBe(true);
    expect(toWire(queryBoolean, false)).toBe('false');
    expect(accepts(queryBoolean, '1')).toBe(false);
  });

  it('knows time zones and offsets', () => {
    for (const zone of ['Europe/Amsterdam', 'Asia/Kolkata', 'UTC'])
      expect(accepts(timeZone, zone)).toBe(true);
    for (const zone of ['Mars/Olympus', '', '+05:30', 'x'.repeat(65)])
      expect(accepts(timeZone, zone)).toBe(false);
    expect(accepts(localTZOffset, 14)).toBe(true);
    expect(accepts(localTZOffset, 25)).toBe(false);
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
