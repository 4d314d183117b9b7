import { describe, expect, it } from 'vitest';
import { buildOpenApi } from './openapi.ts';
import { callsBySlice } from './slices.ts';

const document = buildOpenApi('1.2.3');
const uuid = { $ref: '#/components/schemas/Uuid' };
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: uuid });
const inQuery = (name: string, schema: object) => ({ name, in: 'query', required: false, schema });
const answers = (content: object, ...statuses: number[]) => ({
  200: { description: 'OK', content },
  ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
});
const json = (schema: object) => ({ 'application/json': { schema } });
const signedIn = [{ accessToken: [] }];
const both = [{}, { accessToken: [] }];

describe('an operation of the OpenAPI document', () => {
  it('has only an answer where nothing is asked', () => {
    expect(document.paths['/data']?.get).toStrictEqual({
      operationId: 'getStaticData',
      summary: 'Languages, interests, goals and limits',
      tags: ['static-data'],
      security: [],
      responses: answers(json({ $ref: '#/components/schemas/StaticData' }), 500),
    });
  });

  it('has the numbers and instants of a query as what they mean', () => {
    const operation = document.paths['/user/{userId}/schedule']?.get;
    expect(operation?.security).toEqual(both);
    expect(operation?.parameters).toEqual([
      inPath('userId'),
      inQuery('limit', { type: 'number', minimum: 1, maximum: 100 }),
      inQuery('offset', { type: 'number', minimum: 0, maximum: 100_000 }),
      inQuery('start', { $ref: '#/components/schemas/Instant' }),
    ]);
    expect(Object.keys(operation?.responses ?? {})).toEqual(['200', '400', '401', '403', '404', '500']);
  });

  it('has its path without a body where a call only names something', () => {
    expect(document.paths['/session/{userSessionId}']?.delete).toStrictEqual({
      operationId: 'endSession',
      summary: 'Sign out a session',
      tags: ['access'],
      security: signedIn,
      parameters: [inPath('userSessionId')],
      responses: answers(json({ type: 'object', properties: {} }), 400, 401, 403, 404, 422, 429, 500),
    });
  });

  it('has its payload as a body, and says that it is for both where the payload decides', () => {
    const operation = document.paths['/access-verification']?.post;
    expect(operation?.security).toEqual(both);
    expect(operation?.requestBody).toEqual({
      required: true,
      content: json({
        type: 'object',
        properties: {
          emailOrPhone: { type: 'string', minLength: 1 },
          type: {
            type: 'string',
            enum: ['add-passkey', 'delete-user', 'sign-in', 'sign-up', 'update-email', 'update-phone'],
          },
        },
        required: ['emailOrPhone', 'type'],
      }),
    });
    expect(Object.keys(operation?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '403',
      '422',
      '429',
      '500',
    ]);
  });

  it('has a file and what goes with it as a form', () => {
    const form = (path: string) => document.paths[path]?.post?.requestBody;
    const file = (bytes: number) => ({
      type: 'string',
      format: 'binary',
      description: `At most ${bytes} bytes`,
    });
    const multipart = (properties: object, required: string[]) => ({
      required: true,
      content: { 'multipart/form-data': { schema: { type: 'object', properties, required } } },
    });
    expect(form('/chat/dm/{userId}/voice')).toEqual(
      multipart({ clientMessageId: uuid, repliesTo: uuid, audio: file(6_291_456) }, ['audio']),
    );
    expect(form('/user/update-profile-image')).toEqual(multipart({ image: file(5_242_880) }, []));
    const statuses = document.paths['/user/update-profile-image']?.post?.responses;
    expect(Object.keys(statuses ?? {})).toEqual(['200', '400', '401', '403', '422', '429', '500']);
  });

  it('answers in the form that the call says', () => {
    expect(document.paths['/user/schedule/{scheduleSlotId}/ics']?.get?.responses).toEqual(
      answers({ 'text/calendar': { schema: { type: 'string' } } }, 400, 401, 403, 404, 500),
    );
  });
});

describe('the OpenAPI document', () => {
  it('says what it is and how to sign in', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Parlance', version: '1.2.3' },
      servers: [{ url: '/v1' }],
      components: {
        securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    });
    expect(document.tags.map(({ name }) => name)).toEqual([...callsBySlice.keys()]);
  });

  it('names the errors of a status together', () => {
    expect(document.components.responses[403]).toEqual({
      description: '3000 NotAllowed, 3001 UserBanned, 3002 UserIsBlocked, 3003 SignUpClosed',
      content: json({ $ref: '#/components/schemas/ErrorBody' }),
    });
  });
});
