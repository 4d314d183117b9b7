import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { api, type CallName } from './api.ts';
import { buildApiPages } from './api-markdown.ts';
import type { Endpoint } from './endpoint.ts';
import { errorTable } from './error-table.ts';
import { firstApi } from './first-api.ts';
import { type JsonSchema, querySchema, wireSchema } from './json-schema.ts';
import { laterApi } from './later-api.ts';
import { buildOpenApi } from './openapi.ts';
import { callsBySlice } from './slices.ts';
import { clientEvents, serverEvents } from './socket-events.ts';

const names = Object.keys(api) as CallName[];
const endpointOf = (name: CallName): Endpoint => api[name];
const fieldsOf = (schema: JsonSchema | undefined): string[] => Object.keys(schema?.properties ?? {});

// The specified calls by method and path. A call is never renamed or removed.
const specified = `
POST /access-verification
POST /access-verification/{accessVerificationId}
POST /auth
POST /reauth
DELETE /session/{userSessionId}
GET /data
POST /user
GET /user
DELETE /user
POST /user/update
POST /user/update-email
POST /user/update-phone
POST /user/update-profile-image
POST /user/connect-google
GET /user/profile
GET /user/{userId}/profile
GET /user/search
POST /user/{userId}/block
POST /user/{userId}/unblock
GET /user/preference/{name}
POST /user/preference/{name}
POST /user/language
DELETE /user/language/{languageCode}
GET /user/language
GET /user/{userId}/language
POST /user/schedule
DELETE /user/schedule/{scheduleSlotId}
GET /user/schedule
GET /user/schedule/appointments
GET /user/{userId}/schedule
POST /user/{userId}/schedule/{scheduleSlotId}/book
POST /user/{userId}/schedule/{scheduleSlotId}/cancel
GET /chat
GET /chat/dm/{userId}
POST /chat/dm/{userId}/read
POST /chat/{chatMessageId}/report
GET /chat/stat
`
  .trim()
  .split('\n');

// Calls added since the first release.
const added = `
GET /session
DELETE /session
GET /user/deletion
GET /user/export
GET /session/{scheduleSlotId}
POST /session/{scheduleSlotId}/report
POST /chat/dm/{userId}
POST /chat/dm/{userId}/voice
POST /chat/dm/{userId}/picture
POST /chat/{chatMessageId}/update
DELETE /chat/{chatMessageId}
GET /user/schedule/{scheduleSlotId}/ics
POST /user/calendar-feed
DELETE /user/calendar-feed
GET /admin/report
GET /admin/report/{reportId}
POST /admin/report/{reportId}/dismiss
POST /admin/report/{reportId}/warn
POST /admin/report/{reportId}/remove
GET /admin/user/{userId}
POST /admin/user/{userId}/ban
POST /admin/user/{userId}/unban
GET /admin/audit
GET /unsubscribe/{token}
POST /unsubscribe/{token}
POST /user/disconnect
POST /user/restore-ways-in
GET /chat/dm/{userId}/topics
POST /chat/{chatMessageId}/translation
GET /phrase
POST /phrase
POST /phrase/{phraseId}/update
DELETE /phrase/{phraseId}
POST /phrase/review
GET /phrase/export
POST /phrase/import
GET /user/rhythm
GET /user/progress
POST /user/schedule/{scheduleSlotId}/outcome
POST /user/schedule/{scheduleSlotId}/again
POST /user/schedule/{scheduleSlotId}/weekly
DELETE /user/schedule/{scheduleSlotId}/weekly
POST /user/schedule/{scheduleSlotId}/thanks
GET /user/schedule/{scheduleSlotId}/thanks
GET /user/{userId}/thanks
POST /thanks/{thanksId}/update
POST /thanks/{thanksId}/report
POST /user/{userId}/save
DELETE /user/{userId}/save
GET /user/saved
GET /user/block
GET /user/weekly-hours
POST /user/weekly-hours
GET /user/schedule/past
POST /user/{userId}/schedule/{scheduleSlotId}/move
POST /user/schedule/{scheduleSlotId}/propose-move
POST /user/schedule/{scheduleSlotId}/answer-move
GET /chat/request
POST /chat/request/{userId}/decline
POST /chat/request/{userId}/refuse
GET /user/standing
POST /user/standing/appeal
POST /user/{userId}/report
GET /user/warning
POST /user/warning/{warningId}/seen
GET /admin/case
POST /admin/case/{caseId}/clear
POST /admin/case/{caseId}/restrict
POST /admin/case/{caseId}/warn
POST /auth/passkey-challenge
POST /passkey/challenge
POST /passkey
GET /passkey
POST /passkey/{passkeyId}
DELETE /passkey/{passkeyId}
GET /push
POST /push-device
DELETE /push-device/{pushDeviceId}
POST /push-device/{pushDeviceId}/try
POST /user/busy-calendar
GET /user/busy-calendar
POST /user/busy-calendar/{busyCalendarId}
POST /user/busy-calendar/{busyCalendarId}/check
DELETE /user/busy-calendar/{busyCalendarId}
GET /user/busy-time
GET /programme
GET /programme/{programmeId}
POST /programme/{programmeId}/join
DELETE /programme/{programmeId}/join
POST /programme/{programmeId}/keep-account
POST /programme/{programmeId}/help
POST /programme/{programmeId}/hours
POST /programme/{programmeId}/hours/{hoursId}/answer
POST /programme/{programmeId}/certificate
GET /certificate/{code}
DELETE /certificate/{code}
POST /programme/{programmeId}/certificate/withdraw
POST /programme
GET /admin/programme
POST /programme/demo
POST /programme/{programmeId}/coordinator
DELETE /programme/{programmeId}/coordinator/{userId}
POST /programme/{programmeId}/update
POST /programme/{programmeId}/state
GET /programme/{programmeId}/overview
GET /programme/{programmeId}/student
DELETE /programme/{programmeId}/student/{userId}
DELETE /programme/{programmeId}/pair/{pairId}
POST /programme/{programmeId}/invitation
GET /programme/{programmeId}/invitation
DELETE /programme/{programmeId}/invitation/{invitationId}
GET /programme/{programmeId}/export
POST /programme/{programmeId}/message
POST /programme/{programmeId}/round
GET /programme/{programmeId}/round/{roundId}
GET /programme/{programmeId}/round
POST /programme/{programmeId}/round/{roundId}/publish
POST /oidc
POST /oidc/complete
POST /user/connect-oidc
GET /invitation/{secret}
`
  .trim()
  .split('\n');

// Rules: docs/specification/README.md
describe('calls', () => {
  it('are the specified ones and the decided additions, each once', () => {
    const declared = names.map((name) => `${endpointOf(name).method} ${endpointOf(name).path}`);
    expect(declared.toSorted()).toEqual([...specified, ...added].toSorted());
  });

  it('load either with the first page or later', () => {
    expect(Object.keys(firstApi).filter((name) => name in laterApi)).toEqual([]);
  });

  it('are open to visitors exactly where the specification says so', () => {
    const withAccess = (access: Endpoint['access']) =>
      names.filter((name) => endpointOf(name).access === access).toSorted();
    expect(withAccess('entry')).toEqual([
      'authenticate',
      'beginAccessVerification',
      'beginOidc',
      'beginPasskeySignIn',
      'completeAccessVerification',
      'completeOidc',
      'createUser',
      'getCertificate',
      'getInvitation',
      'getStaticData',
      'getSubscription',
      'reauthenticate',
      'restoreWaysIn',
      'setSubscription',
    ]);
    expect(withAccess('public')).toEqual(['getProfile', 'listLanguages', 'listSlots', 'searchUsers']);
    expect(withAccess('admin')).toEqual([
      'addCoordinator',
      'banUser',
      'clearCase',
      'createProgramme',
      'dismissReport',
      'getModeratedPerson',
      'getReport',
      'listAllProgrammes',
      'listAudit',
      'listCases',
      'listReports',
      'removeCoordinator',
      'removeReported',
      'restrictCase',
      'tryProgramme',
      'unbanUser',
      'warnHeld',
      'warnReported',
    ]);
  });

  it.each([
    ['sign-in', false],
    ['sign-up', false],
    ['add-passkey', true],
    ['delete-user', true],
    ['update-email', true],
    ['update-phone', true],
  ])('beginning a verification of type %s needs a signed-in user: %s', (type, needed) => {
    expect(api.beginAccessVerification.signedInWhen({ type })).toBe(needed);
  });

  it.each([null, undefined, 'update-email', {}])('who asks for nothing, as %j, needs no user', (payload) => {
    expect(api.beginAccessVerification.signedInWhen(payload)).toBe(false);
  });

  it('may be kept by a browser where the same answer is for all', () => {
    expect(names.filter((name) => endpointOf(name).cached)).toEqual(['getStaticData']);
  });

  it.each(names)('%s has one argument: path, payload and file never share a name', (name) => {
    const { path, params, payload, file } = endpointOf(name);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    const paramNames = params ? fieldsOf(wireSchema(params)) : [];
    expect(paramNames.toSorted()).toEqual(inPath.toSorted());
    const all = [
      ...paramNames,
      ...(payload ? fieldsOf(wireSchema(payload)) : []),
      ...(file ? [file.field] : []),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('belong to a slice each', () => {
    expect([...callsBySlice.values()].flat().toSorted()).toEqual(names.toSorted());
  });
});

describe('OpenAPI document', () => {
  const document = buildOpenApi('1.2.3');

  it.each(names)('describes %s with its input, its answer and who may call', (name) => {
    const { method, path, params, payload, file, access, produces } = endpointOf(name);
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect(operation?.operationId).toBe(name);
    const parameters = (operation?.parameters ?? []) as { name: string; in: string }[];
    const inPlace = (place: string) => parameters.filter((one) => one.in === place).map((one) => one.name);
    expect(inPlace('path')).toEqual(params ? fieldsOf(wireSchema(params)) : []);
    const isQuery = method === 'GET' && payload;
    expect(inPlace('query')).toEqual(isQuery ? fieldsOf(querySchema(payload)) : []);
    const body = JSON.stringify(operation?.requestBody ?? {});
    if (file) expect(body).toContain(`multipart/form-data`);
    else expect(body.includes('application/json')).toBe(method !== 'GET' && payload !== undefined);
    expect(JSON.stringify(operation?.responses[200])).toContain(produces ?? 'application/json');
    const needsToken = access === 'signed-in' || access === 'admin';
    expect(JSON.stringify(operation?.security) === '[{"accessToken":[]}]').toBe(needsToken);
  });

  it('has every reference that it uses', () => {
    const text = JSON.stringify(document);
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      expect(Object.keys(document.components[kind as 'schemas'] ?? {})).toContain(name);
    }
    expect(text).not.toContain('$defs');
  });

  it('names every error under its status', () => {
    for (const [name, { statusCode, code }] of Object.entries(errorTable)) {
      const response = document.components.responses[statusCode] as { description: string };
      expect(response.description).toContain(`${code} ${name}`);
    }
  });
});

describe('docs/api', () => {
  const pages = buildApiPages();
  const all = [...pages.values()].join('\n');

  it('has every call with an example, every error and every event', () => {
    for (const name of names) {
      const { method, path } = endpointOf(name);
      const section = all.split(`\n## ${name}\n\n`)[1]?.split('\n## ')[0] ?? '';
      expect(section).toContain(`\`${method} /v1${path}\``);
      expect(section).toContain('```sh\ncurl ');
    }
    for (const name of Object.keys(errorTable)) expect(all).toContain(`| ${name} |`);
    for (const event of [...Object.keys(clientEvents), ...Object.keys(serverEvents)]) {
      expect(all).toContain(`### ${event}\n`);
    }
  });

  it('is up to date, without a page too many', async () => {
    const docs = new URL('../../docs/', import.meta.url);
    for (const [path, text] of pages) expect(await readFile(new URL(path, docs), 'utf8')).toBe(text);
    const present = (await readdir(new URL('api/', docs))).map((name) => `api/${name}`);
    expect(present.filter((path) => !pages.has(path))).toEqual([]);
  });

  it('leads nowhere that is not there', () => {
    const anchors = new Map(
      [...pages].map(([path, text]) => [
        path,
        [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title)),
      ]),
    );
    for (const [path, text] of pages) {
      for (const [, target = '', anchor] of text.matchAll(/\]\((\S+?\.md)(?:#([^)]+))?\)/g)) {
        const page = new URL(target, `https://docs/${path}`).pathname.slice(1);
        expect(anchors.keys()).toContain(page);
        if (anchor) expect(anchors.get(page)).toContain(anchor);
      }
    }
  });
});

// GitHub's anchor of a heading.
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
