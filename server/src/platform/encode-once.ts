import * as z from 'zod/mini';

const encodings = new WeakMap<z.ZodMiniType, WeakMap<object, object>>();

/** The encoding of a value. A message leaves three times, as acknowledgement and to both people, and is encoded for the first. */
export const encodeOnce = (schema: z.ZodMiniType, value: object): object =>
  encodings.get(schema)?.get(value) ?? rememberEncoding(schema, value, z.encode(schema, value) as object);

/** Takes an encoding that was made by hand, faster than the schema makes it. */
export function rememberEncoding(schema: z.ZodMiniType, value: object, encoding: object): object {
  const known = encodings.get(schema) ?? new WeakMap<object, object>();
  encodings.set(schema, known.set(value, encoding));
  return encoding;
}
