import * as z from 'zod/mini';
import { readyFile, type WebFile } from './web-build.ts';

const responses = new WeakMap<object, Promise<WebFile>>();

/** Returns an encoded and compressed response, cached by object identity. */
export function cachedResponse(schema: z.ZodMiniType, answer: object): Promise<WebFile> {
  const make = () => readyFile('application/json; charset=utf-8', JSON.stringify(z.encode(schema, answer)));
  const file = responses.get(answer) ?? make();
  responses.set(answer, file);
  return file;
}
