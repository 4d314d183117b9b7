import type { Page } from '@playwright/test';

/** A virtual authenticator of Chromium on one page, with a user who is verified and present. */
export interface Authenticator {
  /** Whether the fingerprint is recognised. */
  setVerified(isVerified: boolean): Promise<void>;
  /** User names of the passkeys on it. */
  passkeys(): Promise<string[]>;
}

export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async setVerified(isUserVerified) {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    async passkeys() {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.map(({ userName = '' }) => userName);
    },
  };
}
