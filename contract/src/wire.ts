import * as z from 'zod/mini';
import type { Schema } from './endpoint.ts';
import { ApiError } from './errors.ts';

/** A value in its wire form: JSON. */
export type Wire = string | number | boolean | null | Wire[] | { [field: string]: Wire };

interface Issue {
  path: PropertyKey[];
  message: string;
}

/** One message per refused field, by its dotted path (`body` for the whole); the first issue of a field wins. */
export const fieldErrors = (issues: readonly Issue[]): Record<string, string> => {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) {
    const field = path.map(String).join('.') || 'body';
    fields[field] ??= message;
  }
  return fields;
};

const refuse = (issues: readonly Issue[]): ApiError =>
  new ApiError('RequestDataInvalid', { fields: fieldErrors(issues) });

/** Encodes a value for the wire. Throws RequestDataInvalid with the refused fields. */
export const toWire = <S extends Schema>(schema: S, value: unknown): z.input<S> => {
  const encoded = z.safeEncode(schema, value as z.output<S>);
  if (!encoded.success) throw refuse(encoded.error.issues);
  return encoded.data;
};

/** Decodes a value from the wire. Throws RequestDataInvalid with the refused fields. */
export const fromWire = <S extends Schema>(schema: S, value: unknown): z.output<S> => {
  const decoded = z.safeDecode(schema, value as z.input<S>);
  if (!decoded.success) throw refuse(decoded.error.issues);
  return decoded.data;
};

export const isOnWire = <S extends Schema>(schema: S, value: unknown): value is z.input<S> =>
  z.safeDecode(schema, value as z.input<S>).success;
