import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { empty, instant, uuid } from './text.ts';

/** Largest number of devices of one member; one more replaces the oldest. */
export const pushDevicesMax = 10;

/** Preferences of push notifications and their defaults. */
export const pushPreferences = {
  'push-messages': true,
  'push-sessions': true,
  /** Whether a notification contains the name of the other person. */
  'push-names': true,
  /** No notifications between these times of the member's zone; empty for none. */
  'push-quiet': '22:00-07:00',
} as const;
export type PushPreferenceName = keyof typeof pushPreferences;

const quietPattern = /^(?:([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d))?$/;

/** Quiet hours as minutes after midnight, `null` for none, or `undefined` for an invalid value. Equal times are no range. */
export function quietHours(value: unknown): { from: number; to: number } | null | undefined {
  const parts = typeof value === 'string' ? quietPattern.exec(value) : null;
  if (!parts) return undefined;
  if (parts[1] === undefined) return null;
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = parts.slice(1).map(Number);
  const range = { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute };
  return range.from === range.to ? undefined : range;
}

/** A device that receives notifications while the app is closed. */
const pushDevice = z.object({
  pushDeviceId: uuid,
  /** The host of the push service. */
  service: z.string(),
  userAgent: z.string(),
  createdAt: instant,
  lastSentAt: z.nullable(instant),
  /** Whether the device was registered by this session. */
  current: z.boolean(),
});

/** The key for `PushManager.subscribe`, null where push is not set up, and the own devices, newest first. */
export const getPush = endpoint({
  method: 'GET',
  path: '/push',
  access: 'signed-in',
  summary: 'Push key and own devices',
  result: z.object({ publicKey: z.nullable(z.string()), devices: z.array(pushDevice) }),
});

const base64url = (length: number) =>
  z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}$`), 'Must be a key in base64url'));

/** Registers this device. A known endpoint is updated and, if another account had it, moves to this one. */
export const addPushDevice = endpoint({
  method: 'POST',
  path: '/push-device',
  access: 'signed-in',
  summary: 'Register a device for push notifications',
  payload: z.object({
    endpoint: z.string().check(z.minLength(1), z.maxLength(1024)),
    /** An uncompressed point of P-256 and 16 bytes, as `PushSubscription.toJSON()` gives them. */
    keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
  }),
  result: z.object({ pushDeviceId: uuid }),
});

const deviceParams = z.object({ pushDeviceId: uuid });

export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/push-device/{pushDeviceId}',
  access: 'signed-in',
  summary: 'Remove a device',
  params: deviceParams,
  result: empty,
});

/** Sends a sample notification to the device. */
export const tryPush = endpoint({
  method: 'POST',
  path: '/push-device/{pushDeviceId}/try',
  access: 'signed-in',
  summary: 'Send a sample notification',
  params: deviceParams,
  result: empty,
});
