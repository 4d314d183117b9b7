import { interests } from '@parlance/contract/interest-catalogue';
import { componentSchemas, type JsonSchema } from '@parlance/contract/json-schema';
import fc from 'fast-check';
import { hostileKeys, hostileValue, own } from './hostile-values.ts';

/** Existing values by field name. */
export type Known = Record<string, readonly unknown[]>;

const components = componentSchemas();
const boundaryLengths = [0, 1, 59, 60, 61, 64, 65, 100, 101, 200, 201, 254, 1000, 1001, 4000, 4001];

/** Generates values for a field from its schema: mostly valid, some at the limits, some invalid. `name` selects existing values. */
export function valuesOf(schema: JsonSchema, name: string, known: Known): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 14, arbitrary: plausible(schema, name, known) },
    { weight: 2, arbitrary: hostileValue },
  );
}

function plausible(schema: JsonSchema, name: string, known: Known): fc.Arbitrary<unknown> {
  const resolved = resolve(schema);
  const fresh = fresherValues(resolved, name, known);
  const existing = known[name];
  return existing === undefined
    ? fresh
    : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...existing) }, { weight: 1, arbitrary: fresh });
}

function resolve(schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (components[name] ?? {});
}

function fresherValues(schema: JsonSchema, name: string, known: Known): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => plausible(option, name, known)));
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => plausible({ ...schema, type }, name, known)));
  }
  if (schema.type === 'object') return objectsOf(schema, known);
  if (schema.type === 'array') return listsOf(schema, name, known);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'number' || schema.type === 'integer') return numbersOf(schema);
  if (schema.type === 'string') return textsOf(schema);
  return fc.jsonValue();
}

/** Generates objects, sometimes with a missing or an undeclared field. */
export function objectsOf(
  { properties = {} }: JsonSchema,
  known: Known,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, schema]) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        { weight: 9, arbitrary: valuesOf(schema, name, known) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      ),
    ),
  );
  const extra = fc.option(fc.tuple(fc.constantFrom(...hostileKeys), hostileValue), { freq: 12 });
  return fc.tuple(fc.tuple(...fields), extra).map(([entries, undeclared]) => {
    const object: Record<string, unknown> = {};
    for (const [name, value] of entries) if (value !== undefined) own(object, name, value);
    if (undeclared) own(object, ...undeclared);
    return object;
  });
}

function listsOf(schema: JsonSchema, name: string, known: Known): fc.Arbitrary<unknown> {
  const topics = fc.shuffledSubarray(
    interests.map((interest) => interest.name as unknown),
    { minLength: 4 },
  );
  const any = fc.array(valuesOf(schema.items ?? {}, name, known), { maxLength: 8 });
  return name === 'interests' ? fc.oneof(topics, any) : any;
}

function numbersOf({ minimum = -100, maximum = 100 }: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.double({ min: minimum, max: maximum, noNaN: true }),
    fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }),
    fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1, minimum + 1e-9, 15, 30, 45, 60),
  );
}

function textsOf({ pattern, maxLength = 4001 }: JsonSchema): fc.Arbitrary<unknown> {
  const lengths = [...boundaryLengths.filter((length) => length <= maxLength), maxLength, maxLength + 1];
  const free = fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }) },
    { weight: 1, arbitrary: fc.constantFrom(...lengths.map((length) => 'x'.repeat(length))) },
    { weight: 1, arbitrary: fc.constantFrom(...lengths.map((length) => '\u4f60'.repeat(length))) },
  );
  return typeof pattern === 'string'
    ? fc.oneof(
        { weight: 5, arbitrary: fc.stringMatching(new RegExp(pattern)) },
        { weight: 1, arbitrary: free },
      )
    : free;
}
