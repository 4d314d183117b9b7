import type { WayIn } from '@parlance/contract/account-care';
import { ApiError } from '@parlance/contract/errors';
import {
  endSessions,
  forgetAdmin,
  forgetSessions,
  hasWayIn,
  isBannedIdentity,
  lockWaysIn,
  noteChange,
  readGoogleIdentity,
  spendProof,
  type WaysIn,
} from '#access/access';
import type { Tx } from '#platform/effects';
import type { Platform } from '#platform/platform';
import { refuseOver } from '#platform/rate-limit';
import type { Caller } from '#platform/serve';
import { refuseTaken } from './taken.ts';

const changesADay = 20;
const dayMs = 24 * 60 * 60 * 1000;

interface NewAddress {
  column: 'email' | 'phone';
  address: string;
  token: string;
}

/** Moves the account to a confirmed address. */
export async function changeAddress(platform: Platform, caller: Caller, change: NewAddress): Promise<void> {
  const { column, address, token } = change;
  await changeWaysIn(platform, caller, {
    way: column,
    async decide(tx) {
      const { userId } = caller;
      await spendProof(platform, tx, { type: `update-${column}`, token, addresses: [address], userId });
      if (await isBannedIdentity(platform, tx, { [column]: address })) {
        throw new ApiError(column === 'email' ? 'EmailTaken' : 'PhoneNumberTaken');
      }
      return { [column]: address };
    },
  });
}

/**
 * Connects a Google identity; an account that has no email address gets the verified one, when it is free. One that is
 * connected is never replaced, since nobody would notice.
 */
export async function connectGoogle(
  platform: Platform,
  caller: Caller,
  identityToken: string,
): Promise<void> {
  const { googleUserId, email } = await readGoogleIdentity(platform, identityToken);
  await changeWaysIn(platform, caller, {
    way: 'google',
    keepsSessions: true,
    async decide(tx, before) {
      if (before.google_user_id === googleUserId) return {};
      if (before.google_user_id !== null) {
        throw new ApiError('NotAllowed', {
          message: 'Another Google account is connected. Disconnect it first.',
        });
      }
      if (await isBannedIdentity(platform, tx, { googleUserId }))
        throw new ApiError('GoogleIdentityExistsAlready');
      const namesake = await tx
        .selectFrom('users')
        .select('user_id')
        .where('email', '=', email)
        .executeTakeFirst();
      return { google_user_id: googleUserId, ...(namesake ? {} : { email: before.email ?? email }) };
    },
  });
}

/** Takes a way in away, but never the last that works here; doing it again changes nothing. */
export async function disconnectWayIn(platform: Platform, caller: Caller, way: WayIn): Promise<void> {
  const column = way === 'google' ? 'google_user_id' : way;
  await changeWaysIn(platform, caller, {
    way,
    async decide(_tx, before) {
      if (before[column] === null) return {};
      if (!hasWayIn(platform, { ...before, [column]: null })) {
        throw new ApiError('NotAllowed', { message: 'This is the only way into your account.' });
      }
      return { [column]: null };
    },
  });
}

interface WayInChange {
  way: WayIn;
  /** What becomes of the ways in; throws where that may not be. */
  decide: (tx: Tx, before: WaysIn) => Promise<Partial<WaysIn>>;
  /** Set when nothing is taken from whoever is signed in elsewhere. */
  keepsSessions?: true;
}

/**
 * Every other session ends, because whoever holds one may be the reason for the change, and the old address hears of it with
 * a link that undoes it.
 */
async function changeWaysIn(platform: Platform, caller: Caller, change: WayInChange): Promise<void> {
  const { userId, userSessionId: except } = caller;
  refuseOver(await platform.limits.take([{ key: `ways-in:${userId}`, limit: changesADay, windowMs: dayMs }]));
  const { cutOthers, tell } = await refuseTaken(() =>
    platform.db.transaction().execute(async (tx) => {
      const before = await lockWaysIn(tx, userId);
      const { email, phone, google_user_id } = { ...before, ...(await change.decide(tx, before)) };
      const after: WaysIn = { email, phone, google_user_id };
      const isChanged =
        email !== before.email || phone !== before.phone || google_user_id !== before.google_user_id;
      if (isChanged) {
        await tx
          .updateTable('users')
          .set({ ...after, updated_at: platform.clock.now() })
          .where('user_id', '=', userId)
          .execute();
      }
      return {
        cutOthers: change.keepsSessions ? null : await endSessions(platform, tx, { userId, except }),
        tell: isChanged ? await noteChange(platform, tx, { userId, way: change.way, before, after }) : null,
      };
    }),
  );
  await cutOthers?.();
  // What is remembered of this session names the old address, and with it whether it is an admin's.
  forgetSessions(platform, [except]);
  forgetAdmin(platform);
  tell?.();
}
