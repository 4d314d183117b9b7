/** Whether a host name or address is always local. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);

/** Whether the Host header names this machine. Prevents DNS rebinding: a foreign page can point its name at a developer's machine. */
export function isOwnHost({ publicUrl }: { publicUrl: string }, host: string | undefined): boolean {
  if (host === undefined || !/^[\w.:[\]-]+$/.test(host)) return false;
  const asked = URL.parse(`http://${host}`)?.hostname ?? '';
  return isLoopback(asked) || asked === new URL(publicUrl).hostname;
}
