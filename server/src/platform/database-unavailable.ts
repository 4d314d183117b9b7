const networkCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
// Lost connections; a server that is stopping, crashed or starting; a read-only standby; no free connections.
const serverCodes = /^(08|57P0[123]|25006$|53300$)/;
// Errors raised by the driver itself have no code.
const driverWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error) and is not queryable)/;

/** Whether an error means that no writable database is available, so that a retry can succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message, errors } = Object(error) as { code?: unknown; message?: unknown; errors?: unknown };
  // A host name with several addresses fails once for each.
  if (Array.isArray(errors)) return errors.length > 0 && errors.every(isDatabaseUnavailable);
  if (typeof code === 'string') return networkCodes.has(code) || serverCodes.test(code);
  return typeof message === 'string' && driverWords.test(message);
}
