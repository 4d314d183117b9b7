/** Whether a name or an address only ever means the machine that uses it. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);

/**
 * Whether a request was made to this machine by its own name. A page of a stranger can have its own name point here, and its
 * requests then come from the browser of whoever develops; only their Host still tells.
 */
export function isOwnHost({ publicUrl }: { publicUrl: string }, host: string | undefined): boolean {
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host)) return false;
  const asked = URL.parse(`http://${host}`)?.hostname ?? '';
  return isLoopback(asked) || asked === new URL(publicUrl).hostname;
}
