import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createInvitation, identityHashes, takeInvitation } from '#access/access';
import { newId } from '#platform/ids';
import { createDevice } from '#test/authenticator';
import { insertBusyCalendar } from '#test/busy-calendar';
import { openPage } from '#test/call-session';
import { addContactTraces, openCase } from '#test/cases';
import { type Community, type Persona, startCommunity } from '#test/personas';
import { placeOf } from '#test/programme-place';
import { startPushService } from '#test/push-service';

/** A member with rows in every table that names people, and files; all of their content is recognizable. */
export interface CanaryPerson {
  app: Community;
  person: Persona;
  /** Texts that must not exist anywhere after the deletion. */
  canaries: string[];
  deleteThem(): Promise<void>;
}

const words = {
  name: 'Zyxwina Canary',
  description: 'zyxw-description',
  note: 'zyxw-note',
  thanks: 'zyxw-thanks',
  message: 'zyxw-message',
  caption: 'zyxw-caption',
  phrase: 'zyxw-phrase',
  reportText: 'zyxw-report',
  appeal: 'zyxw-appeal',
  preference: 'zyxw-preference',
  phone: '+49309990001',
  googleUserId: 'zyxw-google-id',
  oidcIssuer: 'https://zyxw-issuer.example',
  oidcSubject: 'zyxw-oidc-subject',
  passkey: 'zyxw-passkey',
  calendarHost: 'zyxw-calendar.example.org',
  studentNumber: 'zyxw-number',
  help: 'zyxw-help',
  email: 'zyxw@canary.example.org',
};

export async function startCanaryPerson(): Promise<CanaryPerson> {
  const push = await startPushService();
  const app = await startCommunity({
    env: { ...push.env, RATE_LIMITS: 'off', ADMIN_EMAILS: 'admin@example.org' },
    pushNetwork: push.network,
  });
  const { platform, clock } = app;
  const enter = (name: string) =>
    app.signUp(`${name.toLowerCase()}@example.org`, { name, description: `I am ${name}.`, speaks: ['en'] });
  const [admin, ben, cleo] = [await enter('Admin'), await enter('Ben'), await enter('Cleo')];
  const person = await app.signUp(words.email, {
    name: words.name,
    description: words.description,
    speaks: ['de'],
    learns: { en: 0.2 },
  });
  await platform.db
    .updateTable('users')
    .set({
      phone: words.phone,
      google_user_id: words.googleUserId,
      oidc_issuer: words.oidcIssuer,
      oidc_subject: words.oidcSubject,
    })
    .where('user_id', '=', person.userId)
    .execute();
  await platform.db
    .insertInto('banned_identities')
    .values(
      identityHashes(platform, { email: words.email }).map((hash) => ({ hash, created_at: clock.now() })),
    )
    .execute();
  await platform.db.insertInto('demo_people').values({ user_id: person.userId, key: 'canary' }).execute();

  await person.calls.setPreference({ name: 'daily-digest-notification', value: words.preference });
  await person.calls.blockUser({ userId: cleo.userId });
  const { challengeToken, options } = await person.calls.beginPasskey();
  const credential = createDevice({ origin: platform.config.publicUrl }).register(options);
  await person.calls.addPasskey({ challengeToken, name: words.passkey, credential });
  await person.calls.addPushDevice(push.subscribe());
  await ben.calls.addPushDevice(push.subscribe());
  await person.calls.saveUser({ userId: ben.userId });
  await ben.calls.saveUser({ userId: person.userId });
  await person.calls.createCalendarFeed();
  await insertBusyCalendar(platform, { userId: person.userId, host: words.calendarHost });
  await person.calls.beginAccessVerification({ emailOrPhone: 'zyxw-new@example.org', type: 'update-email' });
  await person.calls.disconnectWayIn({ way: 'google' });
  await beInvited(app, person);
  await takePart(app, person, ben);
  await converse(app, person, ben);
  await guessWrongly(app);
  await meet(app, person, ben);
  await offerHours(person);
  await lookBack(app, person, ben);
  await talk(person, ben);
  await keepPhrases(app, person, ben);
  await report(app, person, ben, admin);
  await holdAndWarn(app, person, ben, cleo);
  // Five minutes later a message is still unread and the socket is recorded.
  await (await ben.connect()).whenConnected();
  await person.connect();
  clock.advance({ minutes: 6 });
  await app.runJobs();
  // After the jobs, which delete it.
  await platform.db.insertInto('free_time_changes').values({ user_id: person.userId }).execute();

  const own = await app.platform.db
    .selectFrom('users')
    .innerJoin('chat_messages', 'from_user_id', 'user_id')
    .select(['profile_image_key', 'audio_key'])
    .where('user_id', '=', person.userId)
    .where('audio_key', 'is not', null)
    .executeTakeFirstOrThrow();
  return {
    app,
    person,
    canaries: [person.userId, ...Object.values(words), `${own.profile_image_key}`, `${own.audio_key}`],
    async deleteThem() {
      await person.calls.deleteUser({ token: await app.prove(person, words.email, 'delete-user') });
    },
  };
}

async function guessWrongly({ visitor, codeFor }: Community): Promise<void> {
  const guest = visitor();
  const begun = await guest.calls.beginAccessVerification({ emailOrPhone: words.email, type: 'sign-in' });
  const wrong = codeFor(words.email) === '000000' ? '111111' : '000000';
  await guest.calls.completeAccessVerification({ ...begun, code: wrong }).catch(() => undefined);
}

/** Creates a booked and a cancelled session in each direction. */
async function meet({ clock }: Community, person: Persona, ben: Persona): Promise<void> {
  const inHours = (hours: number) =>
    new Date(Math.ceil(clock.now().getTime() / 3_600_000 + hours) * 3_600_000);
  let hours = 48;
  for (const [owner, booker] of [[person, ben] as const, [ben, person] as const]) {
    for (const isCancelled of [false, true]) {
      const { scheduleSlotId } = await owner.calls.createSlot({ startsAt: inHours(hours++), duration: 30 });
      const slot = { userId: owner.userId, scheduleSlotId };
      await booker.calls.bookSlot(slot);
      if (isCancelled) await booker.calls.cancelBooking(slot);
    }
  }
}

/** Sets weekly hours and deletes one of their slots. */
async function offerHours(person: Persona): Promise<void> {
  await person.calls.setWeeklyHours({
    timeZone: 'Europe/Berlin',
    rules: [{ weekday: 2, from: '06:00', to: '06:30', duration: 15 }],
    minNoticeHours: 0,
    bufferMinutes: 0,
    weeksAhead: 8,
  });
  const { slots } = await person.calls.listOwnSlots({ limit: 100 });
  const last = slots.findLast(({ isFromWeeklyHours }) => isFromWeeklyHours);
  if (last) await person.calls.deleteSlot({ scheduleSlotId: last.scheduleSlotId });
}

/** Records feedback, mutual wishes for another and a weekly session, and a series in each direction. */
async function lookBack(
  { platform: { db, clock } }: Community,
  person: Persona,
  ben: Persona,
): Promise<void> {
  const now = clock.now();
  const schedule_slot_id = newId(clock);
  for (const [one, other] of [[person, ben] as const, [ben, person] as const]) {
    const seat = { schedule_slot_id, user_id: one.userId, partner_user_id: other.userId };
    await db
      .insertInto('session_outcomes')
      .values({ ...seat, answer: 'kept', ends_at: now, answered_at: now, changed_at: now })
      .execute();
    await db
      .insertInto('session_agains')
      .values({ ...seat, asked_at: now })
      .execute();
    await db
      .insertInto('weekly_asks')
      .values({ ...seat, asked_at: now })
      .execute();
    await db
      .insertInto('session_series')
      .values({
        series_id: newId(clock),
        user_id: one.userId,
        partner_user_id: other.userId,
        first_starts_at: now,
        time_zone: 'Europe/Berlin',
        duration: 30,
        agreed_at: now,
        next_week: 1,
        look_at: new Date(now.getTime() + 7 * 24 * 3_600_000),
      })
      .execute();
    await db
      .insertInto('session_thanks')
      .values({
        ...seat,
        thanks_id: newId(clock),
        words: ['patience'],
        text: one === person ? words.thanks : 'Thank you',
        given_at: now,
        shown_at: now,
      })
      .execute();
  }
}

async function talk(person: Persona, ben: Persona): Promise<void> {
  const picture = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#336' } })
    .png()
    .toBuffer();
  const voice = await readFile(join(import.meta.dirname, 'fixtures/voice.webm'));
  await person.calls.updateProfileImage({ image: new Blob([new Uint8Array(picture)]) });
  const { topics } = await person.calls.listTopics({ userId: ben.userId });
  const topicId = topics[0]?.topicId;
  await person.calls.sendTextMessage({ userId: ben.userId, content: words.message, topicId });
  for (const [from, to] of [[person, ben] as const, [ben, person] as const]) {
    await from.calls.sendVoiceMessage({ userId: to.userId, audio: new Blob([new Uint8Array(voice)]) });
  }
  const image = new Blob([new Uint8Array(picture)]);
  const sent = await person.calls.sendPictureMessage({
    userId: ben.userId,
    image,
    caption: words.caption,
  });
  await ben.calls.sendTextMessage({
    userId: person.userId,
    content: 'Lovely',
    repliesTo: sent.chatMessageId,
  });
}

/** Creates a reviewed phrase, and a phrase with their words in a partner's book. */
async function keepPhrases({ clock }: Community, person: Persona, ben: Persona): Promise<void> {
  const { phraseId } = await person.calls.createPhrase({ languageCode: 'en', text: words.phrase });
  const reviewId = '0197f0c0-0000-7000-8000-00000000ca4a';
  await person.calls.reviewPhrases({
    reviews: [{ reviewId, phraseId, rating: 'good', reviewedAt: clock.now() }],
  });
  const { messages } = await ben.calls.listMessages({ userId: person.userId });
  const said = messages.find(({ content }) => content === words.message);
  const kept = { languageCode: 'de', sourceMessageId: said?.chatMessageId } as const;
  await ben.calls.createPhrase({ ...kept, text: words.message });
  await ben.calls.createPhrase({
    ...kept,
    text: 'in my words',
    meaning: words.message,
    context: words.message,
  });
}

/** Holds a session and stores its records. */
async function converse(app: Community, person: Persona, ben: Persona): Promise<void> {
  const startsAt = new Date(Math.ceil(app.clock.now().getTime() / 900_000) * 900_000 + 900_000);
  const { scheduleSlotId } = await person.calls.createSlot({ startsAt, duration: 15 });
  await ben.calls.bookSlot({ userId: person.userId, scheduleSlotId });
  const now = app.clock.now();
  app.clock.set(new Date(startsAt.getTime() - 60_000));
  const [own, bens] = await Promise.all(
    [person, ben].map(async ({ address }) => openPage(await app.signIn(address), scheduleSlotId)),
  );
  await own?.join();
  await bens?.join();
  await own?.emit('call:note', { noteId: randomUUID(), kind: 'word', text: words.note });
  await own?.emit('call:talk', { firstMs: 0, secondMs: 0 });
  for (const { address } of [person, ben])
    await (await app.signIn(address)).calls.reportSession({ scheduleSlotId, text: words.reportText });
  app.clock.set(now);
}

/** Creates a report by the member, a report about them, and a warning. */
async function report(app: Community, person: Persona, ben: Persona, admin: Persona): Promise<void> {
  const rude = await ben.calls.sendTextMessage({ userId: person.userId, content: 'rude' });
  await person.calls.reportMessage({ chatMessageId: rude.chatMessageId, text: words.reportText });
  const ruder = await person.calls.sendTextMessage({ userId: ben.userId, content: words.message });
  await ben.calls.reportMessage({ chatMessageId: ruder.chatMessageId });
  const about = await app.platform.db
    .selectFrom('chat_reports')
    .select('report_id')
    .where('reported_user_id', '=', person.userId)
    .executeTakeFirstOrThrow();
  await admin.calls.dismissReport({ reportId: about.report_id });
  for (const [reader, author] of [[person, ben] as const, [ben, person] as const]) {
    const { thanks } = await reader.calls.listThanks({ userId: reader.userId });
    const from = thanks.find((each) => each.from.userId === author.userId);
    await reader.calls.reportThanks({ thanksId: from?.thanksId ?? '', text: words.reportText });
  }
}

/** Reports of profiles in both directions, a hold with an appeal, and a warning about and to the member. */
async function holdAndWarn(app: Community, person: Persona, ben: Persona, cleo: Persona): Promise<void> {
  await person.calls.reportProfile({ userId: ben.userId, about: 'name', text: words.reportText });
  await ben.calls.reportProfile({ userId: person.userId, about: 'picture' });
  await addContactTraces(app, person, ben);
  await openCase(app, person);
  await person.calls.appealStanding({ text: words.appeal });
  const { db, clock } = app.platform;
  for (const [reader, banned] of [[person, cleo] as const, [cleo, person] as const]) {
    await db
      .insertInto('contact_warnings')
      .values({
        warning_id: newId(clock),
        user_id: reader.userId,
        banned_user_id: banned.userId,
        reason: 'scam',
        created_at: clock.now(),
      })
      .execute();
  }
}

/** A place with a partner, hours, a request, a certificate and a round; and a programme that the member coordinates. */
async function takePart(app: Community, person: Persona, ben: Persona): Promise<void> {
  const { db, clock } = app.platform;
  const now = clock.now();
  const [own, other] = [newId(clock), newId(clock)];
  for (const programme_id of [own, other])
    await db
      .insertInto('programmes')
      .values({
        ...{ programme_id, created_at: now, name: 'Tandem', office: 'Office', state: 'registration' },
        ...{
          time_zone: 'UTC',
          languages: ['de', 'en'],
          needed_hours: 1,
          declared_percent: 0,
          consent_text: 'Yes',
        },
        ...{ registration_ends_on: '2099-01-01', term_starts_on: '2099-01-02', term_ends_on: '2099-02-01' },
        erase_on: '2099-03-01',
        is_open: true,
      })
      .execute();
  const coordinator = { programme_id: other, user_id: person.userId, since: now };
  await db.insertInto('programme_coordinators').values(coordinator).execute();
  for (const student of [person, ben])
    await student.calls.joinProgramme({
      programmeId: own,
      ...placeOf('de', 'en', { studentNumber: student === person ? words.studentNumber : null }),
    });
  await person.calls.askForHelp({ programmeId: own, kind: 'other', text: words.help });
  const [user_id = '', partner_user_id = ''] = [person.userId, ben.userId].toSorted();
  const pair = {
    pair_id: newId(clock),
    programme_id: own,
    user_id,
    partner_user_id,
    teaches: 'de',
    learns: 'en',
  };
  await db
    .insertInto('programme_pairs')
    .values({ ...pair, published_at: now })
    .execute();
  const about = { programme_id: own, user_id: person.userId };
  await db
    .insertInto('programme_hours')
    .values({
      ...{
        ...about,
        hours_id: newId(clock),
        schedule_slot_id: newId(clock),
        day: '2099-01-03',
        source: 'session',
      },
      ...{ first_language: 'de', first_ms: 1, created_at: now, confirmed_at: now },
    })
    .execute();
  const result = JSON.stringify({
    isOptimal: true,
    students: 1,
    pairs: [],
    left: [{ userId: person.userId }],
  });
  await db
    .insertInto('programme_rounds')
    .values({
      ...{ round_id: newId(clock), programme_id: own, state: 'done' },
      made_at: now,
      locked: '[]',
      apart: '[]',
      result,
    })
    .execute();
  await db
    .insertInto('programme_removals')
    .values({ programme_id: other, user_id: person.userId, removed_at: now })
    .execute();
  const letter = { message_id: newId(clock), programme_id: other, user_id: person.userId, recipients: 'all' };
  await db
    .insertInto('programme_messages')
    .values({ ...letter, subject: 'Hello', text: 'Hello', sent_at: now })
    .execute();
  const hash = Buffer.from(newId(clock));
  await db
    .insertInto('certificates')
    .values({ ...about, code_hash: hash, sealed_facts: hash, issued_at: now })
    .execute();
}

export async function storedFiles({ platform }: Community): Promise<string[]> {
  const folders = ['profile-images/', 'voice/', 'chat-pictures/', 'reported/'].map((folder) =>
    Array.fromAsync(platform.files.list(folder)),
  );
  return (await Promise.all(folders)).flat();
}

/** Uses an invitation and makes another. */
async function beInvited({ platform, clock }: Community, { userId }: Persona): Promise<void> {
  const until = new Date(clock.now().getTime() + 14 * 24 * 3_600_000);
  const wanted = { uses: 2, until, programmeId: null, createdBy: userId };
  const { url } = await createInvitation(platform, platform.db, wanted);
  const secret = url.split('/').at(-1) ?? '';
  await platform.db
    .transaction()
    .execute((tx) => takeInvitation(platform, tx, { secret, userId, email: words.email }));
}
