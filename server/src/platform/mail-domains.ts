import { domainToASCII } from 'node:url';

// What a name of a mail host looks like in ASCII: two or more labels, the last one not a number.
const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9-]{2,63}$/;

// domainToASCII ends a name at these, as the URL parser does, and decodes percent signs.
const endsHost = /[/?#\\%@:\s]/;

/** Returns a domain in lower case and in ASCII, as DNS compares it, or null for anything else. One trailing dot is the root. */
export function canonicalDomain(text: string): string | null {
  const name = text.trim().replace(/\.$/, '');
  if (endsHost.test(name)) return null;
  const ascii = domainToASCII(name);
  return ascii.length <= 253 && hostName.test(ascii) ? ascii : null;
}

/** Returns a rule such as `uni.example` or `*.uni.example`, which stands for every subdomain but not for the domain itself. */
export function canonicalDomainRule(text: string): string | null {
  const isBelow = text.trim().startsWith('*.');
  const domain = canonicalDomain(isBelow ? text.trim().slice(2) : text);
  return domain === null ? null : isBelow ? `*.${domain}` : domain;
}

/** Whether an address is of one of the domains. Whole labels are compared: `evil-uni.example` is not below `uni.example`. */
export function isOfDomains(email: string, rules: readonly string[]): boolean {
  const domain = canonicalDomain(email.slice(email.lastIndexOf('@') + 1));
  if (domain === null) return false;
  return rules.some((rule) => (rule.startsWith('*.') ? domain.endsWith(rule.slice(1)) : domain === rule));
}
