import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { newId } from '#platform/ids';
import { createOutbound } from '#platform/outbound';
import { type UploadMaker, uploadMakers } from '#test/hostile/uploads';
import { type Community, type Persona, startCommunity } from '#test/personas';
import type { LiveCall } from './call-packets.ts';
import type { Known } from './wire-values.ts';

export interface Crowd {
  app: Community;
  /** Access tokens by caller index; null is signed out. */
  tokens: (string | null)[];
  known: Known;
  files: Buffer[];
  /** URLs of an existing picture and recording. */
  media: string[];
  /** A session that its two members can join now. */
  live: LiveCall;
  /** Exported phrase books, in each format. */
  phraseFiles: Buffer[];
  makers: UploadMaker[];
}

/** Creates callers in every state: signed out, two partners, one who blocks, new, admin, banned, expired. */
export async function gatherCrowd({ rateLimits = 'off' } = {}): Promise<Crowd> {
  const app = await startCommunity({
    // A session is about to begin 16 minutes later, after all sign-ups.
    now: '2030-03-05T08:56:00.000Z',
    // Random addresses of calendars reach no network.
    outbound: createOutbound({ resolve: async () => [] }),
    env: {
      RATE_LIMITS: rateLimits,
      ADMIN_EMAILS: 'admin@example.org',
      // Enables parsing of proxy headers.
      TRUSTED_PROXIES: 'loopback',
    },
  });
  const enter = (name: string) =>
    app.signUp(`${name.toLowerCase()}@example.org`, {
      name,
      description: `I am ${name}.`,
      speaks: ['en'],
      learns: { fr: 0.4 },
    });
  const expired = await enter('Ed');
  app.clock.advance({ minutes: 16 });
  const ana = await enter('Ana');
  const ben = await enter('Ben');
  const cleo = await enter('Cleo');
  const banned = await enter('Ban');
  const victim = await enter('Vic');
  const admin = await enter('Admin');
  const newcomer = await app.signUp('new@example.org');

  const picture = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#336' } })
    .png()
    .toBuffer();
  const voice = await readFile(join(import.meta.dirname, '../fixtures/voice.webm'));
  await ana.calls.updateProfileImage({ image: new Blob([new Uint8Array(picture)]) });
  const spoken = await ana.calls.sendVoiceMessage({
    userId: ben.userId,
    audio: new Blob([new Uint8Array(voice)]),
  });
  const said = await ana.calls.sendTextMessage({ userId: ben.userId, content: 'Hello Ben' });
  await ben.calls.reportMessage({ chatMessageId: said.chatMessageId, reason: 'spam' });
  const { phraseId } = await ana.calls.createPhrase({ languageCode: 'fr', text: 'bonjour' });
  const { report_id } = await app.platform.db
    .selectFrom('chat_reports')
    .select('report_id')
    .executeTakeFirstOrThrow();
  const inHours = (hours: number) =>
    new Date(Math.ceil(app.clock.now().getTime() / 3_600_000 + hours) * 3_600_000);
  const slots = await Promise.all(
    [1, 2, 3].map((hours) => ana.calls.createSlot({ startsAt: inHours(hours), duration: 30 })),
  );
  await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId: slots[0]?.scheduleSlotId ?? '' });
  const soon = await ana.calls.createSlot({ startsAt: new Date('2030-03-05T09:15:00.000Z'), duration: 30 });
  await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId: soon.scheduleSlotId });
  const exported = await Promise.all(
    (['tsv', 'apkg'] as const).map((format) => ana.calls.exportPhrases({ format })),
  );
  await cleo.calls.blockUser({ userId: ana.userId });
  await admin.calls.banUser({ userId: banned.userId, reason: 'spam' });
  const { profileImageUrl } = await ana.calls.getUser();
  const spare = await app.signIn(victim.address);

  const people = [ana, ben, cleo, victim, banned, newcomer];
  const emails = [ana.address, victim.address, 'nobody@example.org'];
  const known: Known = {
    userId: people.map(({ userId }) => userId),
    // Not the callers' own sessions: a signed-out caller tests nothing further.
    userSessionId: [spare.userSessionId, victim.userSessionId],
    scheduleSlotId: [soon, ...slots].map(({ scheduleSlotId }) => scheduleSlotId),
    chatMessageId: [said.chatMessageId, spoken.chatMessageId],
    sourceMessageId: [said.chatMessageId, spoken.chatMessageId],
    phraseId: [phraseId],
    reportId: [report_id],
    thanksId: [await thank(app, ben, ana)],
    accessVerificationId: [(await begin(app, ana.address)).accessVerificationId],
    startsAt: [4, 5, 24 * 365, 24 * 366, -1].map((hours) => inHours(hours).toISOString()),
    start: [inHours(-50).toISOString(), inHours(0).toISOString()],
    emailOrPhone: [...emails, '+49301234567'],
    email: emails,
    phone: ['+49301234567', '0301234567'],
    token: [await app.prove(app.visitor(), victim.address), 'none'],
    refreshToken: [spare.tokens.refreshToken, victim.tokens.refreshToken],
    code: ['000000', '123 456', '1234567890'],
    timeZone: ['Asia/Kathmandu', 'America/New_York', 'Mars/Base'],
    way: ['email', 'phone', 'google'],
    name: ['daily-digest-notification', 'new-chat-message-notification', 'Ana'],
    limit: ['1', '9', '50', '100', '101', '0', '-1'],
    offset: ['0', '1', '100000', '100001'],
    minProficiency: ['0', '0.2', '1'],
    maxProficiency: ['0', '0.6', '1'],
    duration: [15, 30, 45, 60],
    proficiency: [0, 0.2, 0.6, 1],
  };
  return {
    app,
    tokens: [null, ana, ben, cleo, newcomer, admin, ana, ben, banned, expired].map(
      (person) => person?.tokens.accessToken ?? null,
    ),
    known,
    files: [picture, voice],
    media: [profileImageUrl ?? '', spoken.audioUrl ?? ''],
    // By index among the tokens.
    live: {
      scheduleSlotId: soon.scheduleSlotId,
      seats: [1, 2].map((caller) => ({ caller, peerIds: [randomUUID()] })),
    },
    phraseFiles: await Promise.all(exported.map(async (file) => Buffer.from(await file.arrayBuffer()))),
    makers: await uploadMakers(),
  };
}

const begin = ({ visitor }: Community, emailOrPhone: string) =>
  visitor().calls.beginAccessVerification({ emailOrPhone, type: 'sign-in' });

/** Creates thanks that the other member can read. */
async function thank({ platform: { db, clock } }: Community, author: Persona, reader: Persona) {
  const thanks_id = newId(clock);
  const now = clock.now();
  const people = { user_id: author.userId, partner_user_id: reader.userId };
  const said = { words: ['humour'], text: 'Thank you', given_at: now, shown_at: now };
  await db
    .insertInto('session_thanks')
    .values({ thanks_id, schedule_slot_id: newId(clock), ...people, ...said })
    .execute();
  return thanks_id;
}
