import { createECDH } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const production = {
  NODE_ENV: 'production',
  TOKEN_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtp://mail.example.org',
  MAIL_FROM: 'Parlance <hello@example.org>',
  PUBLIC_URL: 'https://parlance.example.org',
  DATABASE_URL: 'postgres://db.example.org/parlance',
};

const problemsOf = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('the environment', () => {
  test('needs nothing at all for a first start', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: null,
      demoData: true,
      rateLimits: true,
      sms: { dailyLimit: 200, countries: null },
      isProduction: false,
      logLevel: 'warn',
      logRequests: false,
    });
  });

  test('makes the log as talkative as who reads it wants', () => {
    expect(readConfig(production)).toMatchObject({ logLevel: 'info', logRequests: false });
    expect(readConfig({ LOG_REQUESTS: 'on' })).toMatchObject({ logLevel: 'info', logRequests: true });
    expect(readConfig({ ...production, LOG_LEVEL: 'error' }).logLevel).toBe('error');
    expect(problemsOf({ LOG_REQUESTS: 'yes' })).toContain('LOG_REQUESTS must be one of on, off');
  });

  test('has every problem named at once', () => {
    const message = problemsOf({
      PORT: 'abc',
      DATABASE_URL: 'mysql://somewhere',
      LOG_LEVEL: 'loud',
      ADMIN_EMAILS: 'not-an-address',
      S3_BUCKET: 'media',
    });
    for (const part of [
      'PORT',
      '"abc"',
      'DATABASE_URL',
      'LOG_LEVEL',
      'not-an-address',
      'S3_ENDPOINT, S3_REGION',
    ]) {
      expect(message).toContain(part);
    }
  });

  test.each([
    ['TOKEN_SECRET', 'TOKEN_SECRET is required'],
    ['SMTP_URL', 'SMTP_URL is required'],
    ['PUBLIC_URL', 'PUBLIC_URL is required'],
  ])('refuses production without %s', (name, sentence) => {
    const { [name as keyof typeof production]: _, ...rest } = production;
    expect(problemsOf(rest)).toContain(sentence);
  });

  test('names everything that production misses at the first start', () => {
    const message = problemsOf({ NODE_ENV: 'production' });
    for (const name of ['TOKEN_SECRET', 'SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL'])
      expect(message).toContain(name);
  });

  test('says of a wrong PUBLIC_URL what is wrong, and not that it is missing', () => {
    const message = problemsOf({ ...production, PUBLIC_URL: 'parlance.example.org' });
    expect(message).toContain('PUBLIC_URL must be an address that begins with http:// or https://');
    expect(message).not.toContain('required');
  });

  test.each([
    ['Parlance', false],
    ['Parlance <>', false],
    ['hello@example.org', true],
    ['Parlance <hello@example.org>', true],
    ['parlance@localhost', true],
  ])('a sender %j is taken: %j', (MAIL_FROM, isTaken) => {
    expect(problemsOf({ ...production, MAIL_FROM }).includes('MAIL_FROM must hold an address')).toBe(
      !isTaken,
    );
  });

  test('accepts a whole production set-up and turns demo data off', () => {
    expect(readConfig(production)).toMatchObject({ isProduction: true, demoData: false });
  });

  test('takes the operator’s pages, only over https, and an address', () => {
    const none = { privacyUrl: null, termsUrl: null, contactEmail: null };
    expect(readConfig({}).operator).toEqual(none);
    expect(
      readConfig({
        PRIVACY_URL: 'https://example.org/privacy',
        TERMS_URL: 'https://example.org/terms',
        CONTACT_EMAIL: 'hello@example.org',
      }).operator,
    ).toEqual({
      privacyUrl: 'https://example.org/privacy',
      termsUrl: 'https://example.org/terms',
      contactEmail: 'hello@example.org',
    });
    for (const name of ['PRIVACY_URL', 'TERMS_URL']) {
      for (const value of ['http://example.org', 'javascript:alert(1)', 'example.org'])
        expect(problemsOf({ [name]: value })).toContain(
          `${name} must be an address that begins with https://`,
        );
    }
    expect(problemsOf({ CONTACT_EMAIL: 'somebody' })).toContain('CONTACT_EMAIL must be an email address');
  });

  test('refuses production with languages that are not ready', () => {
    expect(problemsOf({ ...production, PSEUDO_LOCALES: 'on' })).toContain('PSEUDO_LOCALES=on');
    expect(readConfig({ ...production, PSEUDO_LOCALES: 'off' }).locales).not.toContain('en-XA');
    expect(readConfig({ PSEUDO_LOCALES: 'on' }).locales).toContain('en-XA');
  });

  test('refuses production without rate limits and with a short secret', () => {
    const message = problemsOf({ ...production, RATE_LIMITS: 'off', TOKEN_SECRET: 'short' });
    expect(message).toContain('RATE_LIMITS=off');
    expect(message).not.toContain('PSEUDO_LOCALES');
    expect(message).toContain('at least 32 characters');
  });

  test.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', '192.168.1.5'],
    ['PUBLIC_URL', 'https://parlance.example.org'],
    ['PUBLIC_URL', 'http://127.0.0.1.example.org'],
    ['PUBLIC_URL', 'http://192.168.1.5:3000'],
  ])('refuses %s=%s outside production, unless the machine is there for trying out', (name, value) => {
    const sentence = `${name} lets others reach a development server`;
    expect(problemsOf({ [name]: value })).toContain(sentence);
    expect(problemsOf({ [name]: value, NODE_ENV: 'test' })).toContain(sentence);
    expect(problemsOf({ [name]: value, TRIAL_MACHINE: 'off' })).toContain(sentence);
    expect(problemsOf({ [name]: value, TRIAL_MACHINE: 'on', RATE_LIMITS: 'off' })).toBe('');
    expect(problemsOf({ ...production, [name]: value })).toBe('');
  });

  test.each([
    ['HOST', '127.0.0.1'],
    ['HOST', '127.8.9.10'],
    ['HOST', '::1'],
    ['HOST', 'localhost'],
    ['PUBLIC_URL', 'http://localhost:3000'],
    ['PUBLIC_URL', 'http://[::1]:3000'],
    ['PUBLIC_URL', 'http://127.0.0.1:5173'],
    ['PUBLIC_URL', 'http://parlance.localhost'],
  ])('takes %s=%s for this machine alone', (name, value) => {
    expect(problemsOf({ [name]: value, RATE_LIMITS: 'off' })).toBe('');
  });

  test('believes proxies on this machine, or those that are named', () => {
    expect(readConfig({}).trustedProxies).toEqual(['loopback']);
    expect(readConfig({ TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([]);
    const named = 'loopback, uniquelocal,203.0.113.7, 2001:db8::/32';
    const trusted = ['loopback', 'uniquelocal', '203.0.113.7', '2001:db8::/32'];
    expect(readConfig({ TRUSTED_PROXIES: named }).trustedProxies).toEqual(trusted);
    for (const wrong of [
      'proxy.example.org',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '::/129',
      '1.2.3/8',
      '*',
    ]) {
      expect(problemsOf({ TRUSTED_PROXIES: `loopback,${wrong}` })).toContain(
        `TRUSTED_PROXIES holds "${wrong}"`,
      );
    }
  });

  test('bounds text messages by number and country', () => {
    expect(readConfig({ SMS_DAILY_LIMIT: '1', SMS_COUNTRIES: ' +44,+1242 ,' }).sms).toEqual({
      dailyLimit: 1,
      countries: ['+44', '+1242'],
    });
    for (const limit of ['0', '-1', '1.5', '100001', 'many'])
      expect(problemsOf({ SMS_DAILY_LIMIT: limit })).toContain(`"${limit}"`);
    for (const prefix of ['44', '+0', '+', 'GB'])
      expect(problemsOf({ SMS_COUNTRIES: `+49,${prefix}` })).toContain(`"${prefix}"`);
  });

  test('has no demo data beside a database server', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://localhost/parlance' }).demoData).toBe(false);
  });

  test('refuses several nodes on the embedded database', () => {
    expect(problemsOf({ REDIS_URL: 'redis://localhost' })).toContain('REDIS_URL needs DATABASE_URL');
    expect(problemsOf({ DATABASE_READ_URL: 'postgres://replica/parlance' })).toContain(
      'DATABASE_READ_URL needs DATABASE_URL',
    );
  });

  test('takes one Redis or the servers of a cluster', () => {
    const DATABASE_URL = 'postgres://localhost/parlance';
    for (const REDIS_URL of ['redis://one:6379', 'rediss://one, rediss://two:6380'])
      expect(readConfig({ DATABASE_URL, REDIS_URL }).redisUrl).toBe(REDIS_URL);
    for (const REDIS_URL of ['http://one', 'redis://one,', 'redis://one,two', 'redis://one,rediss://two'])
      expect(problemsOf({ DATABASE_URL, REDIS_URL })).toContain('REDIS_URL must be');
  });
});

describe('the relay of sessions', () => {
  const turn = {
    TURN_URL: 'turn:relay.example.org:3478?transport=udp, turns:relay.example.org',
    TURN_SECRET: 'x'.repeat(16),
  };

  test('is used for everybody once it is there, and there is none without an address', () => {
    expect(readConfig({})).toMatchObject({ turn: null, callRelay: 'off' });
    expect(readConfig(turn)).toMatchObject({
      turn: {
        urls: ['turn:relay.example.org:3478?transport=udp', 'turns:relay.example.org'],
        secret: 'x'.repeat(16),
      },
      callRelay: 'always',
    });
    expect(readConfig({ ...turn, CALL_RELAY: 'choice' }).callRelay).toBe('choice');
  });

  test.each([
    [{ TURN_SECRET: 'x'.repeat(16) }, 'TURN_SECRET is of no use without TURN_URL'],
    [{ ...turn, TURN_SECRET: 'x'.repeat(15) }, 'TURN_SECRET needs at least 16 characters'],
    [{ ...turn, TURN_URL: 'https://relay.example.org' }, 'TURN_URL holds "https://relay.example.org"'],
    [{ CALL_RELAY: 'always' }, 'CALL_RELAY=always needs TURN_URL'],
    [{ ...turn, CALL_RELAY: 'sometimes' }, 'CALL_RELAY must be one of always, choice, off'],
  ])('%j is refused', (env, problem) => {
    expect(problemsOf(env as Record<string, string>)).toContain(problem);
  });
});

describe('push notifications', () => {
  const publicKey = 'BLHfsZ-Z_PyW6BTbW-Jqr8IyNvgzvIuJHyhxXk5kYwZ0t0dEYbWNOVJ0tUxvC3l1Xr-VKrTn3Wz3oU4JwNzdn3M';

  test('need a pair of keys that fit, or none', () => {
    expect(readConfig({}).push.keys).toBeNull();
    expect(problemsOf({ PUSH_PUBLIC_KEY: publicKey })).toContain('are needed together');
    const foreign = Buffer.alloc(32, 7).toString('base64url');
    for (const privateKey of [foreign, 'short', Buffer.alloc(32).toString('base64url')]) {
      expect(problemsOf({ PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey })).toContain(
        'not a pair',
      );
    }
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(Buffer.alloc(32, 7));
    const keys = { publicKey: pair.getPublicKey('base64url'), privateKey: foreign };
    const env = { PUSH_PUBLIC_KEY: keys.publicKey, PUSH_PRIVATE_KEY: keys.privateKey };
    expect(readConfig(env).push.keys).toEqual(keys);
  });

  test('name a contact: the given one, else the site, else an address of the operator', () => {
    expect(readConfig({}).push.contact).toBe('mailto:parlance@localhost');
    expect(readConfig({ ADMIN_EMAILS: 'a@example.org,b@example.org' }).push.contact).toBe(
      'mailto:a@example.org',
    );
    expect(readConfig(production).push.contact).toBe('https://parlance.example.org');
    const given = { ...production, PUSH_CONTACT: 'mailto:push@example.org' };
    expect(readConfig(given).push.contact).toBe('mailto:push@example.org');
    expect(problemsOf({ PUSH_CONTACT: 'http://example.org' })).toContain('PUSH_CONTACT');
  });

  test('go to known services and to added ones', () => {
    const known = readConfig({}).push.services;
    expect(known).toContain('push.services.mozilla.com');
    expect(readConfig({ PUSH_SERVICES: ' Push.Example.org,' }).push.services).toEqual([
      ...(known ?? []),
      'push.example.org',
    ]);
    expect(readConfig({ PUSH_SERVICES: 'any' }).push.services).toBeNull();
    expect(problemsOf({ PUSH_SERVICES: 'https://push.example.org' })).toContain('PUSH_SERVICES');
  });
});

test('other calendars are read unless they are turned off', () => {
  expect(readConfig({}).busyCalendars).toBe(true);
  expect(readConfig({ BUSY_CALENDARS: 'off' }).busyCalendars).toBe(false);
  expect(problemsOf({ BUSY_CALENDARS: 'no' })).toContain('BUSY_CALENDARS must be one of on, off');
});

describe('a closed instance', () => {
  test('is open to sign-up and visitors unless told otherwise', () => {
    expect(readConfig({})).toMatchObject({
      signUp: 'open',
      signUpDomains: [],
      hasVisitors: true,
      oidc: null,
    });
    expect(readConfig({ SIGN_UP: 'invited' }).hasVisitors).toBe(false);
    expect(readConfig({ SIGN_UP: 'invited', VISITORS: 'on' }).hasVisitors).toBe(true);
    expect(readConfig({ VISITORS: 'off' }).hasVisitors).toBe(false);
  });

  test('has canonical domains', () => {
    const env = { SIGN_UP: 'domains', SIGN_UP_DOMAINS: 'Uni.Example., *.UNI.example,münchen.example' };
    expect(readConfig(env).signUpDomains).toEqual(['uni.example', '*.uni.example', 'xn--mnchen-3ya.example']);
  });

  test.each<[string, Record<string, string>, string]>([
    ['an unknown mode', { SIGN_UP: 'closed' }, 'SIGN_UP must be one of open, invited, domains'],
    ['domains without any', { SIGN_UP: 'domains' }, 'SIGN_UP=domains needs SIGN_UP_DOMAINS'],
    ['domains of no use', { SIGN_UP_DOMAINS: 'uni.example' }, 'SIGN_UP_DOMAINS needs SIGN_UP=domains.'],
    ['no domain', { SIGN_UP: 'domains', SIGN_UP_DOMAINS: 'uni.example,uni' }, '"uni"'],
    ['neither on nor off', { VISITORS: 'yes' }, 'VISITORS must be one of on, off'],
  ])('%s is refused', (_name, env, problem) => {
    expect(problemsOf(env)).toContain(problem);
  });

  const oidc = {
    OIDC_ISSUER: 'https://login.uni.example',
    OIDC_CLIENT_ID: 'parlance',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_NAME: 'University of Example',
  };

  test('reads the provider of an organisation', () => {
    const affiliation = 'eduperson_scoped_affiliation=student@uni.example, groups=/a=b';
    expect(readConfig({ ...oidc, OIDC_AFFILIATION: affiliation, OIDC_OWNS_EMAIL: 'on' }).oidc).toEqual({
      issuer: 'https://login.uni.example',
      clientId: 'parlance',
      clientSecret: 'secret',
      name: 'University of Example',
      scopes: 'openid email profile',
      affiliation: [
        { claim: 'eduperson_scoped_affiliation', value: 'student@uni.example' },
        { claim: 'groups', value: '/a=b' },
      ],
      ownsEmail: true,
    });
    expect(readConfig({ ...oidc, OIDC_ISSUER: 'http://127.0.0.1:4000' }).oidc?.ownsEmail).toBe(false);
  });

  test.each(Object.keys(oidc))('%s is missing', (name) => {
    expect(problemsOf({ ...oidc, [name]: '' })).toContain(`also needs ${name}.`);
  });

  test.each<[string, Record<string, string>, string]>([
    ['plain http', { OIDC_ISSUER: 'http://login.uni.example' }, 'OIDC_ISSUER must begin with https://'],
    ['no address', { OIDC_ISSUER: 'login.uni.example' }, 'OIDC_ISSUER must be an address'],
    ['a scope without openid', { OIDC_SCOPES: 'email' }, 'OIDC_SCOPES must hold openid.'],
    ['no pair', { OIDC_AFFILIATION: 'student' }, 'OIDC_AFFILIATION holds "student"'],
    ['a long name', { OIDC_NAME: 'x'.repeat(61) }, 'OIDC_NAME must have at most 60 characters'],
    ['neither on nor off', { OIDC_OWNS_EMAIL: 'yes' }, 'OIDC_OWNS_EMAIL must be one of on, off'],
  ])('%s is refused', (_name, changes, problem) => {
    expect(problemsOf({ ...oidc, ...changes })).toContain(problem);
  });

  test('an option alone is refused', () => {
    expect(problemsOf({ OIDC_OWNS_EMAIL: 'on' })).toContain(
      'OIDC_OWNS_EMAIL also needs OIDC_ISSUER, OIDC_CLIENT_ID',
    );
  });
});
