import { isAbsolute, resolve } from 'node:path';
import { isEmail } from '@parlance/contract/access';
import { callRelays } from '@parlance/contract/call';
import {
  type Locale,
  locales,
  offeredLocales,
  type PseudoLocale,
  pseudoLocales,
} from '@parlance/words/locales';
import { type ContactNumbers, contactNumbers } from '#platform/contact-rules';
import { isRange } from '#platform/network';
import { isLoopback } from '#platform/own-host';
import { readPushSettings } from '#platform/push-settings';
import { type Config, logLevels } from '#platform/settings';
import { StartupError } from '#platform/startup-error';
import { readOidc, readSignUp } from './config-closed.ts';
import { readMail } from './config-mail.ts';

const secretMinLength = 32;
const googleJwksUrl = 'https://www.googleapis.com/oauth2/v3/certs';
const googleIssuer = 'https://accounts.google.com';
/** Every code is stored for a day, so the budget is an exact count. */
const smsDailyLimit = { default: 200, max: 100_000 };
const s3Names = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

/** Lists every problem of the environment at once, so that an operator can fix them together. */
export class ConfigError extends StartupError {
  override name = 'ConfigError';
  readonly problems: string[];

  constructor(problems: string[]) {
    super(['The configuration has problems:', ...problems.map((problem) => `  - ${problem}`)].join('\n'));
    this.problems = problems;
  }
}

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = [];
  const value = (name: string): string | null => env[name]?.trim() || null;

  const url = (name: string, protocols: string[]): string | null => {
    const text = value(name);
    if (text === null) return null;
    const parsed = URL.parse(text);
    if (parsed && protocols.includes(parsed.protocol)) return text;
    problems.push(
      `${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
    );
    return null;
  };

  const oneOf = <T extends string>(name: string, choices: readonly T[], fallback: T): T => {
    const text = value(name);
    if (text === null) return fallback;
    const choice = choices.find((candidate) => candidate === text);
    if (choice === undefined) problems.push(`${name} must be one of ${choices.join(', ')}; it is "${text}".`);
    return choice ?? fallback;
  };

  const port = readPort(value('PORT'), problems);
  const isProduction =
    oneOf('NODE_ENV', ['development', 'test', 'production'], 'development') === 'production';
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const tokenSecret = value('TOKEN_SECRET');
  const rateLimits = oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'on';
  const unfinishedLocales = oneOf('PSEUDO_LOCALES', ['on', 'off'], 'off') === 'on';
  const publicUrl = url('PUBLIC_URL', ['http:', 'https:']);
  const logRequests = oneOf('LOG_REQUESTS', ['on', 'off'], 'off') === 'on';
  const host = value('HOST') ?? '127.0.0.1';
  const dataDir = value('DATA_DIR') ?? './data';

  if (tokenSecret !== null && tokenSecret.length < secretMinLength) {
    problems.push(`TOKEN_SECRET must have at least ${secretMinLength} characters.`);
  }
  if (isProduction) {
    if (tokenSecret === null) problems.push('TOKEN_SECRET is required in production.');
    if (value('PUBLIC_URL') === null)
      problems.push('PUBLIC_URL is required in production: it stands in mails.');
    if (!rateLimits) problems.push('RATE_LIMITS=off is refused in production.');
    if (unfinishedLocales) problems.push('PSEUDO_LOCALES=on is refused in production.');
  } else if (oneOf('TRIAL_MACHINE', ['on', 'off'], 'off') === 'off') {
    const reach = { HOST: host, PUBLIC_URL: publicUrl === null ? 'localhost' : new URL(publicUrl).hostname };
    for (const [name, hostname] of Object.entries(reach)) {
      if (!isLoopback(hostname)) problems.push(openToOthers(name));
    }
  }

  const adminEmails = readAdminEmails(value('ADMIN_EMAILS'), problems);
  const operator = readOperator(value, url, problems);
  const config: Config = {
    isProduction,
    // Development terminals show only warnings beside the program's own output.
    logLevel: oneOf('LOG_LEVEL', logLevels, isProduction || logRequests ? 'info' : 'warn'),
    logRequests,
    host,
    port,
    publicUrl: (publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    trustedProxies: readTrustedProxies(value('TRUSTED_PROXIES'), problems),
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(dataDir),
    databaseUrl,
    databaseReadUrl: url('DATABASE_READ_URL', ['postgres:', 'postgresql:']),
    redisUrl: readRedisUrl(value('REDIS_URL'), problems),
    ...readMail({ value, url, problems, isProduction }),
    smsWebhookUrl: url('SMS_WEBHOOK_URL', ['http:', 'https:']),
    sms: readSms(value, problems),
    tokenSecret,
    adminEmails,
    ...readSignUp({ value, url, oneOf, problems }),
    oidc: readOidc({ value, url, oneOf, problems }),
    google: readGoogle(value, url),
    s3: readS3(value, url, problems),
    analyticsUrl: url('ANALYTICS_URL', ['http:', 'https:']),
    operator,
    push: readPushSettings({ value, publicUrl, adminEmails, contactEmail: operator.contactEmail }, problems),
    translate: readTranslate(value, url, problems),
    turn: readTurn(value, problems),
    callRelay: oneOf('CALL_RELAY', callRelays, value('TURN_URL') === null ? 'off' : 'always'),
    demoData:
      oneOf('DEMO_DATA', ['on', 'off'], 'on') === 'on' && value('DATABASE_URL') === null && !isProduction,
    rateLimits,
    busyCalendars: oneOf('BUSY_CALENDARS', ['on', 'off'], 'on') === 'on',
    contact: readContact(value, problems),
    locales: readLocales(unfinishedLocales),
  };
  if (config.redisUrl !== null && databaseUrl === null && value('DATABASE_URL') === null) {
    problems.push('REDIS_URL needs DATABASE_URL: the embedded database serves one process only.');
  }
  if (config.databaseReadUrl !== null && value('DATABASE_URL') === null) {
    problems.push('DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replica.');
  }
  if (config.callRelay !== 'off' && value('TURN_URL') === null) {
    problems.push(
      `CALL_RELAY=${config.callRelay} needs TURN_URL: without a relay only CALL_RELAY=off is possible.`,
    );
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** One address, or several of one cluster, separated by commas. */
function readRedisUrl(text: string | null, problems: string[]): string | null {
  const protocols = new Set((text?.split(',') ?? []).map((address) => URL.parse(address.trim())?.protocol));
  const [protocol] = protocols;
  if (text === null || (protocols.size === 1 && (protocol === 'redis:' || protocol === 'rediss:')))
    return text;
  problems.push(
    'REDIS_URL must be an address that begins with redis:// or rediss://, or several such addresses of one cluster, separated by commas.',
  );
  return null;
}

/** With unfinished: every partly translated language and the pseudo-locale, for tests of the texts. */
const readLocales = (withUnfinished: boolean): Config['locales'] =>
  withUnfinished
    ? [...(Object.keys(locales) as Locale[]), ...(Object.keys(pseudoLocales) as PseudoLocale[])]
    : offeredLocales;

const openToOthers = (name: string): string =>
  `${name} lets others reach a development server, where anybody can read sign-in codes and enter as anybody. ` +
  'Set NODE_ENV=production, or TRIAL_MACHINE=on if this machine is only for trying things out.';

function readTrustedProxies(text: string | null, problems: string[]): string[] {
  if (text === 'none') return [];
  const ranges = (text ?? 'loopback').split(',').map((range) => range.trim());
  for (const range of ranges) {
    if (!isRange(range)) {
      problems.push(
        `TRUSTED_PROXIES holds "${range}", which is no address, no range and not loopback, linklocal or uniquelocal.`,
      );
    }
  }
  return ranges;
}

function readPort(text: string | null, problems: string[]): number {
  if (text === null) return 3000;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 0 && port <= 65_535) return port;
  problems.push(`PORT must be a whole number from 0 to 65535; it is "${text}".`);
  return 3000;
}

function readSms(value: Value, problems: string[]): Config['sms'] {
  const limit = value('SMS_DAILY_LIMIT') ?? String(smsDailyLimit.default);
  const dailyLimit = /^\d{1,9}$/.test(limit) ? Number(limit) : Number.NaN;
  if (!(dailyLimit >= 1 && dailyLimit <= smsDailyLimit.max)) {
    problems.push(`SMS_DAILY_LIMIT must be a whole number from 1 to ${smsDailyLimit.max}; it is "${limit}".`);
  }
  const countries = listOf(value('SMS_COUNTRIES'));
  for (const prefix of countries) {
    if (!/^\+[1-9]\d{0,6}$/.test(prefix)) {
      problems.push(`SMS_COUNTRIES holds "${prefix}", which is not a prefix such as +44.`);
    }
  }
  return { dailyLimit, countries: countries.length > 0 ? countries : null };
}

function readContact(value: Value, problems: string[]): ContactNumbers {
  const read = Object.entries(contactNumbers).map(([name, { variable, default: standard, min, max }]) => {
    const text = value(variable) ?? String(standard);
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= min && number <= max))
      problems.push(`${variable} must be a whole number from ${min} to ${max}; it is "${text}".`);
    return [name, number];
  });
  return Object.fromEntries(read) as ContactNumbers;
}

const listOf = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

function readAdminEmails(text: string | null, problems: string[]): string[] {
  const addresses = listOf(text?.toLowerCase() ?? null);
  for (const address of addresses) {
    if (!isEmail(address)) problems.push(`ADMIN_EMAILS holds "${address}", which is not an email address.`);
  }
  return addresses;
}

/** turn:host[:port] or turns:host[:port], with ?transport=udp or tcp. */
const turnUrl = /^turns?:(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?(\?transport=(udp|tcp))?$/;
const turnSecretMinLength = 16;

function readTurn(value: Value, problems: string[]): Config['turn'] {
  const urls = listOf(value('TURN_URL'));
  const secret = value('TURN_SECRET') ?? '';
  for (const url of urls) {
    if (!turnUrl.test(url))
      problems.push(`TURN_URL holds "${url}", which is not like turn:relay.example.org:3478?transport=udp.`);
  }
  if (urls.length === 0) {
    if (secret !== '') problems.push('TURN_SECRET is of no use without TURN_URL.');
    return null;
  }
  if (secret.length < turnSecretMinLength) {
    problems.push(`TURN_SECRET needs at least ${turnSecretMinLength} characters together with TURN_URL.`);
  }
  return { urls, secret };
}

type Value = (name: string) => string | null;
type Url = (name: string, protocols: string[]) => string | null;

function readGoogle(value: Value, url: Url): Config['google'] {
  const jwksUrl = url('GOOGLE_JWKS_URL', ['http:', 'https:']) ?? googleJwksUrl;
  const clientId = value('GOOGLE_CLIENT_ID');
  return clientId === null ? null : { clientId, jwksUrl, issuer: value('GOOGLE_ISSUER') ?? googleIssuer };
}

function readOperator(value: Value, url: Url, problems: string[]): Config['operator'] {
  const contactEmail = value('CONTACT_EMAIL');
  if (contactEmail !== null && !isEmail(contactEmail)) {
    problems.push(`CONTACT_EMAIL must be an email address; it is "${contactEmail}".`);
  }
  return {
    privacyUrl: url('PRIVACY_URL', ['https:']),
    termsUrl: url('TERMS_URL', ['https:']),
    contactEmail,
  };
}

function readTranslate(value: Value, url: Url, problems: string[]): Config['translate'] {
  const address = url('TRANSLATE_URL', ['http:', 'https:']);
  const apiKey = value('TRANSLATE_API_KEY');
  if (apiKey !== null && value('TRANSLATE_URL') === null) {
    problems.push('TRANSLATE_API_KEY needs TRANSLATE_URL.');
  }
  return address === null ? null : { url: address.replace(/\/+$/, ''), apiKey };
}

function readS3(value: Value, url: Url, problems: string[]): Config['s3'] {
  const given = s3Names.filter((name) => value(name) !== null);
  if (given.length === 0) return null;
  const missing = s3Names.filter((name) => value(name) === null);
  if (missing.length > 0) problems.push(`Media in object storage also needs ${missing.join(', ')}.`);
  return {
    endpoint: url('S3_ENDPOINT', ['http:', 'https:']) ?? '',
    bucket: value('S3_BUCKET') ?? '',
    region: value('S3_REGION') ?? '',
    accessKeyId: value('S3_ACCESS_KEY_ID') ?? '',
    secretAccessKey: value('S3_SECRET_ACCESS_KEY') ?? '',
  };
}
