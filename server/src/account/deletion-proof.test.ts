import { beforeEach, describe, expect, test } from 'vitest';
import { type Community, type Persona, startCommunity } from '#test/personas';

const owner = 'owner@example.org';
const thief = 'thief@example.org';
const second = 'thief.two@example.org';
const numbers = { owner: '+4915112345678', thief: '+4915187654321' };
const refusal = (statusCode: number, code: number) => ({ statusCode, code });
const notAllowed = 'This is not allowed.';

let app: Community;
let me: Persona;
beforeEach(async () => {
  app = await startCommunity();
  me = await app.signUp(owner);
});

/** Advances the clock, which ages changes and expires the access token, and signs in again. */
async function afterDays(days: number, address: string): Promise<void> {
  app.clock.advance({ days });
  me = await app.signIn(address);
  app.clock.advance({ minutes: 1 });
}

async function moveTo(address: string): Promise<void> {
  if (address.includes('@')) {
    const token = await app.prove(me, address, 'update-email');
    await me.calls.updateEmail({ email: address, token });
  } else {
    const token = await app.prove(me, address, 'update-phone');
    await me.calls.updatePhone({ phone: address, token });
  }
  app.clock.advance({ minutes: 1 });
}

const connectGoogleOf = (sub: string) =>
  app.platform.pool.query('UPDATE users SET google_user_id = $1 WHERE user_id = $2', [sub, me.userId]);
const begin = (emailOrPhone: string) =>
  me.calls.beginAccessVerification({ emailOrPhone, type: 'delete-user' });
const proveDeletion = (address: string) => app.prove(me, address, 'delete-user');
const deleteBy = async (address: string) => me.calls.deleteUser({ token: await proveDeletion(address) });
const exists = async () => {
  const { rows } = await app.platform.pool.query('SELECT FROM users WHERE user_id = $1', [me.userId]);
  return rows.length === 1;
};
const undoTokenOf = (address: string): string => {
  const notice = app.sent().find(({ to, text }) => to === address && text.includes('/undo?token='));
  return /\/undo\?token=([\w-]+)/.exec(notice?.text ?? '')?.[1] ?? '';
};
const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * 24 * 3_600_000);

describe('a deletion while a change of sign-in methods can be undone', () => {
  test('is not confirmed by the new address; the refusal says until when', async () => {
    const changedAt = app.clock.now();
    await moveTo(thief);
    const until = daysAfter(changedAt, 7);
    const moment = `${until.toISOString().slice(0, 10)} ${until.toISOString().slice(11, 16)} UTC`;
    await expect(begin(thief)).rejects.toMatchObject({
      ...refusal(403, 3000),
      message: `How you sign in was changed recently. Until ${moment} only an address from before the change can confirm the deletion.`,
    });
    expect(await me.calls.getDeletionProof()).toEqual({ addresses: [owner], until });
    expect(app.sent().find(({ to }) => to === thief)?.subject).toBe('Confirm your new address');
  });

  test('is confirmed by the address from before', async () => {
    await moveTo(thief);
    await deleteBy(owner);
    expect(await exists()).toBe(false);
  });

  test('waits for the link to expire, to the millisecond', async () => {
    const changedAt = app.clock.now();
    await moveTo(thief);
    app.clock.set(new Date(daysAfter(changedAt, 7).getTime() - 60_000));
    me = await app.signIn(thief);
    app.clock.set(new Date(daysAfter(changedAt, 7).getTime() - 1));
    await expect(begin(thief)).rejects.toMatchObject(refusal(403, 3000));
    app.clock.advance({ ms: 1 });
    expect(await me.calls.getDeletionProof()).toEqual({ addresses: [thief], until: null });
    await expect(begin(owner)).rejects.toMatchObject({ ...refusal(403, 3000), message: notAllowed });
    app.clock.advance({ minutes: 1 });
    await deleteBy(thief);
    expect(await exists()).toBe(false);
  });

  test('after a chain of changes only the first address confirms, while its link is valid', async () => {
    const changedAt = app.clock.now();
    await moveTo(thief);
    await afterDays(3, thief);
    const laterAt = app.clock.now();
    await moveTo(second);
    expect(await me.calls.getDeletionProof()).toEqual({ addresses: [owner], until: daysAfter(laterAt, 7) });
    await expect(begin(second)).rejects.toMatchObject(refusal(403, 3000));
    await expect(begin(thief)).rejects.toMatchObject({ ...refusal(403, 3000), message: notAllowed });
    await begin(owner);
    // The first address's link has expired, the second's has not.
    app.clock.set(daysAfter(changedAt, 7));
    me = await app.signIn(second);
    expect((await me.calls.getDeletionProof()).addresses).toEqual([thief]);
  });

  test('a number or a Google identity that was added confirms nothing, an address from before does', async () => {
    await moveTo(numbers.thief);
    await expect(begin(numbers.thief)).rejects.toMatchObject(refusal(403, 3000));
    await connectGoogleOf('google-thief');
    expect((await me.calls.getDeletionProof()).addresses).toEqual([owner]);
    await me.calls.disconnectWayIn({ way: 'email' });
    await expect(begin(numbers.thief)).rejects.toMatchObject(refusal(403, 3000));
    await deleteBy(owner);
    expect(await exists()).toBe(false);
  });

  test('a second address that is old confirms, and comes before the one that was left', async () => {
    await moveTo(numbers.owner);
    await afterDays(8, owner);
    expect(await me.calls.getDeletionProof()).toEqual({ addresses: [owner, numbers.owner], until: null });
    const changedAt = app.clock.now();
    await moveTo(thief);
    expect(await me.calls.getDeletionProof()).toEqual({
      addresses: [numbers.owner, owner],
      until: daysAfter(changedAt, 7),
    });
    // A later, unrelated change does not delay the current address further.
    await afterDays(2, numbers.owner);
    await connectGoogleOf('google-mine');
    await me.calls.disconnectWayIn({ way: 'google' });
    expect((await me.calls.getDeletionProof()).until).toEqual(daysAfter(changedAt, 7));
    await deleteBy(numbers.owner);
    expect(await exists()).toBe(false);
  });

  test('an added address waits also when no other address could be told', async () => {
    await connectGoogleOf('google-mine');
    await app.platform.pool.query('UPDATE users SET email = NULL WHERE user_id = $1', [me.userId]);
    expect(await me.calls.getDeletionProof()).toEqual({ addresses: [], until: null });
    const changedAt = app.clock.now();
    await moveTo(thief);
    expect(await me.calls.getDeletionProof()).toEqual({ addresses: [], until: daysAfter(changedAt, 7) });
    await expect(begin(thief)).rejects.toMatchObject(refusal(403, 3000));
    await expect(me.calls.deleteUser({ token: 'made-up' })).rejects.toMatchObject(refusal(422, 5004));
    await afterDays(7, thief);
    await deleteBy(thief);
    expect(await exists()).toBe(false);
  });

  test('an undo restores the confirming address', async () => {
    await moveTo(numbers.thief);
    await moveTo(thief);
    await app.visitor().calls.restoreWaysIn({ token: undoTokenOf(owner) });
    me = await app.signIn(owner);
    app.clock.advance({ minutes: 1 });
    expect(await me.calls.getDeletionProof()).toEqual({ addresses: [owner], until: null });
    await expect(begin(numbers.thief)).rejects.toMatchObject(refusal(403, 3000));
    await deleteBy(owner);
    expect(await exists()).toBe(false);
  });

  test('a refusal without a proof reveals no addresses and no changes', async () => {
    await app.signUp('other@example.org');
    const before = await begin('other@example.org').catch((error: unknown) => error);
    await moveTo(thief);
    for (const address of ['other@example.org', 'nobody@example.org']) {
      expect(await begin(address).catch((error: unknown) => error)).toEqual(before);
    }
    await expect(me.calls.deleteUser({ token: 'made-up' })).rejects.toMatchObject(refusal(422, 5004));
  });
});

describe('a change between the code and the deletion', () => {
  test('a code of the previous address still works', async () => {
    const { accessVerificationId } = await begin(owner);
    const code = app.codeFor(owner);
    await moveTo(thief);
    const { token } = await me.calls.completeAccessVerification({ accessVerificationId, code });
    await me.calls.deleteUser({ token });
    expect(await exists()).toBe(false);
  });

  test('a proof of a new address is refused by the deletion itself, and is not spent', async () => {
    await moveTo(thief);
    const now = app.clock.now();
    const { rows } = await app.platform.pool.query('SELECT changed_at FROM way_in_changes');
    // Simulates a node that has not seen the change yet.
    await app.platform.pool.query('UPDATE way_in_changes SET changed_at = $1', [daysAfter(now, -8)]);
    const token = await proveDeletion(thief);
    await app.platform.pool.query('UPDATE way_in_changes SET changed_at = $1', [rows[0].changed_at]);
    await expect(me.calls.deleteUser({ token })).rejects.toMatchObject({
      ...refusal(403, 3000),
      message: expect.stringContaining('How you sign in was changed recently.'),
    });
    expect(await exists()).toBe(true);
    await app.platform.pool.query('DELETE FROM way_in_changes');
    await me.calls.deleteUser({ token });
    expect(await exists()).toBe(false);
  });

  test('a concurrent change and deletion end in one of the two orders, and the told addresses match it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const address = `owner-${round}@example.org`;
      const next = `thief-${round}@example.org`;
      me = await app.signUp(address);
      const moving = await app.prove(me, next, 'update-email');
      app.clock.advance({ minutes: 1 });
      const deleting = await proveDeletion(address);
      const [moved, deleted] = await Promise.allSettled([
        me.calls.updateEmail({ email: next, token: moving }),
        me.calls.deleteUser({ token: deleting }),
      ]);
      expect(deleted.status).toBe('fulfilled');
      expect(await exists()).toBe(false);
      const told = app.sent().filter(({ subject }) => subject === 'Your Parlance account was deleted');
      const addressees = told.map(({ to }) => to).filter((to) => [address, next].includes(to));
      expect(addressees.toSorted()).toEqual(moved.status === 'fulfilled' ? [address, next] : [address]);
    }
  });
});

describe('the mail about a deletion', () => {
  const toldOf = () =>
    app
      .sent()
      .filter(({ text }) => /account was deleted/i.test(text))
      .map(({ to }) => to)
      .toSorted();

  test('goes once to the present addresses and those with a valid undo link, to no others', async () => {
    await moveTo('long.ago@example.org');
    await afterDays(8, 'long.ago@example.org');
    await moveTo(numbers.owner);
    await moveTo(thief);
    await moveTo(second);
    await deleteBy('long.ago@example.org');
    expect(toldOf()).toEqual([numbers.owner, 'long.ago@example.org', thief, second].toSorted());
    // Earlier messages to these addresses are deleted from the outbox.
    expect(app.sent().filter(({ to, text }) => to === thief && text.includes('/undo'))).toEqual([]);
    // So are the codes for all of them, also for those that the account no longer had.
    expect((await app.platform.pool.query('SELECT FROM access_verifications')).rows).toEqual([]);
  });

  test('is in the language of the account and names no other address', async () => {
    await me.calls.updateUser({ locale: 'de' });
    await moveTo(thief);
    await deleteBy(owner);
    const notices = app.sent().filter(({ to }) => [owner, thief].includes(to));
    expect(notices).toHaveLength(2);
    for (const { subject, text, to } of notices) {
      expect(subject).toBe('Dein Parlance-Konto wurde gelöscht');
      expect(text).not.toContain(to === owner ? thief : owner);
    }
  });

  test('is not sent when the deletion fails', async () => {
    const token = await proveDeletion(owner);
    app.platform.effects.on('userDeleted', async () => {
      throw new Error('not yet');
    });
    app.log.expectError('request failed');
    await expect(me.calls.deleteUser({ token })).rejects.toMatchObject(refusal(500, 7000));
    expect(toldOf()).toEqual([]);
  });
});
