import { api, type CallName } from './api.ts';
import { apiPrefix, type Endpoint, fileType } from './endpoint.ts';
import { errorTable } from './error-table.ts';
import { componentSchemas, type JsonSchema, querySchema, wireSchema } from './json-schema.ts';
import { callsBySlice } from './slices.ts';

interface Operation {
  operationId: CallName;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: object[];
  requestBody?: object;
  responses: Record<string, object>;
}

/** The subset of OpenAPI that this file generates. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<'schemas' | 'responses' | 'securitySchemes', Record<string, object>>;
}

const jsonContent = (schema: JsonSchema) => ({ 'application/json': { schema } });

const parametersIn = (place: 'path' | 'query', { properties = {}, required = [] }: JsonSchema): object[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
  }));

const bodyOf = (endpoint: Endpoint): object | undefined => {
  const payload: JsonSchema = endpoint.payload ? wireSchema(endpoint.payload) : {};
  if (endpoint.method === 'GET' || !(endpoint.payload || endpoint.file)) return undefined;
  if (!endpoint.file) return { required: true, content: jsonContent(payload) };
  const { field, required, maxBytes } = endpoint.file;
  const part = { type: 'string', format: 'binary', description: `At most ${maxBytes} bytes` };
  const form: JsonSchema = {
    type: 'object',
    properties: { ...payload.properties, [field]: part },
    required: [...(payload.required ?? []), ...(required ? [field] : [])],
  };
  return { required: true, content: { 'multipart/form-data': { schema: form } } };
};

const securityOf = ({ access, signedInWhen }: Endpoint): Record<string, string[]>[] => {
  const bearer = { accessToken: [] };
  if (access === 'public' || signedInWhen) return [{}, bearer];
  return access === 'entry' ? [] : [bearer];
};

const statusesOf = (endpoint: Endpoint): number[] => {
  const takesInput = endpoint.params || endpoint.payload || endpoint.file;
  const statuses = new Set<number>([500]);
  if (takesInput) statuses.add(400);
  if (endpoint.access !== 'entry' || endpoint.signedInWhen) statuses.add(401).add(403);
  if (endpoint.params) statuses.add(404);
  if (endpoint.method !== 'GET') statuses.add(403).add(422).add(429);
  return [...statuses];
};

const responsesOf = (endpoint: Endpoint): Record<string, object> => {
  const isFile = endpoint.produces === fileType;
  const schema = isFile ? { type: 'string', format: 'binary' } : wireSchema(endpoint.result);
  const content = endpoint.produces ? { [endpoint.produces]: { schema } } : jsonContent(schema);
  const errors = statusesOf(endpoint).map((status) => [status, { $ref: `#/components/responses/${status}` }]);
  return { 200: { description: 'OK', content }, ...Object.fromEntries(errors) };
};

const operationOf = (slice: string, name: CallName): Operation => {
  const endpoint: Endpoint = api[name];
  const query = endpoint.method === 'GET' && endpoint.payload ? querySchema(endpoint.payload) : {};
  const path = endpoint.params ? wireSchema(endpoint.params) : {};
  const parameters = [...parametersIn('path', path), ...parametersIn('query', query)];
  const requestBody = bodyOf(endpoint);
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [slice],
    security: securityOf(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: responsesOf(endpoint),
  };
};

const errorResponses = (): Record<string, object> => {
  const rows = Object.entries(errorTable);
  const statuses = [...new Set(rows.map(([, row]) => row.statusCode))];
  const describe = (status: number) =>
    rows
      .filter(([, row]) => row.statusCode === status)
      .map(([name, row]) => `${row.code} ${name}`)
      .join(', ');
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: describe(status), content: jsonContent({ $ref: '#/components/schemas/ErrorBody' }) },
    ]),
  );
};

/** Describes every call of the contract as an OpenAPI 3.1 document, with values in wire form. */
export const buildOpenApi = (version: string): OpenApiDocument => {
  const paths: OpenApiDocument['paths'] = {};
  for (const [slice, names] of callsBySlice) {
    for (const name of names) {
      const { path, method }: Endpoint = api[name];
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(slice, name) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Parlance', version },
    servers: [{ url: apiPrefix }],
    tags: [...callsBySlice.keys()].map((name) => ({ name })),
    paths,
    components: {
      schemas: componentSchemas(),
      responses: errorResponses(),
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
};
