import { describe, expect, test } from 'vitest';
import { openPage } from '#test/call-session';
import { leaksIn } from '#test/canary';
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

/** Holds a session of 30 minutes on 12 March at 9:15: together from minute 0 to minute `until`. */
async function hold(stage: ProgrammeStage, [owner, guest]: [Persona, Persona], until = 20): Promise<void> {
  await stage.goTo('2030-03-12T09:09:00Z');
  const startsAt = new Date('2030-03-12T09:15:00Z');
  const { scheduleSlotId } = await owner.calls.createSlot({ startsAt, duration: 30 });
  await guest.calls.bookSlot({ userId: owner.userId, scheduleSlotId });
  await stage.goTo('2030-03-12T09:15:00Z');
  const pages = [await openPage(owner, scheduleSlotId), await openPage(guest, scheduleSlotId)];
  for (const page of pages) await page.join();
  // More often than the time after which a silent page counts as gone.
  for (let step = 1; step <= until * 3; step++) {
    stage.clock.set(new Date(startsAt.getTime() + step * 20_000));
    for (const page of pages) await page.emit('call:alive', {});
  }
  if (until < 30) await pages[0]?.emit('call:leave', {});
  await stage.goTo('2030-03-12T09:56:00Z');
  await stage.runJobs();
}

// Rules: docs/specification/programmes.md#hours
describe('hours', () => {
  test('of a session between partners count for both, by the language of each half', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, ana, ben } = stage;
    await ana.calls.createLanguage({ languageCode: 'de', target: false, proficiency: 1 });
    await ana.calls.createLanguage({ languageCode: 'en', target: true, proficiency: 0.2 });
    await ben.calls.createLanguage({ languageCode: 'de', target: true, proficiency: 0.2 });
    await hold(stage, [ana, ben], 20);
    for (const student of [ana, ben]) {
      const { hours, entries } = await student.calls.getProgramme({ programmeId });
      expect(hours).toMatchObject({ neededMinutes: 120, countedMinutes: 20, declaredMinutes: 0 });
      expect(entries).toMatchObject([{ day: '2030-03-12', source: 'session' }]);
      // Halves of 15 minutes: the first is complete, of the second five minutes were held.
      expect(entries[0]?.languages.map(({ minutes }) => minutes)).toEqual([15, 5]);
      expect(entries[0]?.languages.map(({ languageCode }) => languageCode).toSorted()).toEqual(['de', 'en']);
    }
    const rows = await stage.platform.db.selectFrom('programme_hours').selectAll().execute();
    const call = await stage.platform.db.selectFrom('calls').selectAll().executeTakeFirstOrThrow();
    for (const row of rows) {
      expect(Math.abs(row.first_ms + row.second_ms - call.together_ms)).toBeLessThanOrEqual(1000);
      expect([row.first_language, row.second_language]).toEqual([call.first_language, call.second_language]);
    }
  });

  test('of sessions with other members do not count', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, ana } = stage;
    await hold(stage, [ana, stage.stranger], 20);
    expect((await ana.calls.getProgramme({ programmeId })).hours?.countedMinutes).toBe(0);
  });

  test('stay when the partner deletes the account', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, ana, ben } = stage;
    await hold(stage, [ana, ben], 20);
    await ben.calls.deleteUser({ token: await stage.prove(ben, ben.address, 'delete-user') });
    const { hours, place } = await ana.calls.getProgramme({ programmeId });
    expect(hours?.countedMinutes).toBe(20);
    expect(place?.status).toBe('waiting');
    expect(await stage.platform.db.selectFrom('calls').selectAll().execute()).toEqual([]);
  });

  test('of a session that a block ends count until then', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, ana, ben } = stage;
    await stage.goTo('2030-03-12T09:09:00Z');
    const startsAt = new Date('2030-03-12T09:15:00Z');
    const { scheduleSlotId } = await ana.calls.createSlot({ startsAt, duration: 30 });
    await ben.calls.bookSlot({ userId: ana.userId, scheduleSlotId });
    await stage.goTo('2030-03-12T09:15:00Z');
    const pages = [await openPage(ana, scheduleSlotId), await openPage(ben, scheduleSlotId)];
    for (const page of pages) await page.join();
    for (let step = 1; step <= 9; step += 1) {
      stage.clock.advance({ seconds: 20 });
      for (const page of pages) await page.emit('call:alive', {});
    }
    await ana.calls.blockUser({ userId: ben.userId });
    for (const student of [ana, ben]) {
      const { hours, partners } = await student.calls.getProgramme({ programmeId });
      expect([hours?.countedMinutes, partners]).toEqual([3, []]);
    }
  });

  test('held elsewhere count for both after the partner confirms them, up to their share', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, ana, ben } = stage;
    const declared = { programmeId, day: '2030-03-12', minutes: 45, languageCode: 'de' } as const;
    const { hoursId } = await ana.calls.declareHours(declared);
    const counted = async (student: Persona) =>
      (await student.calls.getProgramme({ programmeId })).hours?.countedMinutes;
    expect(await counted(ana)).toBe(0);
    expect(await answerOf(ana.calls.answerHours({ programmeId, hoursId, confirmed: true }))).toBe('403/3000');
    expect((await ben.calls.getProgramme({ programmeId })).toConfirm).toMatchObject([{ hoursId }]);
    await ben.calls.answerHours({ programmeId, hoursId, confirmed: true });
    expect([await counted(ana), await counted(ben)]).toEqual([45, 45]);
    // For the office they are no session.
    const { students } = await stage.cora.calls.listStudents({ programmeId });
    expect(students.map(({ lastSessionAt }) => lastSessionAt)).toEqual([null, null]);
    expect(await answerOf(ben.calls.answerHours({ programmeId, hoursId, confirmed: false }))).toBe(
      '403/3000',
    );
    // Half of two hours may be held elsewhere.
    expect(await answerOf(ana.calls.declareHours({ ...declared, minutes: 16 }))).toBe('403/3000');
    const second = await ana.calls.declareHours({ ...declared, minutes: 15 });
    await ben.calls.answerHours({ programmeId, hoursId: second.hoursId, confirmed: false });
    expect(await counted(ana)).toBe(45);
    // Confirmed hours use up the share for good, not only while others wait for an answer.
    await stage.goTo('2030-03-27T09:00:00Z');
    expect(await answerOf(ana.calls.declareHours({ ...declared, minutes: 16 }))).toBe('403/3000');
    await stage.goTo('2030-03-12T09:00:00Z');
    for (const day of ['2030-03-13', '2030-03-10'])
      expect(await answerOf(ana.calls.declareHours({ ...declared, day }))).toBe('400/1000');
    // The certificate names the languages.
    await expect(
      ana.calls.declareHours({ ...declared, minutes: 15, languageCode: 'ja' }),
    ).rejects.toMatchObject({
      fields: { languageCode: expect.any(String) },
    });
  });

  test('held elsewhere may be in a language of the pair that the programme no longer has', async () => {
    const stage = await startProgramme();
    const { programmeId, cora } = stage;
    const ana = await stage.enrol('Ana', placeOf('de', 'en'));
    const ben = await stage.enrol('Ben', placeOf('en', 'de'));
    const [eva, leo] = [
      await stage.enrol('Eva', placeOf('fr', 'en')),
      await stage.enrol('Leo', placeOf('en', 'fr')),
    ];
    await cora.calls.updateProgramme({ programmeId, languages: ['en', 'es'] });
    await cora.calls.setProgrammeState({ programmeId, state: 'matching' });
    await stage.match();
    await stage.goTo('2030-03-12T08:00:00Z');
    await stage.runJobs();
    const declared = { programmeId, day: '2030-03-12', minutes: 15 } as const;
    for (const student of [ana, ben]) {
      const { languages } = await student.calls.declareHours({ ...declared, languageCode: 'de' });
      expect(languages).toEqual([{ languageCode: 'de', minutes: 15 }]);
    }
    await eva.calls.declareHours({ ...declared, languageCode: 'fr' });
    const german = { ...declared, languageCode: 'de' } as const;
    expect(await answerOf(leo.calls.declareHours(german))).toBe('400/1000');
    // Only as long as the pair is together.
    const { partners } = await ana.calls.getProgramme({ programmeId });
    await cora.calls.endPair({ programmeId, pairId: partners[0]?.pairId ?? '' });
    expect(await answerOf(ana.calls.declareHours(german))).toBe('400/1000');
  });

  test('held elsewhere count up to their share in total and in each language', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, ana, ben } = stage;
    const declare = (student: Persona, languageCode: 'de' | 'en') =>
      student.calls.declareHours({ programmeId, day: '2030-03-12', minutes: 60, languageCode });
    const [ofAna, ofBen] = [await declare(ana, 'de'), await declare(ben, 'en')];
    await ben.calls.answerHours({ programmeId, hoursId: ofAna.hoursId, confirmed: true });
    await ana.calls.answerHours({ programmeId, hoursId: ofBen.hoursId, confirmed: true });
    await giveHours(stage, ana, 10);
    expect((await ana.calls.getProgramme({ programmeId })).hours).toEqual({
      neededMinutes: 120,
      countedMinutes: 70,
      declaredMinutes: 120,
      languages: [
        { languageCode: 'de', minutes: 40 },
        { languageCode: 'en', minutes: 30 },
      ],
    });
  });

  test('held elsewhere wait two weeks for the answer of a partner, and then leave their share', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, ana, ben } = stage;
    const eva = await stage.enrol('Eva', placeOf('en', 'de'));
    const declared = { programmeId, day: '2030-03-12', minutes: 60, languageCode: 'de' } as const;
    const { hoursId } = await ana.calls.declareHours(declared);
    await stage.runJobs();
    const mails = stage.sent().filter(({ subject }) => subject === 'Please confirm hours in Tandem 2030');
    expect(mails.map(({ to }) => to)).toEqual([ben.address]);
    expect(mails[0]?.text).toContain('Ana has added hours');
    const answer = (student: Persona) =>
      answerOf(student.calls.answerHours({ programmeId, hoursId, confirmed: true }));
    expect(await answer(eva)).toBe('404/4001');
    const waiting = async (student: Persona) =>
      (await student.calls.getProgramme({ programmeId })).toConfirm.length;
    await stage.goTo('2030-03-26T07:59:59.999Z');
    expect([await waiting(ana), await waiting(ben), await waiting(eva)]).toEqual([0, 1, 0]);
    await stage.goTo('2030-03-26T08:00:00Z');
    expect(await waiting(ben)).toBe(0);
    expect(await answer(ben)).toBe('403/3000');
    const later = await ana.calls.declareHours(declared);
    expect(await answerOf(eva.calls.declareHours(declared))).toBe('403/3000');
    // A former partner has nothing to answer.
    const { partners } = await ana.calls.getProgramme({ programmeId });
    await stage.cora.calls.endPair({ programmeId, pairId: partners[0]!.pairId });
    expect(await waiting(ben)).toBe(0);
    const late = { programmeId, hoursId: later.hoursId, confirmed: true };
    expect(await answerOf(ben.calls.answerHours(late))).toBe('404/4001');
  });

  test('of a session have the day of the office, once for each, and only of a present pair in a running programme', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, cora, ana, ben, platform } = stage;
    const pair = await platform.db.selectFrom('programme_pairs').selectAll().executeTakeFirstOrThrow();
    const end = (change: { firstMs?: number; secondMs?: number } = {}) =>
      platform.db.transaction().execute((tx) =>
        platform.effects.run(platform, tx, 'sessionEnded', {
          scheduleSlotId: '0197f0c0-0000-7000-8000-000000000001',
          userIds: [pair.partner_user_id, pair.user_id],
          // After midnight in Berlin.
          startedAt: new Date('2030-03-12T23:10:00Z'),
          languages: null,
          firstMs: 600_000,
          secondMs: 300_000,
          ...change,
        }),
      );
    const rows = () => platform.db.selectFrom('programme_hours').selectAll().execute();
    await end({ firstMs: 0, secondMs: 0 });
    expect(await rows()).toEqual([]);
    await end();
    await end();
    const written = await rows();
    expect(written.map(({ user_id }) => user_id).toSorted()).toEqual([ana.userId, ben.userId].toSorted());
    for (const row of written)
      expect(row).toMatchObject({
        day: '2030-03-13',
        first_language: pair.teaches,
        first_ms: 600_000,
        second_language: pair.learns,
        second_ms: 300_000,
      });
    await platform.db.deleteFrom('programme_hours').execute();
    await platform.db.updateTable('programmes').set({ state: 'closed' }).execute();
    await end();
    expect(await rows()).toEqual([]);
    await platform.db.updateTable('programmes').set({ state: 'running' }).execute();
    await cora.calls.endPair({ programmeId, pairId: pair.pair_id });
    await end();
    expect(await rows()).toEqual([]);
  });

  test('held elsewhere after midnight in the zone of the programme have its day', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, ana, ben } = stage;
    await stage.goTo('2030-03-12T23:30:00Z');
    const declared = { programmeId, minutes: 15, languageCode: 'de' } as const;
    expect(await answerOf(ana.calls.declareHours({ ...declared, day: '2030-03-14' }))).toBe('400/1000');
    expect(await ana.calls.declareHours({ ...declared, day: '2030-03-13' })).toMatchObject({
      day: '2030-03-13',
    });
    // The first day of the term counts. The partner answers in the order of adding; the own list begins with the last day.
    stage.clock.advance({ ms: 1 });
    await ana.calls.declareHours({ ...declared, day: '2030-03-11' });
    const daysOf = (entries: { day: string }[]) => entries.map(({ day }) => day);
    expect(daysOf((await ana.calls.getProgramme({ programmeId })).entries)).toEqual([
      '2030-03-13',
      '2030-03-11',
    ]);
    await ana.calls.declareHours({ ...declared, day: '2030-03-12' });
    expect(daysOf((await ana.calls.getProgramme({ programmeId })).entries)).toEqual([
      '2030-03-13',
      '2030-03-12',
      '2030-03-11',
    ]);
    expect(daysOf((await ben.calls.getProgramme({ programmeId })).toConfirm).slice(0, 2)).toEqual([
      '2030-03-13',
      '2030-03-11',
    ]);
  });
});

describe('a coordinator', () => {
  test('sees that students meet, never what they say, in no answer, file or mail', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, cora, ana, ben } = stage;
    const canary = 'zyxw-secret';
    await ana.calls.joinProgramme({
      programmeId,
      ...placeOf('de', 'en', {
        gender: 'woman',
        studentNumber: '=1+1',
        wishes: { sameGender: false, similarLevel: true, similarAge: false, sharedInterests: false },
      }),
    });
    await ana.calls.sendTextMessage({ userId: ben.userId, content: canary });
    await ana.calls.createPhrase({ languageCode: 'en', text: canary });
    await ana.calls.updateUser({ description: canary });
    await hold(stage, [ana, ben], 20);
    const file = await cora.calls.exportProgramme({ programmeId, format: 'csv' });
    const table = await file.text();
    const roundId = await stage.tryRound();
    const answers = [
      await cora.calls.getProgramme({ programmeId }),
      await cora.calls.getProgrammeOverview({ programmeId }),
      await cora.calls.listStudents({ programmeId }),
      await cora.calls.listRounds({ programmeId }),
      await cora.calls.getRound({ programmeId, roundId }),
      await cora.calls.listProgrammeInvitations({ programmeId }),
    ];
    const text = JSON.stringify(answers) + table;
    expect(text).not.toContain(canary);
    expect(text).not.toMatch(/woman|gender":"|"ageBand|lastActive|isBlocked|talk/);
    for (const address of [ana.address, ben.address]) expect(text).not.toContain(address);
    const { officeEmail: _, ...programme } = (answers[0] as { programme: Record<string, unknown> }).programme;
    const viewer = { userId: cora.userId, address: cora.address };
    expect(leaksIn([programme, answers.slice(3)], viewer)).toEqual([]);
    expect(table).toContain(`"'=1+1"`);
    expect(table.split('\r\n')[1]).toContain('Ana');
    const sent = JSON.stringify(stage.sent().filter(({ to }) => to === cora.address));
    expect(sent).not.toContain(canary);
  });

  test('mails students through the server, three times a day, with replies to the office', async () => {
    const stage = await startPairedProgramme({}, { env: { RATE_LIMITS: 'on' } });
    const { programmeId, cora, ana } = stage;
    const letter = { programmeId, to: 'all', subject: 'Half-time', text: 'Please meet this week.' } as const;
    expect(await cora.calls.mailStudents(letter)).toEqual({ count: 2 });
    expect(await cora.calls.mailStudents({ ...letter, to: 'unmatched' })).toEqual({ count: 0 });
    await stage.runJobs();
    const mail = stage.sent().find(({ to, subject }) => to === ana.address && subject === 'Half-time');
    expect(mail?.text).toContain('Please meet this week.');
    expect(mail?.text).toContain('Language Centre sent this to students of Tandem 2030.');
    expect(mail?.headers['Reply-To']).toBe('tandem@uni.example');
    expect(await cora.calls.mailStudents({ ...letter, to: 'at-risk' })).toEqual({ count: 0 });
    expect(await answerOf(cora.calls.mailStudents(letter))).toBe('429/6001');
    // The limit belongs to the programme: not to its coordinators, nor to other programmes of theirs.
    const { admin, stranger } = stage;
    await admin.calls.addCoordinator({ programmeId, email: stranger.address });
    expect(await answerOf(stranger.calls.mailStudents(letter))).toBe('429/6001');
    const other = await admin.calls.createProgramme(programmeSettings);
    await admin.calls.addCoordinator({ programmeId: other.programmeId, email: cora.address });
    expect(await cora.calls.mailStudents({ ...letter, programmeId: other.programmeId })).toEqual({
      count: 0,
    });
    stage.clock.advance({ days: 1 });
    Object.assign(cora, await stage.signIn(cora.address));
    expect(await cora.calls.mailStudents(letter)).toEqual({ count: 2 });
  });

  test('finds the students who need contact', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, cora } = stage;
    const risksAt = async (moment: string) => {
      await stage.goTo(moment);
      await stage.runJobs();
      return (await cora.calls.listStudents({ programmeId, atRisk: true })).students.map(({ risks }) =>
        risks.join(),
      );
    };
    expect(await risksAt('2030-03-24T22:59:00Z')).toEqual([]);
    expect(await risksAt('2030-03-24T23:00:00Z')).toEqual(['no-session', 'no-session']);
    expect(stage.sent().filter(({ subject }) => subject === 'Have you met your partner yet?')).toHaveLength(
      2,
    );
    expect(await risksAt('2030-05-20T00:00:00Z')).toEqual(['no-session,behind', 'no-session,behind']);
    expect(stage.sent().filter(({ subject }) => subject === 'Have you met your partner yet?')).toHaveLength(
      2,
    );
    await giveHours(stage, stage.ana, 120);
    const letter = { programmeId, to: 'at-risk', subject: 'Hello', text: 'Please meet.' } as const;
    expect(await cora.calls.mailStudents(letter)).toEqual({ count: 1 });
    await stage.runJobs();
    expect(stage.sent().find(({ subject }) => subject === 'Hello')?.to).toBe(stage.ben.address);
  });

  test('sees how the sessions of a pair went, each once, and finds students by name, number, state and language', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, cora, ana, ben, stranger, platform } = stage;
    const pair = await platform.db.selectFrom('programme_pairs').selectAll().executeTakeFirstOrThrow();
    const after = new Date(pair.published_at.getTime() + 1);
    const answered = (
      nth: number,
      one: Persona,
      answer: string,
      other = one === ana ? ben : ana,
      at = after,
    ) => ({
      schedule_slot_id: `0197f0c0-0000-7000-8000-00000000000${nth}`,
      user_id: one.userId,
      partner_user_id: other.userId,
      answer,
      ends_at: at,
      answered_at: at,
      changed_at: at,
    });
    await platform.db
      .insertInto('session_outcomes')
      .values([
        ...[answered(1, ana, 'kept'), answered(1, ben, 'missed')],
        ...[answered(2, ana, 'kept'), answered(2, ben, 'kept')],
        ...[
          answered(3, ana, 'kept'),
          answered(4, ana, 'kept'),
          answered(5, ben, 'kept'),
          answered(5, ana, 'moved'),
        ],
        answered(6, ana, 'missed', stranger),
        answered(7, ana, 'missed', ben, pair.published_at),
      ])
      .execute();
    await stage.enrol('Eva', placeOf('es', 'fr', { studentNumber: 'Nr-77' }));
    const found = async (filters: object) => {
      const { count, students } = await cora.calls.listStudents({ programmeId, ...filters });
      return [count, ...students.map(({ name }) => name)];
    };
    const { students } = await cora.calls.listStudents({ programmeId });
    expect(students.map(({ name, sessions }) => ({ name, ...sessions }))).toEqual([
      { name: 'Ana', kept: 3, missed: 1, moved: 1 },
      { name: 'Ben', kept: 3, missed: 1, moved: 1 },
      { name: 'Eva', kept: 0, missed: 0, moved: 0 },
    ]);
    expect(await found({ query: 'nR-7' })).toEqual([1, 'Eva']);
    expect(await found({ query: 'EV' })).toEqual([1, 'Eva']);
    expect(await found({ status: 'waiting' })).toEqual([1, 'Eva']);
    expect(await found({ languageCode: 'de' })).toEqual([2, 'Ana', 'Ben']);
    expect(await found({ languageCode: 'fr' })).toEqual([1, 'Eva']);
    expect(await found({ atRisk: true })).toEqual([0]);
    expect((await found({ atRisk: false }))[0]).toBe(3);
    expect(await found({ limit: 1, offset: 1 })).toEqual([3, 'Ben']);
    await giveHours(stage, ana, 120);
    await giveHours(stage, ben, 45);
    await ana.calls.issueCertificate({ programmeId, name: 'Ana' });
    expect(await cora.calls.getProgrammeOverview({ programmeId })).toMatchObject({
      atRisk: 0,
      certificates: 1,
      minutes: [{ languageCode: 'de', minutes: 165 }],
      students: 3,
      paired: 2,
      waiting: 1,
      pairs: 1,
      languages: [
        { languageCode: 'de', offered: 1, sought: 1 },
        { languageCode: 'en', offered: 1, sought: 1 },
        { languageCode: 'es', offered: 1, sought: 0 },
        { languageCode: 'fr', offered: 0, sought: 1 },
      ],
    });
    const letter = { programmeId, to: 'unmatched', subject: 'Hello', text: 'Please wait.' } as const;
    expect(await cora.calls.mailStudents(letter)).toEqual({ count: 1 });
    await cora.calls.exportProgramme({ programmeId, format: 'csv' });
    const { entries } = await stage.admin.calls.listAudit({});
    expect(entries[0]).toMatchObject({ action: 'export-programme', reason: 'Tandem 2030' });
  });
});

describe('students get a mail', () => {
  test('at half of the term with their hours, and at its end those who have all of them', async () => {
    const stage = await startPairedProgramme();
    const { ana, ben } = stage;
    await giveHours(stage, ana, 95);
    const told = (start: string) => stage.sent().filter(({ subject }) => subject?.startsWith(start));
    const runAt = async (moment: string) => {
      await stage.goTo(moment);
      await stage.runJobs();
    };
    await runAt('2030-05-04T21:59:59Z');
    expect(told('Half of the term')).toEqual([]);
    await runAt('2030-05-04T22:00:00Z');
    await runAt('2030-05-05T22:00:00Z');
    const half = told('Half of the term');
    expect(half.map(({ to }) => to).toSorted()).toEqual([ana.address, ben.address]);
    expect(half.find(({ to }) => to === ana.address)?.text).toContain('You have 1:35 of 2:00 hours');
    await giveHours(stage, ana, 25);
    await giveHours(stage, ben, 119);
    await runAt('2030-06-28T21:59:59Z');
    expect(told('Your certificate')).toEqual([]);
    await runAt('2030-06-28T22:00:00Z');
    await runAt('2030-06-29T22:00:00Z');
    expect(told('Your certificate').map(({ to }) => to)).toEqual([ana.address]);
    // The certificate is issued after the term as well; hours and questions belong to the term.
    const { programmeId } = stage;
    expect((await ana.calls.getProgramme({ programmeId })).canHaveCertificate).toBe(true);
    const issue = ({ calls }: Persona) =>
      answerOf(calls.issueCertificate({ programmeId, name: 'A Student' }));
    expect([await issue(ana), await issue(ben)]).toEqual(['200', '403/3000']);
    const declared = { programmeId, day: '2030-06-28', minutes: 15, languageCode: 'de' } as const;
    expect(await answerOf(ana.calls.declareHours(declared))).toBe('403/3000');
    const question = { programmeId, kind: 'other', text: 'Hello' } as const;
    expect(await answerOf(ana.calls.askForHelp(question))).toBe('403/3000');
  });
});
