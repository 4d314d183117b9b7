/** The parts of the Postgres frontend protocol (version 3) needed between `pg` and PGlite. */

export const sslRequestCode = 80877103;
export const gssRequestCode = 80877104;
export const cancelRequestCode = 80877102;

/** Splits a byte stream into frames and buffers incomplete ones. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #size = 0;
  #needed = 0;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /** Returns the next complete frame; `lengthAt` is the offset of its length (0 before the start-up message, 1 after it). */
  next(lengthAt: 0 | 1): Buffer | undefined {
    if (this.#size < Math.max(this.#needed, lengthAt + 4)) return undefined;
    const bytes = Buffer.concat(this.#chunks);
    this.#chunks = [bytes];
    const length = lengthAt + bytes.readInt32BE(lengthAt);
    this.#needed = length;
    if (bytes.length < length) return undefined;
    this.#needed = 0;
    this.#chunks = [bytes.subarray(length)];
    this.#size = bytes.length - length;
    return bytes.subarray(0, length);
  }
}

export function frame(type: string, body: Buffer | string = ''): Buffer {
  const bytes = Buffer.from(body);
  const head = Buffer.alloc(5, type, 'latin1');
  head.writeInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}

/** Replaces the prepared statement name in a frame; frames without one are returned unchanged. */
export function renameStatement(message: Buffer, rename: (name: string) => string): Buffer {
  const start = nameStart(message);
  if (start === undefined) return message;
  const end = message.indexOf(0, start);
  const name = message.toString('utf8', start, end);
  if (name === '') return message;
  const body = [message.subarray(5, start), Buffer.from(rename(name)), message.subarray(end)];
  return frame(typeOf(message), Buffer.concat(body));
}

export function typeOf(message: Buffer): string {
  return message.toString('latin1', 0, 1);
}

function nameStart(message: Buffer): number | undefined {
  switch (typeOf(message)) {
    case 'P': // Parse: statement, query, …
      return 5;
    case 'B': // Bind: portal, statement, …
      return message.indexOf(0, 5) + 1;
    case 'C': // Close and Describe: 'S' for a statement or 'P' for a portal, then its name
    case 'D':
      return message[5] === 'S'.charCodeAt(0) ? 6 : undefined;
    default:
      return undefined;
  }
}

/** Builds an ErrorResponse that ends the connection. */
export function fatalError(code: string, text: string): Buffer {
  return frame('E', `SFATAL\0VFATAL\0C${code}\0M${text}\0\0`);
}
