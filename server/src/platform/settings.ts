import type { CallRelay } from '@parlance/contract/call';
import type { Locale, PseudoLocale } from '@parlance/words/locales';
import type { ContactNumbers } from './contact-rules.ts';

/** The configuration of an installation, read from the environment once by `config.ts`. */
export interface Config {
  isProduction: boolean;
  logLevel: LogLevel;
  /** Logs every request, not only failed ones. */
  logRequests: boolean;
  host: string;
  port: number;
  publicUrl: string;
  /** Trusted proxies as addresses, ranges or names of ranges. */
  trustedProxies: string[];
  dataDir: string;
  databaseUrl: string | null;
  redisUrl: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  smsWebhookUrl: string | null;
  /** Countries are prefixes such as +44; null means all. */
  sms: { dailyLimit: number; countries: string[] | null };
  /** Null means: generate one into dataDir. */
  tokenSecret: string | null;
  adminEmails: string[];
  google: { clientId: string; jwksUrl: string; issuer: string } | null;
  s3: S3Config | null;
  analyticsUrl: string | null;
  operator: OperatorPages;
  translate: { url: string; apiKey: string | null } | null;
  /** The TURN relay of calls; `secret` is coturn's static-auth-secret. */
  turn: { urls: string[]; secret: string } | null;
  callRelay: CallRelay;
  push: {
    /** The VAPID pair in base64url; null means: generate one into dataDir, or no push with a shared database. */
    keys: { publicKey: string; privateKey: string } | null;
    contact: string;
    /** Accepted hosts and their subdomains; null means every public one. */
    services: string[] | null;
  };
  demoData: boolean;
  rateLimits: boolean;
  /** Whether members can add external calendars. */
  busyCalendars: boolean;
  /** The numbers of the rules for first contacts. */
  contact: ContactNumbers;
  locales: readonly (Locale | PseudoLocale)[];
}

/** Pages and address of the operator; null where not given. */
export interface OperatorPages {
  privacyUrl: string | null;
  termsUrl: string | null;
  contactEmail: string | null;
}

export interface S3Config {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];
