import { sql } from 'kysely';
import { nodeState } from '#platform/node-state';
import type { Platform } from '#platform/platform';

const rememberMs = 10_000;
const rememberedBy = nodeState((): { admin: { userId: string | null; lookedUpAt: number } | null } => ({
  admin: null,
}));

/** The two sources of admin rights: an address in ADMIN_EMAILS, or the operator's command. */
interface MaybeAdmin {
  email: string | null;
  admin_since: Date | null;
}

export function isAdmin({ config }: Platform, { email, admin_since }: MaybeAdmin): boolean {
  return admin_since !== null || (email !== null && config.adminEmails.includes(email));
}

/** Returns the first of ADMIN_EMAILS with an account, else the first admin made by command, for the contact link. */
export async function adminUserId(platform: Platform): Promise<string | null> {
  const { adminEmails } = platform.config;
  const now = platform.clock.now().getTime();
  const remembered = rememberedBy(platform);
  const known = remembered.admin;
  if (known && Math.abs(now - known.lookedUpAt) < rememberMs) return known.userId;
  const rows = await platform.db
    .selectFrom('users')
    .select(['user_id', 'email'])
    .where((eb) =>
      eb.or([eb('email', '=', sql<string>`ANY(${adminEmails}::text[])`), eb('admin_since', 'is not', null)]),
    )
    .where('banned_at', 'is', null)
    .orderBy('admin_since')
    .execute();
  const byEmail = new Map(rows.map((row) => [row.email, row.user_id]));
  const configured = adminEmails.map((email) => byEmail.get(email)).find((id) => id !== undefined);
  const userId = configured ?? rows[0]?.user_id ?? null;
  remembered.admin = { userId, lookedUpAt: now };
  return userId;
}

/** Invalidates the cached admin after an account was created, deleted or changed its address. */
export function forgetAdmin(platform: Platform): void {
  rememberedBy(platform).admin = null;
}
