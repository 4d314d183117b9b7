import { describe, expect, test } from 'vitest';
import { storedFiles } from '#test/canary-person';
import { answerOf } from '#test/pair';
import type { Persona } from '#test/personas';
import { placeOf } from '#test/programme-place';
import {
  giveHours,
  type ProgrammeStage,
  programmeSettings,
  startPairedProgramme,
  startProgramme,
} from '#test/programmes';
import { findInDatabase, findInFiles, findInRedis } from '#test/stored-texts';

const eraseAt = new Date('2030-09-29T22:00:01Z');
/** What only the programme knows of the student; all of it is recognizable. */
const given = {
  studentNumber: 'zyxw-number',
  help: 'zyxw-help',
  onCertificate: 'Zyxwina de la Programme',
  toAll: 'zyxw-announcement',
  reason: 'zyxw-reason',
};
const closed = { env: { SIGN_UP: 'domains', SIGN_UP_DOMAINS: 'example.org' } };

/** Everything a student leaves in a programme: hours, requests, an announcement, rounds, queued mails, a withdrawn certificate. */
async function live(stage: ProgrammeStage, student: Persona, partner: Persona): Promise<{ code: string }> {
  const { programmeId, cora, invitation, platform } = stage;
  await student.calls.joinProgramme({
    programmeId,
    invitation,
    ...placeOf('de', 'en', { studentNumber: given.studentNumber, gender: 'woman', ageBand: '21-25' }),
  });
  await student.calls.askForHelp({ programmeId, kind: 'other', text: given.help });
  await giveHours(stage, student, 90);
  const declared = { programmeId, day: '2030-03-12', minutes: 30, languageCode: 'de' } as const;
  const { hoursId } = await student.calls.declareHours(declared);
  await partner.calls.answerHours({ programmeId, hoursId, confirmed: true });
  await student.calls.declareHours({ ...declared, minutes: 15 });
  await student.calls.issueCertificate({ programmeId, name: given.onCertificate });
  await cora.calls.withdrawCertificate({ programmeId, userId: student.userId, reason: given.reason });
  await platform.db
    .updateTable('certificates')
    .set({ withdrawn_at: null })
    .where('user_id', '=', student.userId)
    .execute();
  await stage.tryRound({
    locked: [],
    apart: [{ userId: student.userId, partnerUserId: stage.stranger.userId }],
  });
  await cora.calls.mailStudents({ programmeId, to: 'all', subject: given.toAll, text: given.toAll });
  return student.calls.issueCertificate({
    programmeId,
    name: given.onCertificate,
    keepUntil: '2031-12-31',
  });
}

/** Where the texts stand outside the mails that were sent: tables, files, Redis, and the log since a line. */
async function tracesOf({ platform, log }: ProgrammeStage, texts: string[], fromLine = 0): Promise<string[]> {
  const { redisUrl, dataDir } = platform.config;
  const logged = log.lines.slice(fromLine).map((line) => JSON.stringify(line));
  return [
    ...(await findInDatabase(platform.pool, texts)),
    ...findInFiles(dataDir, texts),
    ...(redisUrl === null ? [] : await findInRedis(redisUrl, texts)),
    ...logged.filter((line) => texts.some((text) => line.includes(text))),
  ];
}

// Rules: docs/specification/programmes.md#erasure
describe('one second after the day of erasure has begun, and one run of the jobs later', () => {
  test('no table, file, Redis key, queue or log line has what the student gave the programme', async () => {
    const stage = await startPairedProgramme();
    const { ana, ben, programmeId, platform, clock } = stage;
    const { code } = await live(stage, ana, ben);
    const texts = Object.values(given);
    const before = await tracesOf(stage, texts.slice(0, 2).concat(given.toAll, given.reason));
    expect(before).toEqual(
      expect.arrayContaining([
        'moderation_audit.reason',
        'programme_help.text',
        'programme_messages.text',
        'programme_places.student_number',
      ]),
    );
    expect(await findInDatabase(platform.pool, [programmeId])).toEqual(
      expect.arrayContaining(['programme_pairs.programme_id', 'waiting_mails.subject_id']),
    );
    const line = stage.log.lines.length;
    clock.set(eraseAt);
    await stage.runJobs();
    expect(await tracesOf(stage, texts, line)).toEqual([]);
    // The account stays, and no row says that it was in the programme.
    const named = await findInDatabase(platform.pool, [ana.userId]);
    expect(named.filter((column) => /programme|invitation|audit|mail/.test(column))).toEqual([]);
    expect(named).toContain('users.user_id');
    const left = await findInDatabase(platform.pool, [programmeId]);
    expect(left).toEqual([
      'moderation_audit.programme_id',
      'programme_coordinators.programme_id',
      'programmes.programme_id',
    ]);
    const [row] = await platform.db.selectFrom('certificates').selectAll().execute();
    expect(row).toMatchObject({ user_id: ana.userId, programme_id: null });
    expect((await stage.visitor().calls.getCertificate({ code })).name).toBe(given.onCertificate);
    // Also an act after the erasure names no one.
    await stage.goTo('2030-09-30T08:00:00Z');
    await stage.cora.calls.withdrawCertificate({ programmeId, code, reason: given.reason });
    expect(await tracesOf(stage, texts)).toEqual([]);
    expect(await findInDatabase(platform.pool, [ana.userId])).not.toContain('moderation_audit.user_id');
  });

  test('with accounts nothing names the student at all; a sealed certificate opens only by its link', async () => {
    const stage = await startPairedProgramme({ erases: 'accounts' }, closed);
    const { ana, ben, platform, clock } = stage;
    const person = { name: 'Zyxwina Student', description: 'zyxw-about', address: 'zyxwina@example.org' };
    const zoe = await stage.enrol('Zyxwina', placeOf('de', 'en'));
    await zoe.calls.updateUser({ name: person.name, description: person.description });
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await zoe.calls.updateProfileImage({ image: new Blob([new Uint8Array(png)]) });
    await zoe.calls.sendTextMessage({ userId: ana.userId, content: 'zyxw-message' });
    await ana.calls.leaveProgramme({ programmeId: stage.programmeId });
    await ben.calls.askForHelp({ programmeId: stage.programmeId, kind: 'other', text: 'Hello' });
    await stage.match();
    const { code } = await live(stage, zoe, ben);
    const texts = [zoe.userId, ...Object.values(person), ...Object.values(given), 'zyxw', 'zyxwina'];
    expect(await storedFiles(stage)).toHaveLength(1);
    clock.set(new Date('2030-08-30T22:00:01Z'));
    await stage.runJobs();
    expect(stage.sent().filter(({ to, text }) => to === zoe.address && /account/.test(text))).toHaveLength(1);
    clock.set(eraseAt);
    const line = stage.log.lines.length;
    await stage.runJobs();
    const stays = await tracesOf(stage, texts, line);
    expect(stays).toEqual([]);
    expect(await storedFiles(stage)).toEqual([]);
    const [row] = await platform.db.selectFrom('certificates').selectAll().execute();
    expect(row).toMatchObject({ user_id: null, programme_id: null });
    expect(row?.sealed_facts.toString('latin1')).not.toContain('Zyxwina');
    const wrong = `${code[0] === '7' ? '8' : '7'}${code.slice(1)}`;
    expect(await answerOf(stage.visitor().calls.getCertificate({ code: wrong }))).toBe('404/4001');
    expect((await stage.visitor().calls.getCertificate({ code })).name).toBe(given.onCertificate);
    expect(await answerOf(stage.signIn(zoe.address))).toBe('404/4002');
    // Ana had left the programme before: hers stays.
    await stage.signIn(ana.address);
  });
});

describe('a programme that erases accounts', () => {
  test('leaves those who kept theirs, coordinate, administrate, are in another programme, or were not told in time', async () => {
    const stage = await startProgramme({ erases: 'accounts' }, closed);
    const { programmeId, admin, cora, clock } = stage;
    const enrol = (name: string) => stage.enrol(name, placeOf('de', 'en'));
    const [goes, keeps] = [await enrol('Goes'), await enrol('Keeps')];
    const [leads, elsewhere, late] = [await enrol('Leads'), await enrol('Elsewhere'), await enrol('Late')];
    await stage.enrolMember(admin, placeOf('en', 'de'));
    const unreachable = await enrol('Unreachable');
    const dropAddress = () =>
      stage.platform.db
        .updateTable('users')
        .set({ email: null })
        .where('user_id', '=', unreachable.userId)
        .execute();
    const another = { ...programmeSettings, isOpen: true, termEndsOn: '2030-12-20', eraseOn: '2031-03-01' };
    const other = await admin.calls.createProgramme({ ...another, registrationEndsOn: '2030-03-11' });
    await admin.calls.addCoordinator({ programmeId: other.programmeId, email: cora.address });
    await admin.calls.addCoordinator({ programmeId: other.programmeId, email: leads.address });
    await cora.calls.setProgrammeState({ programmeId: other.programmeId, state: 'registration' });
    await elsewhere.calls.joinProgramme({ programmeId: other.programmeId, ...placeOf('de', 'en') });
    expect((await goes.calls.getProgramme({ programmeId })).accountEnd).toBeNull();
    await stage.goTo('2030-08-30T22:00:00Z');
    await dropAddress();
    await stage.runJobs();
    expect((await goes.calls.getProgramme({ programmeId })).accountEnd).toEqual({
      day: '2030-09-30',
      isKept: false,
    });
    await keeps.calls.keepAccount({ programmeId });
    await keeps.calls.keepAccount({ programmeId });
    expect((await keeps.calls.getProgramme({ programmeId })).accountEnd?.isKept).toBe(true);
    await stage.platform.db
      .updateTable('programme_places')
      .set({ account_told_at: new Date(eraseAt.getTime() - 14 * 24 * 3_600_000 + 1) })
      .where('user_id', '=', late.userId)
      .execute();
    await stage.platform.db
      .updateTable('programme_places')
      .set({ account_told_at: new Date(eraseAt.getTime() - 14 * 24 * 3_600_000) })
      .where('user_id', '=', goes.userId)
      .execute();
    clock.set(eraseAt);
    await stage.runJobs();
    await stage.runJobs();
    const { rows } = await stage.platform.pool.query<{ name: string }>(
      'SELECT name FROM users ORDER BY name',
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'Admin',
      'Cora',
      'Elsewhere',
      'Keeps',
      'Late',
      'Leads',
      'Stranger',
      'Unreachable',
    ]);
    expect(await stage.platform.db.selectFrom('programme_places').select('user_id').execute()).toEqual([
      { user_id: elsewhere.userId },
    ]);
  });

  test('is refused where sign-up is open, and after the draft, when students have agreed to less', async () => {
    const open = await startProgramme();
    const accounts = { ...programmeSettings, erases: 'accounts' } as const;
    await expect(open.admin.calls.createProgramme(accounts)).rejects.toMatchObject({
      fields: { erases: expect.any(String) },
    });
    const { programmeId, cora } = await startProgramme({}, closed);
    await expect(cora.calls.updateProgramme({ programmeId, erases: 'accounts' })).rejects.toMatchObject({
      fields: { erases: expect.any(String) },
    });
    const second = await startProgramme({ erases: 'accounts' }, closed);
    const milder = await second.cora.calls.updateProgramme({
      programmeId: second.programmeId,
      erases: 'places',
    });
    expect(milder.erases).toBe('places');
  });
});

describe('the daily mail to coordinators', () => {
  test('has numbers without names, at seven in the office, only on days with news', async () => {
    const stage = await startProgramme();
    const { programmeId, cora } = stage;
    const told = () => stage.sent().filter(({ subject }) => subject === 'What is new in Tandem 2030');
    const runAt = async (moment: string) => {
      await stage.goTo(moment);
      await stage.runJobs();
      return told().length;
    };
    const ana = await stage.enrol('Ana', placeOf('de', 'en'));
    await stage.enrol('Ben', placeOf('en', 'de'));
    // Seven in Berlin is six in UTC.
    expect(await runAt('2030-03-05T05:59:59Z')).toBe(0);
    expect(await runAt('2030-03-05T06:00:00Z')).toBe(1);
    expect(told()[0]?.to).toBe(cora.address);
    expect(told()[0]?.text).toContain('2 students have joined.');
    expect(told()[0]?.text).not.toMatch(/Ana|Ben/);
    expect(await runAt('2030-03-05T20:00:00Z')).toBe(1);
    expect(await runAt('2030-03-06T06:00:00Z')).toBe(1);
    await ana.calls.askForHelp({ programmeId, kind: 'other', text: 'zyxw-question' });
    expect(await runAt('2030-03-07T06:00:00Z')).toBe(2);
    expect(told()[0]?.text).toContain('One student has asked you something.');
    expect(told()[0]?.text).not.toMatch(/joined|zyxw/);
    // Before the first round everybody waits, which is no news.
    expect(told()[0]?.text).not.toContain('no partner');
    await stage.enrol('Eva', placeOf('es', 'fr'));
    expect(await runAt('2030-03-08T06:00:00Z')).toBe(3);
    expect(told()[0]?.text).toContain('One student has joined.');
    expect(told()[0]?.text).not.toContain('asked');
    await stage.goTo('2030-03-08T12:00:00Z');
    await cora.calls.setProgrammeState({ programmeId, state: 'matching' });
    await stage.match();
    const { partners } = await ana.calls.getProgramme({ programmeId });
    await cora.calls.endPair({ programmeId, pairId: partners[0]?.pairId ?? '' });
    expect(await runAt('2030-03-08T22:00:00Z')).toBe(3);
    expect(await runAt('2030-03-09T06:00:00Z')).toBe(4);
    expect(told()[0]?.text).toContain('One pair has ended.');
    expect(told()[0]?.text).toContain('3 students have no partner.');
    expect(told()[0]?.text).not.toContain('joined');
  });
});
