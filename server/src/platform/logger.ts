import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pino, { type DestinationStream } from 'pino';
import pretty from 'pino-pretty';

export type Logger = FastifyBaseLogger;

// A value under one of these keys is somebody's secret, address or words. It is taken out whatever its depth,
// and in child loggers too, which pino's own path redaction would need one pattern per level for.
const privateKeys = [
  'authorization|cookie|set-cookie|accessToken|refreshToken|googleIdentityToken|token|secret|password',
  'email|phone|emailOrPhone|to|recipient|subject|text|html|content|query',
];

// What is opened and never closed goes up to the end of the line: looked for from each key it would take quadratic time.
const jsonString = String.raw`"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)`;
const privateField = new RegExp(
  String.raw`"(${privateKeys.join('|')})":(?:${jsonString}|\[[^\]]*(?:\]|$)|\{[^}]*(?:\}|$)|-?[\d.]+)`,
  'gi',
);
// `code` is also what errors carry (23505, ECONNRESET, 5001); a sign-in code has six digits or more.
const signInCode = /"code":"?[\d\s]{6,}"?/gi;
const dottedRun = /[\w.-]+/g;
const tokenStart = /\beyJ/;
const bearerToken = /\bBearer\s+[\w.~+/=-]+/gi;
const urlPassword = /(\/\/)[^\s"/@]+@/g;
const queryString = /(\/[^\s"?/]*)\?[^\s"]+/g;
const unbrokenRun = /[^\s"'<>()[\],;:=\\/]+/g;
const addressEnd = /.@[^@]+\.[^.@\d]{2}/;
const phoneNumber = /\+\d{10,15}\b/g;

/** A run of letters, digits, dots and hyphens without the JSON web token that it ends with. */
function withoutToken(run: string): string {
  const start = run.search(tokenStart);
  return start < 0 || run.slice(start).split('.', 3).length < 3 ? run : `${run.slice(0, start)}[token]`;
}

const withoutAddress = (run: string): string =>
  run.includes('@') && addressEnd.test(run) ? '[address]' : run;

/**
 * Last gate before a line is written: whatever a caller passed, no secret, address or user text goes through. A line can hold what a
 * stranger sent, so every pattern takes linear time.
 */
function scrub(line: string): string {
  return line
    .replace(privateField, '"$1":"[private]"')
    .replace(signInCode, '"code":"[private]"')
    .replace(dottedRun, withoutToken)
    .replace(bearerToken, 'Bearer [token]')
    .replace(urlPassword, '$1[private]@')
    .replace(queryString, '$1')
    .replace(unbrokenRun, withoutAddress)
    .replace(phoneNumber, '[address]');
}

/** Only these fields of an error: drivers hang rows, parameters and recipients on theirs. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code !== undefined && { code }),
    ...(statusCode !== undefined && { statusCode }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** The pattern of the route, never its address: a path can hold a calendar secret, a query a signature. */
export function routePattern(request: Pick<FastifyRequest, 'routeOptions'>): string {
  return request.routeOptions?.url ?? 'unmatched';
}

const serializers = {
  req: (request: FastifyRequest) => ({ method: request.method, route: routePattern(request) }),
  res: (reply: FastifyReply) => ({ statusCode: reply.statusCode }),
  err: describeError,
  error: describeError,
};

/** Readable lines on a terminal, JSON lines everywhere else or when a destination is given. */
export function createLogger(options: { level: string; destination?: DestinationStream }): Logger {
  const destination =
    options.destination ??
    (process.stdout.isTTY
      ? pretty({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', singleLine: true, sync: true })
      : pino.destination(1));
  return pino({ level: options.level, base: null, serializers, hooks: { streamWrite: scrub } }, destination);
}

const unloggedRoutes = ['/health/', '/metrics'];

/**
 * A line for a request that failed or was refused for lack of room here, and where every one is logged for each but health checks. Fastify's own two are
 * turned off by its LogController.
 */
export function registerRequestLog(
  fastify: FastifyInstance,
  { isEveryLogged }: { isEveryLogged: boolean },
): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    done();
    const hasFailed = reply.statusCode >= 500;
    if (!hasFailed && !isEveryLogged) return;
    const route = routePattern(request);
    if (unloggedRoutes.some((prefix) => route.startsWith(prefix))) return;
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
    const line = { method: request.method, route, statusCode: reply.statusCode, milliseconds };
    // The cause of a 503 that is a fault, such as a lost database, has a line of its own.
    if (reply.statusCode === 503) request.log.warn(line, 'request refused');
    else if (hasFailed) request.log.error(line, 'request failed');
    else request.log.info(line, 'request');
  });
}
