import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterTest } from '#test/after-test';

const clientId = 'parlance.apps.example';
const issuer = 'https://accounts.google.com';

/** Starts a key server like Google's, with its settings and signed identities. */
export async function startGoogle() {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }];
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTest(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return undefined;
  });
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_ISSUER: issuer,
      GOOGLE_JWKS_URL: `http://127.0.0.1:${port}/certs`,
    },
    identityToken(now: Date, identity: { sub: string; email: string }): Promise<string> {
      const iat = Math.floor(now.getTime() / 1000);
      const claims = { iss: issuer, aud: clientId, email_verified: true, iat, exp: iat + 3600, ...identity };
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'key-1' }).sign(privateKey);
    },
  };
}
