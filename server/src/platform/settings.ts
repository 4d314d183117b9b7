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
  /** A streaming replica of that database, for reads. */
  databaseReadUrl: string | null;
  redisUrl: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  smsWebhookUrl: string | null;
  /** Countries are prefixes such as +44; null means all. */
  sms: { dailyLimit: number; countries: string[] | null };
  /** Null means: generate one into dataDir. */
  tokenSecret: string | null;
  adminEmails: string[];
  /** Who may create an account. */
  signUp: SignUpMode;
  /** Canonical domains of `SIGN_UP=domains`; `*.` stands for every subdomain. */
  signUpDomains: string[];
  /** Whether members can be seen without an account. */
  hasVisitors: boolean;
  oidc: OidcConfig | null;
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

export const signUpModes = ['open', 'invited', 'domains'] as const;
export type SignUpMode = (typeof signUpModes)[number];

/** The OpenID Connect provider of an organisation. */
export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Stands on the button. */
  name: string;
  /** Separated by spaces. */
  scopes: string;
  /** One of these claims must have its value to create an account; empty for no condition. */
  affiliation: readonly { claim: string; value: string }[];
  /** Whether the provider assigns the addresses it verifies, so that an account with one is linked. */
  ownsEmail: boolean;
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
