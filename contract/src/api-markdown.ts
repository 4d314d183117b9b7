import { api, type CallName } from './api.ts';
import { eventExample, exampleFor } from './api-examples.ts';
import { callAnswers } from './call-events.ts';
import { chatMessage } from './chat.ts';
import { apiPrefix, type Endpoint, type Schema, wireFormat } from './endpoint.ts';
import { errorTable } from './error-table.ts';
import { callExampleSection, fenced, layOut } from './example-markdown.ts';
import { componentSchemas, type JsonSchema, querySchema, wireSchema } from './json-schema.ts';
import { callsBySlice } from './slices.ts';
import { type ClientEventName, clientEvents, serverEvents } from './socket-events.ts';
import { empty } from './text.ts';

/** Acknowledgements of the client events. */
const answers: Readonly<Record<ClientEventName, Schema>> = {
  ...callAnswers,
  'chat:message': chatMessage,
  'chat:message-voice': chatMessage,
  'chat:typing': empty,
};

const accessWords: Record<Endpoint['access'], string> = {
  entry: 'no token needed',
  public: 'token optional',
  'signed-in': 'signed in',
  admin: 'admin',
};

const accessText = ({ access, signedInWhen }: Endpoint): string =>
  signedInWhen ? `${accessWords[access]}, signed in for some payloads` : accessWords[access];

const linkTo = (entity: string): string => `[${entity}](entities.md#${entity.toLowerCase()})`;

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
    `## ${name}`,
    '',
    `\`${endpoint.method} ${apiPrefix}${endpoint.path}\` · ${accessText(endpoint)}`,
    '',
    `${endpoint.summary}.`,
    '',
    ...(endpoint.params ? fieldTable('path', wireSchema(endpoint.params)) : []),
    ...payloadTable(endpoint),
    ...fileTable(endpoint),
    ...resultTable(endpoint),
    ...callExampleSection(name),
  ];
};

const clientEventSection = ([name, schema]: [string, Schema]): string[] => {
  const answer = answers[name as ClientEventName];
  const file = name === 'chat:message-voice' ? 'recording, ' : '';
  const emitted = layOut(eventExample(name as ClientEventName, schema));
  return [
    `### ${name}`,
    '',
    `Carries ${typeText(wireSchema(schema))}.`,
    `Answered with ${typeText(wireSchema(answer))}.`,
    '',
    ...fenced('js', `await socket.emitWithAck('${name}', ${file}${emitted});`),
    ...fenced('json', layOut(exampleFor(answer, name))),
  ];
};

const serverEventSection = ([name, schema]: [string, Schema]): string[] => [
  `### ${name}`,
  '',
  `Carries ${typeText(wireSchema(schema))}.`,
  '',
  ...fenced('json', layOut(exampleFor(schema, name))),
];

const entitySection = ([name, schema]: [string, JsonSchema]): string[] => {
  const table = fieldTable('field', schema);
  return [`## ${name}`, '', ...(table.length > 0 ? table : [`${typeText(schema)}.`, ''])];
};

const page = (title: string, ...parts: string[]): string =>
  [
    `# ${title}`,
    '',
    'Generated from the contract by `npm run generate`; do not edit. [All calls](../api.md)',
    '',
    ...parts,
  ].join('\n');

const index = (): string =>
  [
    '# API reference',
    '',
    'Generated from the contract by `npm run generate`; do not edit. A running server shows the calls at `/docs`.',
    '',
    'Bodies are JSON, multipart form data where a file is sent. A GET payload travels in the query string.',
    'Every answer outside 2xx is an [ErrorBody](api/entities.md#errorbody).',
    '',
    `A client that knows messages of the type \`picture\` and \`deletedAt\` sends the header \`${wireFormat.header}: ${wireFormat.current}\` with every call. Without it,`,
    'as for clients of 1.0.0, a picture is a text with its caption, or with "Picture", and a deleted message is the text "Message deleted".',
    '',
    'Each call has an example, which a test holds against the schemas. In a shell, set `PARLANCE=http://localhost:3000` and `TOKEN` to the',
    '`accessToken` of [authenticate](api/access.md#authenticate).',
    '',
    '| slice | calls |',
    '|---|---|',
    ...[...callsBySlice].map(
      ([slice, names]) =>
        `| [${slice}](api/${slice}.md) | ${names.map((name) => `[${name}](api/${slice}.md#${name.toLowerCase()})`).join(', ')} |`,
    ),
    `| [socket](api/socket.md) | ${[...Object.keys(clientEvents), ...Object.keys(serverEvents)].map((name) => `\`${name}\``).join(', ')} |`,
    '| [entities](api/entities.md) | what several calls speak of |',
    '',
    '## Errors',
    '',
    '| HTTP | code | name | message |',
    '|---|---|---|---|',
    ...Object.entries(errorTable).map(
      ([name, row]) => `| ${row.statusCode} | ${row.code} | ${name} | ${row.message} |`,
    ),
    '',
    `An [ErrorBody](api/entities.md#errorbody) has the English \`message\` and what it was made of: \`message\` is \`key\` with \`values\` in its`,
    'placeholders. A client shows an error in another language by its `key`, and shows `message` where it does not know the key or there is',
    'none. `fields` has the message of each refused field by its name; `problems` has the same as a list in the order of the request, each',
    'with `key` and `values` of its own. A value called `when` is the wait of `timeout` in English.',
    '',
  ].join('\n');

const socketPage = (): string =>
  page(
    'Socket',
    `Socket.IO at \`/socket.io\` with \`auth: { token, format: ${wireFormat.current} }\`, where the format is the one of the header ${wireFormat.header}. A refusal is a \`connect_error\` whose \`data\` is an`,
    `${linkTo('ErrorBody')}. An event of the client is acknowledged with its answer or with \`{ error }\`.`,
    '`chat:message-voice` carries the file as its first argument.',
    '',
    '## Events of the client',
    '',
    ...Object.entries(clientEvents).flatMap(clientEventSection),
    '## Events of the server',
    '',
    ...Object.entries(serverEvents).flatMap(serverEventSection),
  );

/** The API reference as Markdown, by path in docs: an index, one page per slice, the socket and the entities. */
export const buildApiPages = (): ReadonlyMap<string, string> =>
  new Map([
    ['api.md', index()],
    ...[...callsBySlice].map(([slice, names]): [string, string] => [
      `api/${slice}.md`,
      page(slice, ...names.flatMap(callSection)),
    ]),
    ['api/socket.md', socketPage()],
    ['api/entities.md', page('Entities', ...Object.entries(componentSchemas()).flatMap(entitySection))],
  ]);
