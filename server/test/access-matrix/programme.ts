import { createInvitation } from '#access/access';
import { newId } from '#platform/ids';
import { dayAfter, localDay } from '#platform/local-time';
import { findProgramme } from '#programmes/roles';
import { hashInput, readInput } from '#programmes/round-input';
import type { Community, Persona } from '#test/personas';
import { placeOf } from '#test/programme-place';

/** A running programme that Olga coordinates; Pat is a student with a partner, hours and a certificate. */
export async function makeProgramme(
  app: Community,
  { olga, pat }: { olga: Persona; pat: Persona },
): Promise<Record<string, unknown>> {
  const { db, clock } = app.platform;
  const now = clock.now();
  const today = localDay(now, 'UTC');
  const programmeId = newId(clock);
  const quin = await app.signUp('quin@example.org', {
    name: 'Quin',
    description: 'I am Quin.',
    speaks: ['en'],
  });
  await db
    .insertInto('programmes')
    .values({
      programme_id: programmeId,
      created_at: now,
      name: 'Tandem',
      office: 'Language Centre',
      state: 'registration',
      time_zone: 'UTC',
      languages: ['de', 'en'],
      registration_ends_on: dayAfter(today, -8),
      term_starts_on: dayAfter(today, -7),
      term_ends_on: dayAfter(today, 90),
      erase_on: dayAfter(today, 180),
      needed_hours: 1,
      declared_percent: 100,
      consent_text: 'Yes',
    })
    .execute();
  const until = new Date(now.getTime() + 14 * 24 * 3_600_000);
  const admitted = { uses: 100, until, programmeId, createdBy: null };
  const { url, invitationId } = await createInvitation(app.platform, db, admitted);
  const invitation = url.split('/').at(-1) ?? '';
  await pat.calls.joinProgramme({ programmeId, invitation, ...placeOf('de', 'en') });
  await quin.calls.joinProgramme({ programmeId, invitation, ...placeOf('en', 'de') });
  await db
    .insertInto('programme_coordinators')
    .values({ programme_id: programmeId, user_id: olga.userId, since: now })
    .execute();
  await db
    .updateTable('programmes')
    .set({ state: 'running' })
    .where('programme_id', '=', programmeId)
    .execute();
  const [low = '', high = ''] = [pat.userId, quin.userId].toSorted();
  const pairId = newId(clock);
  const pair = { pair_id: pairId, programme_id: programmeId, user_id: low, partner_user_id: high };
  await db
    .insertInto('programme_pairs')
    .values({ ...pair, teaches: 'de', learns: 'en', published_at: now })
    .execute();
  await db
    .insertInto('programme_hours')
    .values({
      hours_id: newId(clock),
      programme_id: programmeId,
      user_id: pat.userId,
      schedule_slot_id: newId(clock),
      day: today,
      source: 'session',
      first_language: 'de',
      first_ms: 3_600_000,
      created_at: now,
      confirmed_at: now,
    })
    .execute();
  const { hoursId } = await quin.calls.declareHours({
    programmeId,
    day: today,
    minutes: 30,
    languageCode: 'de',
  });
  const { code } = await pat.calls.issueCertificate({ programmeId, name: 'Pat' });
  const roundId = newId(clock);
  const input = await readInput(app.platform, db, await findProgramme(db, programmeId));
  await db
    .insertInto('programme_rounds')
    .values({
      round_id: roundId,
      programme_id: programmeId,
      state: 'done',
      made_at: now,
      locked: '[]',
      apart: '[]',
      input_hash: hashInput(input),
      result: JSON.stringify({ isOptimal: true, students: 0, pairs: [], left: [] }),
    })
    .execute();
  return {
    programme: programmeId,
    programmeInvitation: invitation,
    programmeInvitationId: invitationId,
    programmeUntil: until.toISOString(),
    pat: pat.userId,
    pair: pairId,
    hours: hoursId,
    today,
    certificate: code,
    round: roundId,
  };
}
