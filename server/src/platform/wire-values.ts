import { Decoder, Encoder, type Packet, PacketType } from 'socket.io-parser';
import * as z from 'zod/mini';

const wireOf = new WeakMap<z.ZodMiniType, WeakMap<object, object>>();
const textOf = new WeakMap<object, string>();

/**
 * What travels in the place of a value. A message goes out three times, as answer and to both people; it is checked and
 * encoded for the first.
 */
export function encodeOnce(schema: z.ZodMiniType, value: object): object {
  return wireOf.get(schema)?.get(value) ?? rememberWire(schema, value, z.encode(schema, value) as object);
}

/** For a value whose encoding is made by hand, because the schema's way of making it would be felt. */
export function rememberWire(schema: z.ZodMiniType, value: object, wire: object): object {
  const ofSchema = wireOf.get(schema) ?? new WeakMap<object, object>();
  wireOf.set(schema, ofSchema);
  ofSchema.set(value, wire);
  textOf.set(wire, JSON.stringify(wire));
  return wire;
}

/** Writes packets as Socket.IO does, with the text of a value that is already known put in as it is. */
class WireEncoder extends Encoder {
  override encode(packet: Packet): unknown[] {
    const text =
      packet.nsp === '/' && Array.isArray(packet.data) ? textOf.get(packet.data.at(-1)) : undefined;
    if (text !== undefined && packet.type === PacketType.ACK && packet.data.length === 1)
      return [`${packet.type}${packet.id}[${text}]`];
    if (text !== undefined && packet.type === PacketType.EVENT && packet.data.length === 2)
      return [`${packet.type}${packet.id ?? ''}[${JSON.stringify(packet.data[0])},${text}]`];
    return super.encode(packet);
  }
}

// Far above the longest message however its characters are escaped.
const textMaxLength = 256 * 1024;

/** Refuses before it reads: what is announced (a recording is one attachment) and a text that would hold up everybody. */
class WireDecoder extends Decoder {
  constructor() {
    super({ maxAttachments: 1 });
  }

  override add(packet: unknown): void {
    if (typeof packet === 'string' && packet.length > textMaxLength) throw new Error('the text is too long');
    super.add(packet);
  }
}

/** For the server's `parser` option. */
export const wireParser = { Encoder: WireEncoder, Decoder: WireDecoder };
