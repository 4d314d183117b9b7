import { describe, expect, test } from 'vitest';
import { openPage } from '#test/call-session';
import { leaksIn } from '#test/canary';
import { answerOf } from '#test/pair';
import type { Persona } from '#test/personas';
import { placeOf } from '#test/programme-place';
import { type ProgrammeStage, startPairedProgramme, startProgramme } from '#test/programmes';

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

  test('held elsewhere after midnight in the zone of the programme have its day', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, ana } = stage;
    await stage.goTo('2030-03-12T23:30:00Z');
    const declared = { programmeId, minutes: 15, languageCode: 'de' } as const;
    expect(await answerOf(ana.calls.declareHours({ ...declared, day: '2030-03-14' }))).toBe('400/1000');
    expect(await ana.calls.declareHours({ ...declared, day: '2030-03-13' })).toMatchObject({
      day: '2030-03-13',
    });
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
    const stage = await startPairedProgramme();
    const { programmeId, cora, ana } = stage;
    const letter = { programmeId, to: 'all', subject: 'Half-time', text: 'Please meet this week.' } as const;
    expect(await cora.calls.mailStudents(letter)).toEqual({ count: 2 });
    expect(await cora.calls.mailStudents({ ...letter, to: 'unmatched' })).toEqual({ count: 0 });
    await stage.runJobs();
    const mail = stage.sent().find(({ to, subject }) => to === ana.address && subject === 'Half-time');
    expect(mail?.text).toContain('Please meet this week.');
    expect(mail?.text).toContain('Language Centre sent this to students of Tandem 2030.');
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
  });
});
