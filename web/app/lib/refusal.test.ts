import { email, phone } from '@parlance/contract/access';
import { expect, test } from 'vitest';
import { refusalOf } from './refusal';

test.each([
  [email, '', 'Email is required'],
  [email, 'ana', 'Please enter a valid email address'],
  [email, 'Ana@Example.org', null],
  [phone, '', 'Phone number is required'],
  [phone, '12', 'Please enter a valid phone number'],
  [phone, '+4915112345678', null],
])(
  'an address is refused before it is sent, with the words of section 5 (%#)',
  (schema, address, refusal) => {
    expect(refusalOf(schema, address)).toBe(refusal);
  },
);
