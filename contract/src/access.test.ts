import { describe, expect, it } from 'vitest';
import { email, emailOrPhone, password, phone, verificationCode } from './access.ts';
import type { Schema } from './endpoint.ts';
import { ApiError } from './errors.ts';
import { fromWire } from './wire.ts';

const complaint = (schema: Schema, value: unknown): unknown => {
  try {
    return fromWire(schema, value);
  } catch (error) {
    return (error as ApiError).fields;
  }
};

// Rules: docs/specification/access.md#addresses
describe('email', () => {
  it.each(['', '   ', undefined])('is required: %j', (value) => {
    expect(complaint(email, value)).toEqual({ body: 'Email is required' });
  });

  it.each([
    'ada',
    'ada@',
    '@example.org',
    'ada@example',
    'a b@example.org',
    'a@b.org, c@d.org',
    'ada@exa mple.org',
    'ada\u0000@example.org',
    'ada@example.o\u0007rg',
  ])('must be one valid address: %s', (value) => {
    expect(complaint(email, value)).toEqual({ body: 'Please enter a valid email address' });
  });

  it('is trimmed, lower-cased and at most 254 characters', () => {
    expect(fromWire(email, '  Ada.Lovelace+x@Example.ORG ')).toBe('ada.lovelace+x@example.org');
    const domain = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(50)}.org`;
    const longest = `${'x'.repeat(254 - domain.length - 1)}@${domain}`;
    expect(fromWire(email, longest)).toHaveLength(254);
    expect(complaint(email, `x${longest}`)).toEqual({ body: 'Please enter a valid email address' });
  });
});

describe('phone', () => {
  it.each(['', ' ', undefined])('is required: %j', (value) => {
    expect(complaint(phone, value)).toEqual({ body: 'Phone number is required' });
  });

  it.each(['123456789', '+1234567890123456', '06-12345678', '++31612345678', 'phone'])(
    'is an optional plus and 10 to 15 digits: %s',
    (value) => {
      expect(complaint(phone, value)).toEqual({ body: 'Please enter a valid phone number' });
    },
  );

  it('is kept as a plus and digits', () => {
    expect(fromWire(phone, ' 1234567890 ')).toBe('+1234567890');
    expect(fromWire(phone, '+123456789012345')).toBe('+123456789012345');
  });
});

describe('email or phone', () => {
  it.each(['', '  ', undefined])('is required: %j', (value) => {
    expect(complaint(emailOrPhone, value)).toEqual({ body: 'Email or phone number is required' });
  });

  it.each(['ada', '12345', 'ada@example'])('is one of the two: %s', (value) => {
    expect(complaint(emailOrPhone, value)).toEqual({
      body: 'Please enter a valid email address or phone number',
    });
  });

  it('takes either in canonical form', () => {
    expect(fromWire(emailOrPhone, 'ADA@example.org')).toBe('ada@example.org');
    expect(fromWire(emailOrPhone, '31612345678')).toBe('+31612345678');
  });
});

describe('password and code', () => {
  it.each(['Short1', 'alllower1', 'ALLUPPER1', 'NoDigitsHere'])('refuses the password %s', (value) => {
    expect(complaint(password, value)).toEqual({ body: 'Password must be at least 8 characters long.' });
  });

  it('takes a password with 8 characters, both cases and a digit', () => {
    expect(fromWire(password, 'Abcdefg1')).toBe('Abcdefg1');
  });

  it('ignores spaces in a code and refuses what is not digits', () => {
    expect(fromWire(verificationCode, ' 123 456 ')).toBe('123456');
    expect(fromWire(verificationCode, '0123456789')).toBe('0123456789');
    for (const value of ['', '12a456', '12345678901', '１２３４５６']) {
      expect(complaint(verificationCode, value)).toEqual({ body: 'The verification code is invalid.' });
    }
    expect(complaint(verificationCode, undefined)).toEqual({ body: 'The verification code is required' });
  });

  it('refuses as the error table says', () => {
    expect(() => fromWire(email, 'x')).toThrow(ApiError);
  });
});
