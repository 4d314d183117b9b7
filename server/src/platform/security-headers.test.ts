import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import {
  contentSecurityPolicy,
  registerSecurityHeaders,
  type SecurityHeaderOptions,
} from './security-headers.ts';

const plain: SecurityHeaderOptions = {
  publicUrl: 'http://localhost:3000',
  inlineScriptHashes: ["'sha256-abc='"],
};
const secure: SecurityHeaderOptions = { ...plain, publicUrl: 'https://parlance.test', googleClientId: 'id' };

async function headersOf(options: SecurityHeaderOptions, url: string) {
  const fastify = Fastify();
  registerSecurityHeaders(fastify, options);
  fastify.get('/', async () => 'page');
  fastify.get('/v1/data', async () => ({}));
  fastify.get('/v1/image', async (_request, reply) => reply.header('cache-control', 'public').send('x'));
  fastify.get('/v1/broken', async () => {
    throw new Error('broken');
  });
  const { headers } = await fastify.inject(url);
  await fastify.close();
  return headers;
}

function directives(policy: unknown): Record<string, string> {
  return Object.fromEntries(
    String(policy)
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources.join(' ')];
      }),
  );
}

describe('security headers', () => {
  test('a page may load only from its own origin, with its own inline scripts', async () => {
    const headers = await headersOf(plain, '/');
    expect(directives(headers['content-security-policy'])).toEqual({
      'default-src': "'none'",
      'script-src': "'self' 'sha256-abc='",
      'style-src': "'self'",
      'img-src': "'self' data: blob:",
      'media-src': "'self' blob:",
      'font-src': "'self'",
      'connect-src': "'self' ws://localhost:3000",
      'worker-src': "'self'",
      'manifest-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
    });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
    expect(headers['permissions-policy']).toContain('microphone=(self)');
    expect(headers['permissions-policy']).toContain('camera=(self)');
    expect(headers['permissions-policy']).toContain('display-capture=()');
    expect(headers['cache-control']).toBeUndefined();
  });

  test('Google is allowed only where its sign-in is set up', () => {
    expect(contentSecurityPolicy(plain)).not.toContain('google');
    expect(directives(contentSecurityPolicy(secure))).toMatchObject({
      'script-src': "'self' 'sha256-abc=' https://accounts.google.com/gsi/client",
      'style-src': "'self' https://accounts.google.com/gsi/style",
      'frame-src': 'https://accounts.google.com/gsi/',
      'connect-src': "'self' wss://parlance.test https://accounts.google.com/gsi/",
      'upgrade-insecure-requests': '',
    });
  });

  test('sends strict transport security behind TLS only', async () => {
    expect((await headersOf(plain, '/'))['strict-transport-security']).toBeUndefined();
    const headers = await headersOf(secure, '/');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  });

  test.each(['/v1/data', '/v1/data?x=1', '/v1/broken', '/v1/nowhere', '/v1', '/%761/data'])(
    'the response at %s is neither cached nor framed',
    async (url) => {
      const headers = await headersOf(secure, url);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      });
    },
  );

  test('a route can set its own headers, and pages have other defaults', async () => {
    expect((await headersOf(plain, '/v1/image'))['cache-control']).toBe('public');
    expect((await headersOf(plain, '/v1x'))['cache-control']).toBeUndefined();
    expect((await headersOf(plain, '/nowhere'))['content-security-policy']).toContain("script-src 'self'");
  });
});
