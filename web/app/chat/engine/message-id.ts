/** A random id for a message. Not crypto.randomUUID, which pages without TLS lack. */
export function newMessageId(): string {
  return formatId(crypto.getRandomValues(new Uint8Array(16)), 4);
}

/** The same words always make the same id, in a space of their own. Pages without TLS get a random one. */
export async function namedMessageId(...words: string[]): Promise<string> {
  if (!crypto.subtle) return newMessageId();
  const name = new TextEncoder().encode(words.join('\u0000'));
  const digest = await crypto.subtle.digest('SHA-256', name);
  return formatId(new Uint8Array(digest).slice(0, 16), 8);
}

function formatId(bytes: Uint8Array, version: number): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
