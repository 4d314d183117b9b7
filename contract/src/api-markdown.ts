import { api, type CallName } from './api.ts';
import { callAnswers } from './call-events.ts';
import { apiPrefix, type Endpoint, type Schema } from './endpoint.ts';
import { errorTable } from './errors.ts';
import { componentSchemas, type JsonSchema, querySchema, wireSchema } from './json-schema.ts';
import { callsBySlice } from './slices.ts';
import { clientEvents, serverEvents } from './socket-events.ts';

const accessWords: Record<Endpoint['access'], string> = {
  entry: 'no token needed',
  public: 'token optional',
  'signed-in': 'signed in',
  admin: 'admin',
};

const accessText = ({ access, signedInWhen }: Endpoint): string =>
  signedInWhen ? `${accessWords[access]}, signed in for some payloads` : accessWords[access];

const linkTo = (entity: string): string => `[${entity}](#${entity.toLowerCase()})`;

const rangeText = ({ minimum, maximum, minLength, maxLength }: JsonSchema): string => {
  const low = minimum ?? minLength;
  const high = maximum ?? maxLength;
  if (low !== undefined && high !== undefined) return ` (${low} to ${high})`;
  if (low !== undefined) return ` (at least ${low})`;
  return high === undefined ? '' : ` (at most ${high})`;
};

const typeText = (schema: JsonSchema): string => {
  if (schema.$ref) return linkTo(schema.$ref.replace(/.*\//, ''));
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(' or ');
  if (schema.anyOf) return schema.anyOf.map(typeText).join(' or ');
  if (schema.type === 'array') return `list of ${typeText(schema.items ?? {})}`;
  if (schema.properties) return objectText(schema);
  if (schema.additionalProperties) return 'object by name';
  const types = [schema.type].flat().join(' or ');
  return types + rangeText(schema);
};

const objectText = ({ properties = {}, required = [] }: JsonSchema): string => {
  const fields = Object.entries(properties).map(
    ([name, property]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(property)}`,
  );
  return fields.length === 0 ? 'empty object' : `{ ${fields.join(', ')} }`;
};

const fieldTable = (title: string, { properties = {}, required = [] }: JsonSchema): string[] => {
  const rows = Object.entries(properties).map(
    ([name, property]) =>
      `| \`${name}\` | ${typeText(property)} | ${required.includes(name) ? 'yes' : 'no'} |`,
  );
  return rows.length === 0 ? [] : [`| ${title} | type | required |`, '|---|---|---|', ...rows, ''];
};

const payloadTable = (endpoint: Endpoint): string[] => {
  if (!endpoint.payload) return [];
  return endpoint.method === 'GET'
    ? fieldTable('query', querySchema(endpoint.payload))
    : fieldTable(endpoint.file ? 'form field' : 'payload', wireSchema(endpoint.payload));
};

const fileTable = ({ file }: Endpoint): string[] =>
  file
    ? fieldTable('multipart', {
        properties: { [file.field]: { type: `file of at most ${file.maxBytes / 1024 / 1024} MiB` } },
        required: file.required ? [file.field] : [],
      })
    : [];

const resultTable = ({ result, produces }: Endpoint): string[] => {
  if (produces) return [`Returns ${produces}.`, ''];
  const schema = wireSchema(result);
  if (Object.keys(schema.properties ?? {}).length === 0) return [`Returns ${typeText(schema)}.`, ''];
  return fieldTable('result', schema);
};

const callSection = (name: CallName): string[] => {
  const endpoint: Endpoint = api[name];
  return [
    `### ${name}`,
    '',
    `\`${endpoint.method} ${apiPrefix}${endpoint.path}\` · ${accessText(endpoint)}`,
    '',
    `${endpoint.summary}.`,
    '',
    ...(endpoint.params ? fieldTable('path', wireSchema(endpoint.params)) : []),
    ...payloadTable(endpoint),
    ...fileTable(endpoint),
    ...resultTable(endpoint),
  ];
};

const eventTable = (events: Record<string, Schema>): string[] => [
  '| event | carries |',
  '|---|---|',
  ...Object.entries(events).map(([name, schema]) => `| \`${name}\` | ${typeText(wireSchema(schema))} |`),
  '',
];

const entitySection = ([name, schema]: [string, JsonSchema]): string[] => {
  const table = fieldTable('field', schema);
  return [`### ${name}`, '', ...(table.length > 0 ? table : [`${typeText(schema)}.`, ''])];
};

/** The API reference as Markdown: every call by slice, the entities, the errors and the socket events. */
export const buildApiMarkdown = (): string =>
  [
    '# API reference',
    '',
    'Generated from the contract by `npm run docs -w contract`; do not edit.',
    '',
    'Bodies are JSON, multipart form data where a file is sent. A GET payload travels in the query string.',
    'Every answer outside 2xx is an [ErrorBody](#errorbody).',
    '',
    ...[...callsBySlice].flatMap(([slice, names]) => [`## ${slice}`, '', ...names.flatMap(callSection)]),
    '## Socket',
    '',
    'Socket.IO at `/socket.io` with `auth: { token }`. A refusal is a `connect_error` whose `data` is an',
    '[ErrorBody](#errorbody). A client event of the chat is acknowledged with a [ChatMessage](#chatmessage) or `{ error }`.',
    '',
    'Events of the client (`chat:message-voice` carries the file as its first argument):',
    '',
    ...eventTable(clientEvents),
    'Events of a session (`call:…`) are acknowledged with:',
    '',
    ...eventTable(callAnswers),
    'Events of the server:',
    '',
    ...eventTable(serverEvents),
    '## Errors',
    '',
    '| HTTP | code | name | message |',
    '|---|---|---|---|',
    ...Object.entries(errorTable).map(
      ([name, row]) => `| ${row.statusCode} | ${row.code} | ${name} | ${row.message} |`,
    ),
    '',
    '## Entities',
    '',
    ...Object.entries(componentSchemas()).flatMap(entitySection),
  ].join('\n');
