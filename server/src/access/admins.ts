import type { Platform } from '#platform/platform';

const rememberMs = 10_000;
const remembered = new WeakMap<Platform, { userId: string; lookedUpAt: number }>();

/** Whether the address is one of ADMIN_EMAILS. */
export function isAdminEmail({ config }: Platform, email: string | null): boolean {
  return email !== null && config.adminEmails.includes(email);
}

/** The first of ADMIN_EMAILS that has an account, for the link to chat with them. */
export async function adminUserId(platform: Platform): Promise<string | null> {
  const { adminEmails } = platform.config;
  if (adminEmails.length === 0) return null;
  const now = platform.clock.now().getTime();
  const known = remembered.get(platform);
  if (known && Math.abs(now - known.lookedUpAt) < rememberMs) return known.userId;
  const rows = await platform.db
    .selectFrom('users')
    .select(['user_id', 'email'])
    .where('email', 'in', adminEmails)
    .where('banned_at', 'is', null)
    .execute();
  const byEmail = new Map(rows.map((row) => [row.email, row.user_id]));
  const userId = adminEmails.map((email) => byEmail.get(email)).find((id) => id !== undefined) ?? null;
  if (userId !== null) remembered.set(platform, { userId, lookedUpAt: now });
  return userId;
}

/** An account came, went or changed its address. */
export function forgetAdmin(platform: Platform): void {
  remembered.delete(platform);
}
