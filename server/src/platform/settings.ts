import type { CallRelay } from '@parlance/contract/call';
import type { Locale, PseudoLocale } from '@parlance/words/locales';

/** How an installation is set up. `config.ts` reads it from the environment, alone and once. */
export interface Config {
  isProduction: boolean;
  logLevel: LogLevel;
  /** A line for every request, not only for those that failed here. */
  logRequests: boolean;
  host: string;
  port: number;
  publicUrl: string;
  /** Addresses, ranges or names of ranges whose word about a client's address is taken. */
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
  /** A LibreTranslate, and its key if it wants one. */
  translate: { url: string; apiKey: string | null } | null;
  /** The relay that carries sessions; `secret` is coturn's static-auth-secret. */
  turn: { urls: string[]; secret: string } | null;
  callRelay: CallRelay;
  demoData: boolean;
  rateLimits: boolean;
  /** The languages that people can choose. */
  locales: readonly (Locale | PseudoLocale)[];
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
