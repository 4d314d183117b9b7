const key = 'parlance.invitation';
/** For browsers that block storage; lost when the page is reloaded. */
let unstored: string | null = null;

/** Keeps the secret of an invitation until an account exists, also across the page of an identity provider. */
export function keepInvitation(secret: string): void {
  try {
    localStorage.setItem(key, secret);
  } catch {
    unstored = secret;
  }
}

/** The kept invitation as a field of the sign-up. */
export function keptInvitation(): { invitation?: string } {
  let kept = unstored;
  try {
    kept = localStorage.getItem(key);
  } catch {
    // Storage is blocked.
  }
  return kept === null ? {} : { invitation: kept };
}

export function forgetInvitation(): void {
  unstored = null;
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked.
  }
}
