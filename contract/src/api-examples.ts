import { api, type CallName } from './api.ts';
import type { Endpoint, Schema } from './endpoint.ts';
import { exampleValues } from './example-values.ts';
import { componentSchemas, type JsonSchema, wireSchema } from './json-schema.ts';
import { payloadExamples } from './payload-examples.ts';
import type { ClientEventName } from './socket-events.ts';
import type { Wire } from './wire.ts';

/** The request and the response of a call, in wire form. */
export interface CallExample {
  params: Record<string, string>;
  payload: Wire;
  result: Wire;
}

const entities = componentSchemas();
const anInstant = '2026-11-16T09:30:00.000Z';
const anId = '0198c0de-0000-7000-8000-0000000000ff';
const entityValues: Record<string, Wire> = { Instant: anInstant, Uuid: anId, LanguageCode: 'es' };

/** The first example value of this name that the schema accepts, or one derived from the schema. */
function exampleOf(schema: JsonSchema, field: string, parent = ''): Wire {
  const candidates = exampleValues[`${parent}.${field}`] ?? exampleValues[field] ?? [];
  const told = candidates.find((value) => fits(schema, value));
  return told === undefined ? madeUp(schema, field, parent) : told;
}

function madeUp(schema: JsonSchema, field: string, parent: string): Wire {
  const entity = entityOf(schema);
  if (entity) return entityValues[entity] ?? exampleOf(entities[entity] ?? {}, field, parent);
  if (schema.anyOf) return exampleOf(schema.anyOf[0] ?? {}, field, parent);
  if (schema.enum) return schema.enum[0] as Wire;
  if (schema.const !== undefined) return schema.const as Wire;
  if (schema.properties) return objectOf(schema.properties, field);
  if (schema.items) return [exampleOf(schema.items, field, parent)];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(1, schema.minimum ?? 1);
  return schema.type === 'object' ? {} : field;
}

const objectOf = (properties: Record<string, JsonSchema>, parent: string): Wire =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, exampleOf(property, name, parent)]),
  );

const entityOf = ({ $ref }: JsonSchema): string | undefined => $ref?.replace(/.*\//, '');

function fits(schema: JsonSchema, value: Wire): boolean {
  const entity = entityOf(schema);
  if (entity) return entity in entityValues ? typeof value === 'string' : fits(entities[entity] ?? {}, value);
  if (schema.anyOf) return schema.anyOf.some((one) => fits(one, value));
  if (schema.enum) return schema.enum.includes(value);
  if (schema.const !== undefined) return schema.const === value;
  if (Array.isArray(value))
    return schema.items !== undefined && value.every((item) => fits(schema.items ?? {}, item));
  if (value !== null && typeof value === 'object') return schema.type === 'object' && !schema.properties;
  const type = value === null ? 'null' : typeof value;
  const types = [schema.type].flat().map((one) => (one === 'integer' ? 'number' : one));
  return types.includes(type) && new RegExp((schema.pattern as string | undefined) ?? '').test(String(value));
}

/** Example payload or response for a call or event. */
export const exampleFor = (schema: Schema, name: string): Wire => exampleOf(wireSchema(schema), name);

export function callExample(name: CallName): CallExample {
  const { params, payload, produces, result }: Endpoint = api[name];
  return {
    params: params ? (exampleFor(params, name) as Record<string, string>) : {},
    payload: payloadExamples[name] ?? (payload ? exampleFor(payload, name) : {}),
    result: produces ? null : exampleFor(result, name),
  };
}

export const eventExample = (name: ClientEventName, schema: Schema): Wire =>
  payloadExamples[name] ?? exampleFor(schema, name);
