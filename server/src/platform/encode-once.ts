import * as z from 'zod/mini';

const encodings = new WeakMap<z.ZodMiniType, WeakMap<object, object>>();

/** Encodes a value once per schema: a message is sent three times, as acknowledgement and to both members. */
export const encodeOnce = (schema: z.ZodMiniType, value: object): object =>
  encodings.get(schema)?.get(value) ?? rememberEncoding(schema, value, z.encode(schema, value) as object);

/** Caches a handwritten encoding that is faster than the schema's. */
export function rememberEncoding(schema: z.ZodMiniType, value: object, encoding: object): object {
  const known = encodings.get(schema) ?? new WeakMap<object, object>();
  encodings.set(schema, known.set(value, encoding));
  return encoding;
}
