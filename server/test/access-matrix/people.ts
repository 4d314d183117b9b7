import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createInvitation } from '#access/access';
import { unsubscribeUrl } from '#account/account';
import { newId } from '#platform/ids';
import { createDevice } from '#test/authenticator';
import { openCase } from '#test/cases';
import { withLibreTranslate } from '#test/libre-translate';
import { type Community, type Persona, startCommunity } from '#test/personas';
import { makeProgramme } from './programme.ts';
import type { Situation } from './table.ts';

export interface Cast {
  app: Community;
  /** The tokens of each caller; null when signed out. */
  tokens: Map<Situation, { accessToken: string; refreshToken: string } | null>;
  /** The values of `$name` in the table. */
  things: Record<string, unknown>;
}

const profile = (name: string) => ({ name, description: `I am ${name}.`, speaks: ['en' as const] });

/**
 * Creates the members of the table. Every call is about Olga: she is "self", has a conversation and a session with Pat, has blocked
 * Bo, and Ida has blocked her.
 */
export async function gather(): Promise<Cast> {
  const { env } = await withLibreTranslate();
  const app = await startCommunity({
    env: { ...env, RATE_LIMITS: 'off', ADMIN_EMAILS: 'admin@example.org' },
  });
  const join = (name: string) => app.signUp(`${name.toLowerCase()}@example.org`, profile(name));
  const expired = await join('Ed');
  app.clock.advance({ minutes: 16 });
  const olga = await join('Olga');
  const pat = await join('Pat');
  const bo = await join('Bo');
  const ida = await join('Ida');
  const admin = await app.signUp('admin@example.org', profile('Ada'));
  const banned = await join('Ban');
  const deleted = await join('Del');
  const ended = await join('End');
  const things = await makeThings(app, { olga, pat, bo, ida, banned });

  await olga.calls.blockUser({ userId: bo.userId });
  await ida.calls.blockUser({ userId: olga.userId });
  await admin.calls.banUser({ userId: banned.userId, reason: 'spam' });
  await deleted.calls.deleteUser({ token: await app.prove(deleted, deleted.address, 'delete-user') });
  await ended.calls.endSession({ userSessionId: ended.userSessionId });

  const fresh = await app.signUp('new@example.org');
  await olga.calls.sendTextMessage({ userId: fresh.userId, content: 'See https://example.com/olga' });
  const restricted = await join('Rita');
  await app.platform.db
    .insertInto('contact_standing')
    .values({ user_id: restricted.userId, restricted_until: new Date('2031-01-01T00:00:00Z') })
    .execute();
  const held = await join('Hella');
  await openCase(app, held);

  const tokens = new Map<Situation, Persona['tokens'] | null>([
    ['signed out', null],
    ['self', olga.tokens],
    ['other', (await join('Otto')).tokens],
    ['party', pat.tokens],
    ['blocked me', bo.tokens],
    ['I blocked', ida.tokens],
    ['not onboarded', fresh.tokens],
    ['admin', admin.tokens],
    ['restricted', restricted.tokens],
    ['held', held.tokens],
    ['banned', banned.tokens],
    ['deleted', deleted.tokens],
    ['expired', expired.tokens],
    ['forged', forge(olga.tokens)],
    ['ended', ended.tokens],
  ]);
  return { app, tokens, things };
}

/** Returns the same claims with an invalid signature. */
function forge({ accessToken, refreshToken }: Persona['tokens']): Persona['tokens'] {
  const resign = (token: string) => `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(43)}`;
  return { accessToken: resign(accessToken), refreshToken: resign(refreshToken) };
}

type Cited = Record<'olga' | 'pat' | 'bo' | 'ida' | 'banned', Persona>;

async function makeThings(app: Community, { olga, pat, bo, ida, banned }: Cited): Promise<Cast['things']> {
  const image = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#336' } })
    .png()
    .toBuffer();
  const voice = await readFile(join(import.meta.dirname, '../fixtures/voice.webm'));
  await olga.calls.updateProfileImage({ image: new Blob([new Uint8Array(image)]) });
  const { profileImageUrl } = await olga.calls.getUser();

  const inHours = (hours: number) =>
    new Date(Math.ceil(app.clock.now().getTime() / 3_600_000 + hours) * 3_600_000);
  const publish = (hours: number) => olga.calls.createSlot({ startsAt: inHours(hours), duration: 30 });
  const [freeSlot, bookedSlot] = [await publish(1), await publish(2)];
  await pat.calls.bookSlot({ userId: olga.userId, scheduleSlotId: bookedSlot.scheduleSlotId });

  const meetBefore = async (hours: number): Promise<string> => {
    const schedule_slot_id = newId(app.clock);
    const past = { schedule_slot_id, starts_at: inHours(-hours), ends_at: inHours(1 - hours) };
    await app.platform.db
      .insertInto('schedule_slots')
      .values({
        ...past,
        user_id: olga.userId,
        booked_by_user_id: pat.userId,
        duration: 60,
        created_at: inHours(-9),
        updated_at: inHours(-9),
      })
      .execute();
    return schedule_slot_id;
  };
  const [pastSlot, thankedSlot] = [await meetBefore(3), await meetBefore(6)];

  const message = await olga.calls.sendTextMessage({ userId: pat.userId, content: 'Hello Pat' });
  await pat.calls.sendTextMessage({ userId: olga.userId, content: 'Hello Olga' });
  const recording = await olga.calls.sendVoiceMessage({
    userId: pat.userId,
    audio: new Blob([new Uint8Array(voice)]),
  });
  await olga.calls.sendTextMessage({ userId: bo.userId, content: 'Hello Bo' });
  const toIda = await olga.calls.sendTextMessage({ userId: ida.userId, content: 'Hello Ida' });
  const sentPicture = await olga.calls.sendPictureMessage({
    userId: pat.userId,
    image: new Blob([new Uint8Array(image)]),
  });
  const reported = await olga.calls.sendTextMessage({ userId: pat.userId, content: 'rude' });
  await pat.calls.reportMessage({ chatMessageId: reported.chatMessageId });
  const report = await app.platform.db
    .selectFrom('chat_reports')
    .select('report_id')
    .executeTakeFirstOrThrow();

  const saidThanks = { words: ['patience' as const], text: '' };
  await olga.calls.giveThanks({ scheduleSlotId: thankedSlot, ...saidThanks });
  await pat.calls.giveThanks({ scheduleSlotId: thankedSlot, ...saidThanks });
  const [thanks] = (await olga.calls.listThanks({ userId: olga.userId })).thanks;

  const [thanksOfOlga] = (await pat.calls.listThanks({ userId: pat.userId })).thanks;
  await pat.calls.reportThanks({ thanksId: thanksOfOlga?.thanksId ?? '' });
  const thanksReport = await app.platform.db
    .selectFrom('chat_reports')
    .select('report_id')
    .where('thanks_id', 'is not', null)
    .executeTakeFirstOrThrow();

  await pat.calls.reportProfile({ userId: olga.userId, about: 'description' });
  const profileReport = await app.platform.db
    .selectFrom('chat_reports')
    .select('report_id')
    .where('profile_user_id', 'is not', null)
    .executeTakeFirstOrThrow();
  const held = await app.signUp('hal@example.org', profile('Hal'));
  const caseId = await openCase(app, held);
  const warning = newId(app.clock);
  await app.platform.db
    .insertInto('contact_warnings')
    .values({
      warning_id: warning,
      user_id: olga.userId,
      banned_user_id: banned.userId,
      reason: 'spam',
      created_at: app.clock.now(),
    })
    .execute();

  const fromPat = await pat.calls.sendTextMessage({ userId: olga.userId, content: 'Nice to meet you' });
  const phrase = await olga.calls.createPhrase({ languageCode: 'en', text: 'Nice to meet you' });

  const audio = new URL(recording.audioUrl ?? '', app.url);
  const chatPicture = new URL(sentPicture.picture?.url ?? '', app.url);
  const begun = await app
    .visitor()
    .calls.beginAccessVerification({ emailOrPhone: olga.address, type: 'sign-in' });
  const beginCode = app.codeFor(olga.address);
  const { url: calendar } = await olga.calls.createCalendarFeed();
  return {
    owner: olga.userId,
    ownerEmail: olga.address,
    ownerSession: olga.userSessionId,
    ownerRefresh: olga.tokens.refreshToken,
    banned: banned.userId,
    bannedEmail: banned.address,
    nobody: '0197f0c0-0000-7000-8000-000000000000',
    image,
    voice,
    picture: profileImageUrl?.replace('/media/', ''),
    audio: audio.pathname.replace('/audio/', ''),
    audioExpires: audio.searchParams.get('expires'),
    audioSignature: audio.searchParams.get('signature'),
    chatPicture: chatPicture.pathname.replace('/media/signed/', ''),
    chatPictureExpires: chatPicture.searchParams.get('expires'),
    chatPictureSignature: chatPicture.searchParams.get('signature'),
    unsubscribe: new URL(unsubscribeUrl(app.platform, olga.userId, 'session-notification')).searchParams.get(
      'token',
    ),
    calendarFile: new URL(calendar).pathname.replace('/calendar/', ''),
    freeSlot: freeSlot.scheduleSlotId,
    bookedSlot: bookedSlot.scheduleSlotId,
    pastSlot,
    thankedSlot,
    newStart: inHours(30).toISOString(),
    message: message.chatMessageId,
    toIda: toIda.chatMessageId,
    fromPat: fromPat.chatMessageId,
    thanks: thanks?.thanksId,
    phrase: phrase.phraseId,
    table: Buffer.from('Nice to meet you\t\n'),
    profileReport: profileReport.report_id,
    case: caseId,
    warning,
    report: report.report_id,
    thanksReport: thanksReport.report_id,
    codeId: begun.accessVerificationId,
    code: beginCode,
    ownerProof: await app.prove(app.visitor(), olga.address),
    bannedProof: await app.prove(app.visitor(), banned.address),
    newcomerProof: await app.prove(app.visitor(), 'newcomer@example.org', 'sign-up'),
    deleteProof: await app.prove(olga, olga.address, 'delete-user'),
    emailProof: await app.prove(olga, 'moved@example.org', 'update-email'),
    phoneProof: await app.prove(olga, '+49301234567', 'update-phone'),
    ...(await makePasskeys(app, olga)),
    invitation: await makeInvitation(app),
    undo: await makeUndo(app),
    ...(await makeProgramme(app, { olga, pat })),
    ...(await makeCall(app, olga, pat)),
  };
}

/** Creates a session of Olga and Pat that began at the last quarter of an hour; both have joined. */
async function makeCall(app: Community, olga: Persona, pat: Persona): Promise<Cast['things']> {
  const now = app.clock.now();
  const quarterMs = 15 * 60_000;
  const starts_at = new Date(Math.floor(now.getTime() / quarterMs) * quarterMs);
  const schedule_slot_id = '0197f0c0-0000-7000-8000-0000000000c1';
  const [ownerPeer, partyPeer] = [
    '0197f0c0-0000-7000-8000-0000000000c2',
    '0197f0c0-0000-7000-8000-0000000000c3',
  ];
  const parties = { user_id: olga.userId, booked_by_user_id: pat.userId };
  const { db } = app.platform;
  const ends_at = new Date(starts_at.getTime() + 60 * 60_000);
  await db
    .insertInto('schedule_slots')
    .values({
      schedule_slot_id,
      ...parties,
      starts_at,
      ends_at,
      duration: 60,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await db
    .insertInto('calls')
    .values({ schedule_slot_id, ...parties })
    .execute();
  const seat = (user_id: string, peer_id: string) => ({
    schedule_slot_id,
    user_id,
    peer_id,
    held_by_user_id: user_id,
    socket_id: '',
    joined_at: now,
    seen_at: now,
  });
  await db
    .insertInto('call_seats')
    .values([seat(olga.userId, ownerPeer), seat(pat.userId, partyPeer)])
    .execute();
  return {
    callSlot: schedule_slot_id,
    ownerPeer,
    partyPeer,
    newPeer: '0197f0c0-0000-7000-8000-0000000000c4',
  };
}

/** Returns the secret of an invitation. */
async function makeInvitation({ platform, clock }: Community): Promise<string> {
  const until = new Date(clock.now().getTime() + 14 * 24 * 3_600_000);
  const wanted = { uses: 1, until, programmeId: null, createdBy: null };
  const { url } = await createInvitation(platform, platform.db, wanted);
  return url.split('/').at(-1) ?? '';
}

/** A passkey of the owner, and the responses of devices that make and use one. */
async function makePasskeys({ platform, visitor }: Community, { calls }: Persona): Promise<Cast['things']> {
  const origin = platform.config.publicUrl;
  const [used, added] = [createDevice({ origin }), createDevice({ origin })];
  const first = await calls.beginPasskey();
  const { passkeyId } = await calls.addPasskey({
    challengeToken: first.challengeToken,
    name: 'Laptop',
    credential: used.register(first.options),
  });
  const addition = await calls.beginPasskey();
  const entry = await visitor().calls.beginPasskeySignIn();
  return {
    passkey: passkeyId,
    addChallenge: addition.challengeToken,
    newCredential: added.register(addition.options),
    entryChallenge: entry.challengeToken,
    credential: used.assert(entry.options),
    foreignCredential: added.assert(entry.options),
  };
}

/** Creates a change and returns the token of its undo link. */
async function makeUndo(app: Community): Promise<string | undefined> {
  const una = await app.signUp('una@example.org');
  const phone = '+49307654321';
  await una.calls.updatePhone({ phone, token: await app.prove(una, phone, 'update-phone') });
  const notice = app.sent().find(({ to }) => to === una.address);
  return /undo\?token=([\w-]+)/.exec(notice?.text ?? '')?.[1];
}
