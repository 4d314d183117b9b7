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
// Lost connections; a server that stops, crashed or is not up yet; one that only reads, as a standby does; one that is full.
const serverCodes = /^(08|57P0[123]|25006$|53300$)/;
// What the driver says by itself has no code.
const driverWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error) and is not queryable)/;

/** Whether a failure means that there is no database to write to at the moment: the same call may succeed soon. */
export function isDatabaseGone(error: unknown): boolean {
  const { code, message, errors } = Object(error) as { code?: unknown; message?: unknown; errors?: unknown };
  // A name with several addresses fails once for each.
  if (Array.isArray(errors)) return errors.length > 0 && errors.every(isDatabaseGone);
  if (typeof code === 'string') return networkCodes.has(code) || serverCodes.test(code);
  return typeof message === 'string' && driverWords.test(message);
}
