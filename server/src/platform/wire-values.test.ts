import { Encoder, PacketType } from 'socket.io-parser';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { encodeOnce, rememberWire, wireParser } from './wire-values.ts';

const schema = z.object({
  at: z.codec(z.string(), z.date(), { decode: (t) => new Date(t), encode: String }),
});

test('a value is encoded once for a schema', () => {
  const value = { at: new Date(0), secret: 'stays here' };
  const wire = encodeOnce(schema, value);
  expect(wire).toEqual({ at: String(value.at) });
  expect(encodeOnce(schema, value)).toBe(wire);
  expect(encodeOnce(z.object({ secret: z.string() }), value)).toEqual({ secret: 'stays here' });
});

test('a packet is written as Socket.IO writes it, whether its value is known or not', () => {
  const value = { at: new Date(0) };
  const known = rememberWire(schema, value, { text: 'a "quoted" 文字 \u2028 word', list: [1, null] });
  expect(encodeOnce(schema, value)).toBe(known);
  const packets = [known, { unknown: true }, 'text', undefined].flatMap((wire) => [
    { type: PacketType.EVENT, nsp: '/', data: ['chat:message', wire] },
    { type: PacketType.EVENT, nsp: '/', id: 0, data: ['chat:message', wire] },
    { type: PacketType.EVENT, nsp: '/', data: ['two', 1, wire] },
    { type: PacketType.ACK, nsp: '/', id: 12, data: [wire] },
    { type: PacketType.ACK, nsp: '/other', id: 12, data: [wire] },
    { type: PacketType.ACK, nsp: '/', id: 12, data: [] },
    { type: PacketType.CONNECT, nsp: '/', data: wire },
    { type: PacketType.EVENT, nsp: '/', data: ['file', Buffer.from('x'), wire] },
  ]);
  const [ours, theirs] = [new wireParser.Encoder(), new Encoder()];
  for (const packet of packets)
    expect(ours.encode(structuredPacket(packet))).toEqual(theirs.encode(structuredPacket(packet)));
});

// Socket.IO takes packets with files apart, so each encoder gets its own; the values in it stay the same ones.
const structuredPacket = <Packet extends { data: unknown }>(packet: Packet): Packet => ({
  ...packet,
  data: Array.isArray(packet.data) ? [...packet.data] : packet.data,
});
