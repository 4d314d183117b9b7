import { createECDH } from 'node:crypto';
import { isEmail } from '@parlance/contract/access';
import type { Config } from './settings.ts';

/** Where browsers receive push messages: Chrome and Edge on Android, Firefox, Safari, Edge on Windows. */
const knownServices = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
];

const hostPattern = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

interface Given {
  value(name: string): string | null;
  /** The base address of the installation, null if not given. */
  publicUrl: string | null;
  adminEmails: readonly string[];
  contactEmail: string | null;
}

/** Reads the settings of push notifications; the problems go to the list of all settings. */
export function readPushSettings(given: Given, problems: string[]): Config['push'] {
  const services = (given.value('PUSH_SERVICES') ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '');
  for (const host of services) {
    if (host !== 'any' && !hostPattern.test(host))
      problems.push(`PUSH_SERVICES holds "${host}", which is neither a host name nor "any".`);
  }
  return {
    keys: readKeys(given.value, problems),
    contact: readContact(given, problems),
    services: services.includes('any') ? null : [...knownServices, ...services],
  };
}

function readKeys(value: Given['value'], problems: string[]): Config['push']['keys'] {
  const [publicKey, privateKey] = [value('PUSH_PUBLIC_KEY'), value('PUSH_PRIVATE_KEY')];
  if (publicKey === null && privateKey === null) return null;
  if (publicKey === null || privateKey === null) {
    problems.push('PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY are needed together.');
    return null;
  }
  if (publicKeyOf(privateKey) !== publicKey)
    problems.push(
      'PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY are not a pair: generate one with npx web-push generate-vapid-keys.',
    );
  return { publicKey, privateKey };
}

/** The public key of a private one, both in base64url; null for a text that is no key. */
function publicKeyOf(privateKey: string): string | null {
  const bytes = Buffer.from(privateKey, 'base64url');
  if (bytes.length !== 32 || bytes.toString('base64url') !== privateKey) return null;
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(bytes);
  } catch {
    return null;
  }
  return pair.getPublicKey('base64url');
}

/** Push services write to this address when a sender causes trouble. Apple refuses tokens whose contact is localhost. */
function readContact(
  { value, publicUrl, adminEmails, contactEmail }: Given,
  problems: string[],
): Config['push']['contact'] {
  const given = value('PUSH_CONTACT');
  if (given !== null) {
    const isAddress = given.startsWith('mailto:')
      ? isEmail(given.slice('mailto:'.length))
      : URL.parse(given)?.protocol === 'https:';
    if (!isAddress) problems.push(`PUSH_CONTACT must begin with mailto: or https://; it is "${given}".`);
    return given;
  }
  if (publicUrl?.startsWith('https:')) return publicUrl;
  const email = contactEmail ?? adminEmails[0];
  return email === undefined ? 'mailto:parlance@localhost' : `mailto:${email}`;
}
