import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { ApiError } from '@parlance/contract/errors';
import { word } from '@parlance/words/word';
import type { Platform } from '#platform/platform';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const keyOf = ({ secret }: Pick<Platform, 'secret'>): Buffer =>
  createHmac('sha256', secret).update('busy-calendar-address').digest();

/** Encrypts an address, bound to its calendar: a row copied to another calendar cannot be read. */
export function sealAddress(platform: Pick<Platform, 'secret'>, calendarId: string, address: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, keyOf(platform), nonce).setAAD(Buffer.from(calendarId));
  const text = Buffer.concat([sealing.update(address, 'utf8'), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), text]);
}

/** Throws if the row was changed, or sealed under another TOKEN_SECRET. */
export function openAddress(platform: Pick<Platform, 'secret'>, calendarId: string, sealed: Buffer): string {
  const nonce = sealed.subarray(0, nonceBytes);
  const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
  const opening = createDecipheriv(cipher, keyOf(platform), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(calendarId))
    .setAuthTag(tag);
  return Buffer.concat([opening.update(sealed.subarray(nonceBytes + tagBytes)), opening.final()]).toString();
}

/** The row of an address, if there is one. */
export function findAddress<Row extends { busy_calendar_id: string; sealed_address: Buffer }>(
  platform: Pick<Platform, 'secret'>,
  rows: Row[],
  { href }: URL,
): Row | undefined {
  return rows.find((row) => {
    try {
      return openAddress(platform, row.busy_calendar_id, row.sealed_address) === href;
    } catch {
      // Sealed under another secret.
      return false;
    }
  });
}

/** The address as it is requested. iCloud hands out webcal: addresses, which are https: ones. */
export function calendarAddress(given: string): URL {
  const url = URL.parse(given.replace(/^webcals?:/i, 'https:'));
  if (url?.protocol !== 'https:') {
    const address = word('Must be an address that begins with https://');
    throw new ApiError('RequestDataInvalid', { fields: { address } });
  }
  url.hash = '';
  return url;
}
