/** A number of the rules for first contacts: its variable, default and bounds. */
interface Rule {
  variable: string;
  default: number;
  min: number;
  max: number;
}

const rule = (variable: string, standard: number, max: number, min = 0): Rule => ({
  variable: `CONTACT_${variable}`,
  default: standard,
  min,
  max,
});

/** The numbers of docs/specification/contact.md. The keys are those that the SQL functions of the rules read. */
export const contactNumbers = {
  notified: rule('NOTIFIED_PER_DAY', 8, 1000),
  notifiedMax: rule('NOTIFIED_MAX', 12, 1000),
  trustedNotified: rule('TRUSTED_PER_DAY', 20, 1000),
  perDay: rule('PER_DAY', 50, 10_000, 1),
  restrictedPerDay: rule('RESTRICTED_PER_DAY', 5, 10_000, 1),
  beforeAnswer: rule('BEFORE_ANSWER', 20, 10_000, 1),
  declinePoints: rule('DECLINE_POINTS', 1, 90),
  blockPoints: rule('BLOCK_POINTS', 3, 90),
  reportPoints: rule('REPORT_POINTS', 4, 90),
  creditPoints: rule('CREDIT_POINTS', 3, 90),
  restrictPoints: rule('RESTRICT_POINTS', 4, 1000, 1),
  holdPoints: rule('HOLD_POINTS', 8, 1000, 1),
  people: rule('PENALTY_PEOPLE', 2, 1000, 1),
  trustDays: rule('TRUST_DAYS', 7, 365),
  trustCredits: rule('TRUST_ANSWERS', 3, 1000, 1),
  trustPoints: rule('TRUST_POINTS', 3, 1000, 1),
  trustedLeast: rule('TRUSTED_MEMBERS', 50, 100_000),
  protectionDays: rule('PROTECTION_DAYS', 14, 365, 1),
  clearedDays: rule('CLEARED_DAYS', 14, 365),
  holdHours: rule('HOLD_HOURS', 72, 8760, 1),
} as const satisfies Record<string, Rule>;

export type ContactNumbers = Record<keyof typeof contactNumbers, number>;

interface Node {
  config: { contact: ContactNumbers; adminEmails: string[]; rateLimits: boolean };
}

/** The rules as a parameter of the SQL functions. Without rate limits only quotas are lifted, not standing and holds. */
export const contactRules = ({ config }: Node): string =>
  JSON.stringify({ ...config.contact, limits: config.rateLimits, admins: config.adminEmails });
