import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pino, { type DestinationStream } from 'pino';
import pretty from 'pino-pretty';

export type Logger = FastifyBaseLogger;

// Values under these keys are secrets, addresses or user text. They are removed at any depth and in child loggers, where pino's
// path redaction needs one pattern per level.
const privateKeys = [
  'authorization|cookie|set-cookie|accessToken|refreshToken|googleIdentityToken|token|secret|password',
  'email|phone|emailOrPhone|to|recipient|subject|text|html|content|query',
];

// An unterminated string extends to the end of the line: searching from each key would take quadratic time.
const jsonString = String.raw`"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)`;
const privateField = new RegExp(
  String.raw`"(${privateKeys.join('|')})":(?:${jsonString}|\[[^\]]*(?:\]|$)|\{[^}]*(?:\}|$)|-?[\d.]+)`,
  'gi',
);
// `code` is also an error field (23505, ECONNRESET, 5001); a sign-in code has six digits or more.
const signInCode = /"code":"?[\d\s]{6,}"?/gi;
const dottedRun = /[\w.-]+/g;
const tokenStart = /\beyJ/;
const bearerToken = /\bBearer\s+[\w.~+/=-]+/gi;
const urlPassword = /(\/\/)[^\s"/@]+@/g;
const queryString = /(\/[^\s"?/]*)\?[^\s"]+/g;
const unbrokenRun = /[^\s"'<>()[\],;:=\\/]+/g;
const addressEnd = /.@[^@]+\.[^.@\d]{2}/;
const phoneNumber = /\+\d{10,15}\b/g;

/** Removes a trailing JSON web token from a run of letters, digits, dots and hyphens. */
function withoutToken(run: string): string {
  const start = run.search(tokenStart);
  return start < 0 || run.slice(start).split('.', 3).length < 3 ? run : `${run.slice(0, start)}[token]`;
}

const withoutAddress = (run: string): string =>
  run.includes('@') && addressEnd.test(run) ? '[address]' : run;

/** Removes secrets, addresses and user text from a log line. Lines can contain client input, so every pattern takes linear time. */
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

/** Copies only these fields of an error: drivers attach rows, parameters and recipients. */
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

/** Returns the route pattern, never the URL: a path can contain a calendar secret, a query a signature. */
export function routePattern(request: Pick<FastifyRequest, 'routeOptions'>): string {
  return request.routeOptions?.url ?? 'unmatched';
}

const serializers = {
  req: (request: FastifyRequest) => ({ method: request.method, route: routePattern(request) }),
  res: (reply: FastifyReply) => ({ statusCode: reply.statusCode }),
  err: describeError,
  error: describeError,
};

/** Creates a logger: readable lines on a terminal, JSON lines elsewhere or with a destination. */
export function createLogger(options: { level: string; destination?: DestinationStream }): Logger {
  const destination =
    options.destination ??
    (process.stdout.isTTY
      ? pretty({ translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', singleLine: true, sync: true })
      : pino.destination(1));
  return pino({ level: options.level, base: null, serializers, hooks: { streamWrite: scrub } }, destination);
}

const unloggedRoutes = ['/health/', '/metrics'];

/** Logs failed and refused requests, or all but health checks if configured. Fastify's own two lines are disabled by its LogController. */
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
    // A 503 caused by a fault, such as a lost database, is logged separately.
    if (reply.statusCode === 503) request.log.warn(line, 'request refused');
    else if (hasFailed) request.log.error(line, 'request failed');
    else request.log.info(line, 'request');
  });
}
