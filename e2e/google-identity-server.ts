import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

/** Replaces Google: keys that the real server fetches, and tokens signed with them. */
export interface GoogleIdentityServer {
  settings: Record<string, string>;
  /** The credential that Google's button returns for this account. */
  credentialFor(email: string): string;
  stop(): void;
}

const clientId = 'journeys.apps.example.org';
const issuer = 'https://accounts.example.org';
const keyId = 'journey-key';
const hour = 3600;

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function startGoogleIdentityServer(): Promise<GoogleIdentityServer> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: keyId, alg: 'RS256', use: 'sig' };
  const http = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: [jwk] }));
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;

  return {
    settings: {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_ISSUER: issuer,
      GOOGLE_JWKS_URL: `http://127.0.0.1:${port}/keys`,
    },
    credentialFor(email) {
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: issuer, aud: clientId, sub: `google-${email}`, email, email_verified: true };
      const text = [
        base64url({ alg: 'RS256', kid: keyId, typ: 'JWT' }),
        base64url({ ...claims, iat: now, exp: now + hour }),
      ].join('.');
      return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
    },
    stop: () => void http.close(),
  };
}

const scriptUrl = 'https://accounts.google.com/gsi/client';

/** Replaces Google's script by one whose button returns the credential. */
export async function offerGoogleButton(page: Page, credential: string): Promise<void> {
  await page.route(scriptUrl, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.google = { accounts: { id: {
        initialize({ callback }) { this.callback = callback; },
        renderButton(place) {
          const button = document.createElement('button');
          button.type = 'button';
          button.textContent = 'Continue with Google';
          button.onclick = () => this.callback({ credential: ${JSON.stringify(credential)} });
          place.replaceChildren(button);
        },
      } } };`,
    }),
  );
}

export async function refuseGoogleScript(page: Page): Promise<void> {
  await page.route(scriptUrl, (route) => route.abort());
}
