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
      isProduction: false,
    });
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

  test('accepts a whole production set-up and turns demo data off', () => {
    expect(readConfig(production)).toMatchObject({ isProduction: true, demoData: false });
  });

  test('refuses production without rate limits and with a short secret', () => {
    const message = problemsOf({ ...production, RATE_LIMITS: 'off', TOKEN_SECRET: 'short' });
    expect(message).toContain('RATE_LIMITS=off');
    expect(message).toContain('at least 32 characters');
  });

  test('has no demo data beside a database server', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://localhost/parlance' }).demoData).toBe(false);
  });

  test('refuses several nodes on the embedded database', () => {
    expect(problemsOf({ REDIS_URL: 'redis://localhost' })).toContain('REDIS_URL needs DATABASE_URL');
  });
});
