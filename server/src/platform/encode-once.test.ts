import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { encodeOnce, rememberEncoding } from './encode-once.ts';

const schema = z.object({
  at: z.codec(z.string(), z.date(), { decode: (t) => new Date(t), encode: String }),
});

test('a value is encoded once for a schema', () => {
  const value = { at: new Date(0), secret: 'stays here' };
  const encoded = encodeOnce(schema, value);
  expect(encoded).toEqual({ at: String(value.at) });
  expect(encodeOnce(schema, value)).toBe(encoded);
  expect(encodeOnce(z.object({ secret: z.string() }), value)).toEqual({ secret: 'stays here' });
});

test('a handwritten encoding replaces that of the schema', () => {
  const value = { at: new Date(0) };
  const byHand = { at: 'then' };
  rememberEncoding(schema, value, byHand);
  expect(encodeOnce(schema, value)).toBe(byHand);
});
