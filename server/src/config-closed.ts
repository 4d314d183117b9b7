import { canonicalDomainRule } from '#platform/mail-domains';
import { isLoopback } from '#platform/own-host';
import { type Config, signUpModes } from '#platform/settings';

/** Readers of single settings, made by `readConfig`, which collect the problems that they find. */
interface Environment {
  value: (name: string) => string | null;
  url: (name: string, protocols: string[]) => string | null;
  oneOf: <T extends string>(name: string, choices: readonly T[], fallback: T) => T;
  problems: string[];
}

/** Reads who may create an account, and whether visitors see members. */
export function readSignUp(env: Environment): Pick<Config, 'signUp' | 'signUpDomains' | 'hasVisitors'> {
  const { value, oneOf, problems } = env;
  const signUp = oneOf('SIGN_UP', signUpModes, 'open');
  const typed = listOf(value('SIGN_UP_DOMAINS'));
  const signUpDomains = typed.flatMap((rule) => {
    const canonical = canonicalDomainRule(rule);
    if (canonical === null)
      problems.push(`SIGN_UP_DOMAINS holds "${rule}", which is not like uni.example or *.uni.example.`);
    return canonical ?? [];
  });
  if (signUp === 'domains' && typed.length === 0) {
    problems.push('SIGN_UP=domains needs SIGN_UP_DOMAINS, such as uni.example,*.uni.example.');
  }
  if (signUp !== 'domains' && typed.length > 0) problems.push('SIGN_UP_DOMAINS needs SIGN_UP=domains.');
  const hasVisitors = oneOf('VISITORS', ['on', 'off'], signUp === 'open' ? 'on' : 'off') === 'on';
  return { signUp, signUpDomains, hasVisitors };
}

const neededForOidc = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const;
const optionalForOidc = ['OIDC_SCOPES', 'OIDC_AFFILIATION', 'OIDC_OWNS_EMAIL'] as const;
const nameMaxLength = 60;

/** Reads the identity provider of an organisation; null where none is set. */
export function readOidc({ value, url, oneOf, problems }: Environment): Config['oidc'] {
  const given = [...neededForOidc, ...optionalForOidc].filter((name) => value(name) !== null);
  if (given.length === 0) return null;
  const missing = neededForOidc.filter((name) => value(name) === null);
  if (missing.length > 0) problems.push(`${given.join(', ')} also needs ${missing.join(', ')}.`);
  const issuer = url('OIDC_ISSUER', ['https:', 'http:']) ?? '';
  if (issuer.startsWith('http:') && !isLoopback(new URL(issuer).hostname)) {
    problems.push('OIDC_ISSUER must begin with https:// unless the provider runs on this machine.');
  }
  const name = value('OIDC_NAME') ?? '';
  if (name.length > nameMaxLength)
    problems.push(`OIDC_NAME must have at most ${nameMaxLength} characters: it stands on a button.`);
  const scopes = (value('OIDC_SCOPES') ?? 'openid email profile').split(/\s+/);
  if (!scopes.includes('openid')) problems.push('OIDC_SCOPES must hold openid.');
  const affiliation = listOf(value('OIDC_AFFILIATION')).map((pair) => {
    const [, claim = '', wanted = ''] = /^([^=\s]+)=(.+)$/.exec(pair) ?? [];
    if (claim === '') problems.push(`OIDC_AFFILIATION holds "${pair}", which is not like claim=value.`);
    return { claim, value: wanted };
  });
  return {
    issuer,
    clientId: value('OIDC_CLIENT_ID') ?? '',
    clientSecret: value('OIDC_CLIENT_SECRET') ?? '',
    name,
    scopes: scopes.join(' '),
    affiliation,
    ownsEmail: oneOf('OIDC_OWNS_EMAIL', ['on', 'off'], 'off') === 'on',
  };
}

const listOf = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
