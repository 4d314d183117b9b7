import { beforeEach, describe, expect, test } from 'vitest';
import { type Community, type Persona, startCommunity } from '#test/personas';

const unknownId = '01890000-0000-7000-8000-000000000000';
const listed = { description: 'Hello', speaks: ['es'], learns: { ja: 0.2 } } as const;

let community: Community;
let ana: Persona;
let ben: Persona;

async function setBanned({ userId }: Persona, isBanned: boolean): Promise<void> {
  const { platform } = community;
  await platform.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({ banned_at: isBanned ? platform.clock.now() : null })
      .where('user_id', '=', userId)
      .execute();
    await platform.effects.run(platform, tx, isBanned ? 'userBanned' : 'userUnbanned', { userId });
  });
}

beforeEach(async () => {
  community = await startCommunity({ env: { ADMIN_EMAILS: 'admin@example.org' } });
  ana = await community.signUp('ana@example.org', {
    name: 'Ana',
    ...listed,
    speaks: ['es'],
    learns: { ja: 0.2 },
  });
  ben = await community.signUp('ben@example.org', {
    name: 'Ben',
    description: 'Hi',
    speaks: ['ja'],
    learns: { es: 0.4 },
  });
});

describe('profiles', () => {
  test('the own profile has languages, activity and zone, and nothing private', async () => {
    await ana.calls.updateUser({ timeZone: 'Asia/Kolkata' });
    const profile = await ana.calls.getOwnProfile();
    expect(profile).toEqual({
      userId: ana.userId,
      name: 'Ana',
      description: 'Hello',
      createdAt: community.clock.now(),
      profileImageUrl: null,
      timeZone: 'Asia/Kolkata',
      languages: [
        { languageCode: 'es', learning: false, proficiency: 1, isNative: null },
        { languageCode: 'ja', learning: true, proficiency: 0.2, isNative: null },
      ],
      lastActiveAt: community.clock.now(),
      correctMe: 'always',
      sessions: null,
      answersWithin: null,
      isBlockedByUser: false,
      thanks: 0,
    });
  });

  test('a visitor sees a profile without being told about blocks', async () => {
    await ana.calls.blockUser({ userId: ben.userId });
    const profile = await community.visitor().calls.getProfile({ userId: ben.userId });
    expect(profile).not.toHaveProperty('isBlockedByUser');
    expect(profile.name).toBe('Ben');
  });

  test('meetsUser says to the two of a session that it can be joined now, and to nobody else', async () => {
    const { clock, signUp, signIn, visitor } = community;
    const startsAt = new Date(clock.now().getTime() + 3_600_000);
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt, duration: 60 });
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    await signUp('cem@example.org', { name: 'Cem', description: 'Hey' });
    const told = async () => {
      const one = await signIn(ana.address);
      const other = await signIn(ben.address);
      const stranger = await signIn('cem@example.org');
      const profiles = [
        await one.calls.getProfile({ userId: ben.userId }),
        await other.calls.getProfile({ userId: ana.userId }),
        await stranger.calls.getProfile({ userId: ana.userId }),
        await one.calls.getProfile({ userId: stranger.userId }),
        await visitor().calls.getProfile({ userId: ana.userId }),
        await one.calls.getOwnProfile(),
        await one.calls.getProfile({ userId: ana.userId }),
      ];
      return profiles.map((profile) => profile.meetsUser ?? null);
    };
    const nobodyMeets = [null, null, null, null, null, null, null];
    const theTwo = [true, true, null, null, null, null, null];
    const minutes = (count: number) => new Date(startsAt.getTime() + count * 60_000);
    for (const [moment, expected] of [
      [new Date(minutes(-5).getTime() - 1), nobodyMeets],
      [minutes(-5), theTwo],
      [new Date(minutes(70).getTime() - 1), theTwo],
      [minutes(70), nobodyMeets],
    ] as const) {
      clock.set(moment);
      expect(await told()).toEqual(expected);
    }
  });

  test('isBlockedByUser says that I blocked them, not that they blocked me', async () => {
    await ana.calls.blockUser({ userId: ben.userId });
    expect((await ana.calls.getProfile({ userId: ben.userId })).isBlockedByUser).toBe(true);
    expect((await ben.calls.getProfile({ userId: ana.userId })).isBlockedByUser).toBe(false);
  });

  test('others see the minute in which somebody was last here, and people blocked either way nothing of it', async () => {
    community.clock.advance({ minutes: 3, seconds: 59, ms: 999 });
    await ben.calls.getUser();
    const moment = community.clock.now();
    const minute = new Date(moment.getTime() - 59_999);
    const seenBy = async ({ calls }: Pick<Persona, 'calls'>) =>
      (await calls.getProfile({ userId: ben.userId })).lastActiveAt;
    expect(await seenBy(ben)).toEqual(moment);
    expect((await ben.calls.getOwnProfile()).lastActiveAt).toEqual(moment);
    expect(await seenBy(ana)).toEqual(minute);
    expect(await seenBy(community.visitor())).toEqual(minute);
    expect((await ana.calls.searchUsers({})).users[0]).toMatchObject({ name: 'Ben', lastActiveAt: minute });
    await ana.calls.blockUser({ userId: ben.userId });
    expect(await seenBy(ana)).toBeNull();
    await ben.calls.blockUser({ userId: ana.userId });
    await ana.calls.unblockUser({ userId: ben.userId });
    expect(await seenBy(ana)).toBeNull();
    const cleo = await community.signUp('cleo@example.org');
    expect(await seenBy(cleo)).toEqual(minute);
    await ben.calls.unblockUser({ userId: ana.userId });
    expect(await seenBy(ana)).toEqual(minute);
  });

  test('an unknown, a banned and a deleted person have no profile', async () => {
    const missing = { errorName: 'UserNotFound' };
    await expect(ana.calls.getProfile({ userId: unknownId })).rejects.toMatchObject(missing);
    await setBanned(ben, true);
    await expect(ana.calls.getProfile({ userId: ben.userId })).rejects.toMatchObject(missing);
    await setBanned(ben, false);
    expect((await ana.calls.getProfile({ userId: ben.userId })).name).toBe('Ben');
    // A ban that the server has seen ends the sessions from before it.
    const again = await community.signIn(ben.address);
    await again.calls.deleteUser({ token: await community.prove(again, ben.address, 'delete-user') });
    await expect(ana.calls.getProfile({ userId: ben.userId })).rejects.toMatchObject(missing);
  });

  test('an id that is no canonical uuid is refused', async () => {
    for (const id of [ben.userId.toUpperCase(), `{${ben.userId}}`, 'x']) {
      expect((await ana.send('GET', `/v1/user/${encodeURIComponent(id)}/profile`)).status).toBe(400);
    }
  });
});

describe('blocking', () => {
  test('blocking and unblocking twice is the same as once', async () => {
    expect(await ana.calls.blockUser({ userId: ben.userId })).toEqual({});
    expect(await ana.calls.blockUser({ userId: ben.userId })).toEqual({});
    expect((await ana.calls.getProfile({ userId: ben.userId })).isBlockedByUser).toBe(true);
    expect(await ana.calls.unblockUser({ userId: ben.userId })).toEqual({});
    expect(await ana.calls.unblockUser({ userId: ben.userId })).toEqual({});
    expect((await ana.calls.getProfile({ userId: ben.userId })).isBlockedByUser).toBe(false);
  });

  test('an unblock ends one block of one person, and no other of theirs or of anybody else', async () => {
    const cleo = await community.signUp('cleo@example.org');
    await ana.calls.blockUser({ userId: ben.userId });
    await ana.calls.blockUser({ userId: cleo.userId });
    await cleo.calls.blockUser({ userId: ben.userId });
    await ben.calls.blockUser({ userId: ana.userId });
    await ana.calls.unblockUser({ userId: ben.userId });
    const blocks = await community.platform.db
      .selectFrom('user_blocks')
      .select(['user_id as by', 'blocked_user_id as of'])
      .execute();
    const nameOf = new Map([ana, ben, cleo].map(({ userId, address }) => [userId, address.split('@')[0]]));
    expect(blocks.map(({ by, of }) => `${nameOf.get(by)} blocks ${nameOf.get(of)}`).toSorted()).toEqual([
      'ana blocks cleo',
      'ben blocks ana',
      'cleo blocks ben',
    ]);
  });

  test('nobody blocks oneself, the admin, or somebody who is not there', async () => {
    const admin = await community.signUp('admin@example.org');
    await expect(ana.calls.blockUser({ userId: ana.userId })).rejects.toMatchObject({ code: 1000 });
    await expect(ana.calls.blockUser({ userId: admin.userId })).rejects.toMatchObject({ code: 3000 });
    await expect(ana.calls.blockUser({ userId: unknownId })).rejects.toMatchObject({ code: 4002 });
    await expect(ana.calls.unblockUser({ userId: unknownId })).rejects.toMatchObject({ code: 4002 });
    await setBanned(ben, true);
    await expect(ana.calls.blockUser({ userId: ben.userId })).rejects.toMatchObject({ code: 4002 });
    const blocks = await community.platform.db.selectFrom('user_blocks').selectAll().execute();
    expect(blocks).toEqual([]);
  });

  test('a block in either direction hides both from each other in search until it is lifted', async () => {
    const sees = async (one: Persona, other: Persona) => {
      const { count, users } = await one.calls.searchUsers({});
      expect(count).toBe(users.length);
      return users.some(({ userId }) => userId === other.userId);
    };
    expect([await sees(ana, ben), await sees(ben, ana)]).toEqual([true, true]);
    await ana.calls.blockUser({ userId: ben.userId });
    expect([await sees(ana, ben), await sees(ben, ana)]).toEqual([false, false]);
    await ben.calls.blockUser({ userId: ana.userId });
    await ana.calls.unblockUser({ userId: ben.userId });
    expect([await sees(ana, ben), await sees(ben, ana)]).toEqual([false, false]);
    await ben.calls.unblockUser({ userId: ana.userId });
    expect([await sees(ana, ben), await sees(ben, ana)]).toEqual([true, true]);
  });

  test('a block is announced inside its transaction, once an unblock really ends one', async () => {
    const heard: string[] = [];
    const { effects } = community.platform;
    effects.on('userBlocked', async (_platform, _tx, { blockedUserId }) => {
      heard.push(`block ${blockedUserId}`);
      return () => void heard.push('after block');
    });
    effects.on('userUnblocked', async (_platform, _tx, { blockedUserId }) => {
      heard.push(`unblock ${blockedUserId}`);
      return undefined;
    });
    await ana.calls.unblockUser({ userId: ben.userId });
    await ana.calls.blockUser({ userId: ben.userId });
    await ana.calls.blockUser({ userId: ben.userId });
    await ana.calls.unblockUser({ userId: ben.userId });
    expect(heard).toEqual([`block ${ben.userId}`, 'after block', `unblock ${ben.userId}`]);
  });

  test('a block whose followers fail did not happen', async () => {
    community.log.expectError('request failed');
    community.platform.effects.on('userBlocked', async () => {
      throw new Error('a follower fails');
    });
    await expect(ana.calls.blockUser({ userId: ben.userId })).rejects.toMatchObject({ code: 7000 });
    expect((await ana.calls.getProfile({ userId: ben.userId })).isBlockedByUser).toBe(false);
  });
});
