import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import { apiPrefix, type Endpoint, fileType, wireFormat } from '@parlance/contract/endpoint';
import { toBody } from '@parlance/contract/error-table';
import { ApiError } from '@parlance/contract/errors';
import { fieldErrors } from '@parlance/contract/wire';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import * as z from 'zod/mini';
import { isNavigation, sendBusyPage } from './busy-page.ts';
import { cachedResponse } from './cached-response.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { type Logger, routePattern } from './logger.ts';
import type { PageLocale } from './page-locale.ts';
import type { Platform } from './platform.ts';
import type { TakeCall } from './request-rates.ts';
import { type ResourceLimits, resourceLimits } from './resource-limits.ts';
import type { Authenticate, Call, Caller, Route } from './serve.ts';
import { bodyTimeMs, endSlowBodies } from './slow-bodies.ts';
import { isDiskFull } from './startup-error.ts';
import type { ReserveUploadMemory } from './upload-memory.ts';
import { bodyMaxBytes, readParts } from './upload-parts.ts';
import { sendWebFile } from './web-build.routes.ts';

// Parsing blocks the event loop in proportion to the size: 100 ms for a megabyte of nested arrays.
const jsonMaxBytes = 256 * 1024;
const largestBodyBytes = 9 * 1024 * 1024;
const timesCheckedEveryMs = 5000;

/** The HTTP server for the few slice routes outside the contract. */
export type Http = FastifyInstance;

/** Creates the HTTP server with error handling and body limits, without routes. */
export async function createHttp(
  log: Logger,
  given: ResourceLimits = resourceLimits,
  offered: readonly PageLocale[] = ['en'],
): Promise<FastifyInstance> {
  const { headersMs } = given;
  const requestTimeout = headersMs + bodyTimeMs(given, largestBodyBytes);
  const http = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonMaxBytes,
    routerOptions: { maxParamLength: 300 },
    // During a stop, requests on open connections are still answered and their connection then closes. A 503 would fail the call:
    // proxies do not retry a POST on another node.
    return503OnClosing: false,
    // No child logger per request: each request logs one line and uses no request id.
    childLoggerFactory: (logger) => logger,
    // Both are set, because Node otherwise applies the smaller one to the headers.
    requestTimeout,
    http: {
      requestTimeout,
      headersTimeout: headersMs,
      connectionsCheckingInterval: Math.min(headersMs, timesCheckedEveryMs),
      // Node itself answers a request without a Host with an empty 400.
      requireHostHeader: false,
    },
    // Undecodable URLs and invalid HTTP never reach the error handler.
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      const answer = toApiError(error);
      void reply.status(answer.statusCode).send(toBody(answer));
    },
    clientErrorHandler: (_error, socket) => refuseBytes(socket),
  });
  // A client that sends this slowly does not read the response either: destroy the connection.
  endSlowBodies(http, given, (socket) => refuseBytes(socket, () => socket.destroy()));
  await http.register(multipart, { throwFileSizeLimit: false });
  acceptEmptyJson(http);
  http.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = toApiError(error);
    const route = routePattern(request);
    if (isDiskFull(error)) log.error({ route }, 'the disk is full');
    // A refusal under load is not a fault: the request log has it, and a stack per request costs more than the refusal.
    else if (answer.statusCode >= 500 && !isRefusal(error))
      log.error({ err: error, route }, 'request failed');
    if (answer.timeout !== undefined) void reply.header('retry-after', String(answer.timeout));
    void reply.status(answer.statusCode).header('cache-control', 'no-store');
    const isBusy = answer.statusCode === 429 && isNavigation(request);
    return isBusy ? sendBusyPage(request, reply, answer, offered) : reply.send(toBody(answer));
  });
  return http;
}

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.statusCode === 503;

function refuseBytes(socket: Socket, then?: () => void): void {
  const body = JSON.stringify(toBody(new ApiError('RequestDataInvalid')));
  // Browsers open connections in advance and take any bytes for the response to their first request.
  if (socket.bytesRead === 0) socket.destroy();
  else if (!socket.writable) then?.();
  else
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      then,
    );
}

// Browsers and proxies send `content-type: application/json` without a body on calls that have no payload.
function acceptEmptyJson(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error');
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/** Maps an exception to an entry of the error table, never a stack. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return new ApiError('FileTooLarge');
  // Checked before the database errors: a client that disconnects mid-request has the code of a lost connection, too.
  if (statusCode >= 400 && statusCode < 500) return new ApiError('RequestDataInvalid');
  // Never a 500: clients treat it as final, and a session renewal would end the session.
  if (statusCode === 503 || isDatabaseUnavailable(error))
    return new ApiError('ServerError', { statusCode: 503, timeout: 5 });
  return new ApiError('ServerError');
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, set before the body is read. */
    caller: Caller | null;
  }
}

/** Registers every API route under the version prefix. */
export function registerRoutes(
  http: FastifyInstance,
  platform: Platform,
  routes: Route[],
  authenticate: Authenticate,
  takeCall: TakeCall = () => {},
  reserveUploadMemory: ReserveUploadMemory = () => () => {},
): void {
  http.decorateRequest('caller', null);
  for (const route of routes) {
    const { endpoint } = route;
    http.route({
      method: endpoint.method,
      url: apiPrefix + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      // Counted below, once the caller is known.
      config: { cost: 0 },
      ...(endpoint.file ? { bodyLimit: bodyMaxBytes(endpoint.file) } : {}),
      // Runs before the body is read: an unauthenticated client cannot upload and gets no validation details.
      onRequest: async (request) => {
        if (endpoint.access !== 'entry')
          request.caller = await identify(endpoint, request, platform, authenticate);
        takeCall(request.raw, request.caller, route.weight);
      },
      handler: async (request, reply) => {
        // Also before the body is read: queued uploads have to fit into memory.
        const release = reserveMemory(endpoint, request, reserveUploadMemory);
        const answer = await readCall(endpoint, { request, reply }, platform, authenticate)
          .then(async (call) => (await route.handle(platform, call)) ?? {})
          .finally(release);
        if (endpoint.cached)
          return sendWebFile(request, reply, await cachedResponse(endpoint.result, answer));
        const result = z.encode(endpoint.result, answer);
        void reply.header('cache-control', 'no-store');
        if (result instanceof Blob) return sendFile(reply, result);
        if (endpoint.produces) return reply.type(`${endpoint.produces}; charset=utf-8`).send(result);
        return result;
      },
    });
  }
}

/** Reserves memory for a call with a file. Without a content length the maximum size is reserved. */
function reserveMemory(
  endpoint: Endpoint,
  request: FastifyRequest,
  reserve: ReserveUploadMemory,
): () => void {
  if (!endpoint.file || !request.caller || !request.isMultipart()) return () => {};
  const bytesMax = bodyMaxBytes(endpoint.file);
  return reserve(
    request.caller.userId,
    Math.min(Number(request.headers['content-length'] ?? bytesMax), bytesMax),
  );
}

/** Sends a file as an attachment, so that browsers never render it. */
async function sendFile(reply: FastifyReply, file: Blob): Promise<FastifyReply> {
  const name = file instanceof File ? `; filename="${file.name}"` : '';
  void reply.header('content-disposition', `attachment${name}`).type(fileType);
  return reply.send(Buffer.from(await file.arrayBuffer()));
}

// The order is fixed: authentication (401, ban), then validation (400), then the slice's own rules.
async function readCall(
  endpoint: Endpoint,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  platform: Platform,
  authenticate: Authenticate,
): Promise<Call<Endpoint>> {
  const body = endpoint.method === 'GET' ? request.query : request.body;
  const caller = endpoint.signedInWhen?.(body)
    ? await identify(endpoint, request, platform, authenticate)
    : request.caller;
  const { fields, file } =
    endpoint.file && request.isMultipart()
      ? await readParts(endpoint.file, request)
      : { fields: body, file: null };
  const issues: z.core.$ZodIssue[] = [];
  const params = decode(endpoint.params, request.params, issues);
  const payload = decode(endpoint.payload, fields, issues);
  const problems = fieldErrors(issues);
  if (endpoint.file?.required && file === null) problems[endpoint.file.field] = 'A file is needed';
  if (Object.keys(problems).length > 0) throw new ApiError('RequestDataInvalid', { fields: problems });
  return {
    params,
    payload,
    caller,
    file,
    // Lazy: parsing the proxy chain is expensive.
    get ip() {
      return platform.addressOf(request.raw);
    },
    host: request.headers.host,
    cookies: request.headers.cookie,
    setCookie: (cookie) => void reply.header('set-cookie', cookie),
    userAgent: request.headers['user-agent'] ?? '',
    format: Number(request.headers[wireFormat.header]) || 1,
    acceptLanguage: request.headers['accept-language'],
  } as Call<Endpoint>;
}

async function identify(
  endpoint: Endpoint,
  request: FastifyRequest,
  { config }: Platform,
  authenticate: Authenticate,
): Promise<Caller | null> {
  const header = request.headers.authorization;
  if (header === undefined) {
    if (endpoint.access === 'public' && config.hasVisitors) return null;
    // Signing in does not help a visitor here, so the error is the same as for any non-admin.
    throw new ApiError(endpoint.access === 'admin' ? 'NotAllowed' : 'NotSignedIn');
  }
  const token = /^bearer +(\S+)$/i.exec(header)?.[1];
  if (token === undefined) throw new ApiError('AccessTokenInvalid');
  const caller = await authenticate(token);
  if (endpoint.access === 'admin' && !caller.isAdmin) throw new ApiError('NotAllowed');
  return caller;
}

function decode(schema: Endpoint['payload'], wire: unknown, issues: z.core.$ZodIssue[]): unknown {
  if (schema === undefined) return {};
  const outcome = z.safeDecode(schema, wire ?? {});
  if (outcome.success) return outcome.data;
  issues.push(...outcome.error.issues);
  return {};
}
