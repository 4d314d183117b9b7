import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { api, type CallName } from './api.ts';
import { callExample, eventExample, exampleFor } from './api-examples.ts';
import { callAnswers } from './call-events.ts';
import type { Endpoint, Schema } from './endpoint.ts';
import { clientEvents, serverEvents } from './socket-events.ts';

const complaints = (schema: Schema, wire: unknown): string[] =>
  (z.safeDecode(schema, wire as never).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

describe('the example of', () => {
  it.each(Object.keys(api) as CallName[])('%s is what the server takes and the client reads', (name) => {
    const { params, payload, produces, result }: Endpoint = api[name];
    const example = callExample(name);
    if (params) expect(complaints(params, example.params)).toEqual([]);
    if (payload) expect(complaints(payload, example.payload)).toEqual([]);
    if (!produces) expect(complaints(result, example.result)).toEqual([]);
  });

  it.each(Object.entries(clientEvents))('%s can be sent', (name, schema) => {
    expect(complaints(schema, eventExample(name as keyof typeof clientEvents, schema))).toEqual([]);
  });

  it.each(Object.entries(serverEvents))('%s can be read', (name, schema) => {
    expect(complaints(schema, exampleFor(schema, name))).toEqual([]);
  });

  it.each(Object.entries(callAnswers))('the answer to %s can be read', (name, schema) => {
    expect(complaints(schema, exampleFor(schema, name))).toEqual([]);
  });
});
