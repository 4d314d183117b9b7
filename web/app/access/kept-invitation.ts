const key = 'parlance.invitation';
// For browsers that block storage; it lasts until the page is reloaded.
let kept: string | null = null;

/** Keeps the secret of an invitation until an account exists, also across the page of an identity provider. */
export function keepInvitation(secret: string): void {
  kept = secret;
  try {
    localStorage.setItem(key, secret);
  } catch {
    // Storage is blocked.
  }
}

/** The kept invitation as a field of the sign-up. */
export function keptInvitation(): { invitation?: string } {
  let stored = kept;
  try {
    stored = localStorage.getItem(key) ?? kept;
  } catch {
    // Storage is blocked.
  }
  return stored === null ? {} : { invitation: stored };
}

export function forgetInvitation(): void {
  kept = null;
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked.
  }
}
