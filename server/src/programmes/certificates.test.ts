import { describe, expect, test } from 'vitest';
import { answerOf } from '#test/pair';
import type { Persona } from '#test/personas';
import { giveHours, programmeSettings, startPairedProgramme } from '#test/programmes';

// Rules: docs/specification/programmes.md#certificates
describe('a certificate', () => {
  test('is issued with the needed hours, shows what is printed, and only its link opens the row', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, ana, platform } = stage;
    const canHave = async () => (await ana.calls.getProgramme({ programmeId })).canHaveCertificate;
    await giveHours(stage, ana, 119);
    expect(await canHave()).toBe(false);
    expect(await answerOf(ana.calls.issueCertificate({ programmeId, name: 'A' }))).toBe('403/3000');
    await giveHours(stage, ana, 1);
    expect(await canHave()).toBe(true);
    const { code, url } = await ana.calls.issueCertificate({ programmeId, name: 'Ána Zyxwcanary' });
    expect(url.endsWith(`/certificate/${code}`)).toBe(true);
    const facts = await stage
      .visitor()
      .calls.getCertificate({ code: `${code.slice(0, 5)}-${code.slice(5).toLowerCase()}` });
    expect(facts).toEqual({
      status: 'valid',
      withdrawnAt: null,
      name: 'Ána Zyxwcanary',
      programme: 'Tandem 2030',
      office: 'Language Centre',
      languages: [{ languageCode: 'de', minutes: 120 }],
      minutes: 120,
      termStartsOn: '2030-03-11',
      termEndsOn: '2030-06-28',
      issuedOn: '2030-03-12',
    });
    const [row] = await platform.db.selectFrom('certificates').selectAll().execute();
    const stored = `${row?.sealed_facts.toString('latin1')}${row?.code_hash.toString('latin1')}`;
    expect(stored).not.toMatch(/Zyxw|Tandem/);
    expect(stored).not.toContain(code);
    const other = `${code[0] === '7' ? '8' : '7'}${code.slice(1)}`;
    expect(await answerOf(stage.visitor().calls.getCertificate({ code: other }))).toBe('404/4001');
    // It is the next day in Berlin.
    await stage.goTo('2030-03-12T23:30:00Z');
    const again = await ana.calls.issueCertificate({ programmeId, name: 'Ana' });
    expect(await stage.visitor().calls.getCertificate({ code: again.code })).toMatchObject({
      issuedOn: '2030-03-13',
    });
    expect(await answerOf(stage.visitor().calls.getCertificate({ code }))).toBe('404/4001');
    await ana.calls.deleteCertificate({ code: again.code });
    expect(await answerOf(stage.visitor().calls.getCertificate({ code: again.code }))).toBe('404/4001');
  });

  test('is withdrawn by the coordinator and not issued again', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, cora, ana, ben } = stage;
    await giveHours(stage, ana, 120);
    const { code } = await ana.calls.issueCertificate({ programmeId, name: 'Ana' });
    expect(await answerOf(ben.calls.deleteCertificate({ code }))).toBe('404/4001');
    expect(
      await answerOf(cora.calls.withdrawCertificate({ programmeId, userId: ben.userId, reason: 'x' })),
    ).toBe('404/4001');
    // Nor for another programme by its link.
    const other = await stage.admin.calls.createProgramme(programmeSettings);
    await stage.admin.calls.addCoordinator({ programmeId: other.programmeId, email: cora.address });
    const listed = async (part: object) =>
      (await cora.calls.listProgrammes(part)).programmes.map((programme) => programme.programmeId);
    expect(await listed({})).toEqual([other.programmeId, programmeId]);
    expect(await listed({ limit: 1, offset: 1 })).toEqual([programmeId]);
    const elsewhere = { programmeId: other.programmeId, code, reason: 'x' };
    expect(await answerOf(cora.calls.withdrawCertificate(elsewhere))).toBe('404/4001');
    await cora.calls.withdrawCertificate({ programmeId, userId: ana.userId, reason: 'Counted twice' });
    expect(await stage.visitor().calls.getCertificate({ code })).toMatchObject({
      status: 'withdrawn',
      name: 'Ana',
    });
    expect(await answerOf(ana.calls.issueCertificate({ programmeId, name: 'Ana' }))).toBe('403/3000');
    expect((await ana.calls.getProgramme({ programmeId })).canHaveCertificate).toBe(false);
    // Neither by deleting it first.
    expect(await answerOf(ana.calls.deleteCertificate({ code }))).toBe('404/4001');
    expect(await answerOf(ana.calls.issueCertificate({ programmeId, name: 'Ana' }))).toBe('403/3000');
    const { entries } = await stage.admin.calls.listAudit({});
    expect(entries[0]).toMatchObject({
      action: 'withdraw-certificate',
      reason: 'Counted twice',
      userId: ana.userId,
    });
    // Withdrawn again, it is so since the first time.
    const { withdrawnAt } = await stage.visitor().calls.getCertificate({ code });
    expect(withdrawnAt).toEqual(stage.clock.now());
    stage.clock.advance({ minutes: 1 });
    await cora.calls.withdrawCertificate({ programmeId, code, reason: 'Counted twice' });
    expect(await stage.visitor().calls.getCertificate({ code })).toMatchObject({ withdrawnAt });
    expect((await ana.calls.getProgramme({ programmeId })).certificate).toMatchObject({ withdrawnAt });
  });

  test('is looked up thirty times an hour from one network; what students and coordinators do has limits of their own', async () => {
    const stage = await startPairedProgramme({}, { env: { RATE_LIMITS: 'on' } });
    const { programmeId, cora, ana, ben, clock } = stage;
    const expectLimit = async (limit: number, act: (person: Persona) => Promise<unknown>) => {
      for (let nth = 0; nth < limit; nth += 1) expect(await answerOf(act(ana))).not.toBe('429/6001');
      expect(await answerOf(act(ana))).toBe('429/6001');
      expect(await answerOf(act(ben))).not.toBe('429/6001');
    };
    await expectLimit(10, ({ calls }) => calls.issueCertificate({ programmeId, name: 'A' }));
    const declared = { programmeId, day: '2030-03-12', minutes: 15, languageCode: 'de' } as const;
    await expectLimit(20, ({ calls }) => calls.declareHours(declared));
    await expectLimit(5, ({ calls }) => calls.askForHelp({ programmeId, kind: 'other', text: 'Hello' }));
    const download = () => answerOf(cora.calls.exportProgramme({ programmeId, format: 'csv' }));
    for (let nth = 0; nth < 20; nth += 1) expect(await download()).toBe('200');
    expect(await download()).toBe('429/6001');
    const [visitor, elsewhere] = [stage.visitor(), stage.visitor()];
    const look = ({ calls } = visitor) => answerOf(calls.getCertificate({ code: '0'.repeat(20) }));
    for (let nth = 0; nth < 30; nth += 1) expect(await look()).toBe('404/4001');
    expect([await look(), await look(elsewhere)]).toEqual(['429/6001', '404/4001']);
    clock.advance({ hours: 1 });
    expect(await look()).toBe('404/4001');
  });

  test('goes with the account, unless it is kept checkable until a day', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, ana, ben } = stage;
    for (const student of [ana, ben]) await giveHours(stage, student, 120);
    const issue = (student: Persona, keepUntil?: string) =>
      student.calls.issueCertificate({ programmeId, name: 'N', keepUntil });
    for (const day of ['2030-03-12', '2035-03-17']) expect(await answerOf(issue(ana, day))).toBe('400/1000');
    for (const day of ['2030-03-13', '2035-03-16']) await issue(ana, day);
    const [gone, kept] = [await issue(ana), await issue(ben, '2031-01-31')];
    for (const student of [ana, ben])
      await student.calls.deleteUser({ token: await stage.prove(student, student.address, 'delete-user') });
    expect(await answerOf(stage.visitor().calls.getCertificate({ code: gone.code }))).toBe('404/4001');
    expect((await stage.visitor().calls.getCertificate({ code: kept.code })).status).toBe('valid');
    stage.clock.set(new Date('2031-01-31T23:59:59Z'));
    await stage.runJobs();
    expect((await stage.visitor().calls.getCertificate({ code: kept.code })).status).toBe('valid');
    stage.clock.set(new Date('2031-02-01T00:00:00Z'));
    await stage.runJobs();
    expect(await answerOf(stage.visitor().calls.getCertificate({ code: kept.code }))).toBe('404/4001');
  });
});

describe('the erasure', () => {
  test('leaves no row that names a student, and is announced with the data a month before', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, cora, ana, ben, platform } = stage;
    for (const student of [ana, ben]) await giveHours(stage, student, 120);
    await ana.calls.askForHelp({ programmeId, kind: 'other', text: 'Hello' });
    await cora.calls.mailStudents({ programmeId, to: 'all', subject: 'Hello', text: 'Hello' });
    await stage.tryRound();
    // More rows than are deleted at once.
    await platform.pool.query(
      `INSERT INTO programme_help (help_id, programme_id, user_id, kind, text, asked_at)
       SELECT gen_random_uuid(), $1, $2, 'other', 'Ana', $3 FROM generate_series(1, 1001)`,
      [programmeId, ana.userId, stage.clock.now()],
    );
    const { code } = await ana.calls.issueCertificate({ programmeId, name: 'Ana' });
    const told = () => stage.sent().filter(({ subject }) => subject?.startsWith('Your data in Tandem 2030'));
    await stage.goTo('2030-08-30T21:59:00Z');
    await stage.runJobs();
    expect(told()).toEqual([]);
    await stage.goTo('2030-08-30T22:00:00Z');
    await stage.runJobs();
    await stage.runJobs();
    expect(
      told()
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual([ana.address, ben.address]);
    await stage.goTo('2030-09-29T22:00:01Z');
    await stage.runJobs();
    const { rows: tables } = await platform.pool.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
       AND (tablename LIKE 'programme%' OR tablename IN ('certificates', 'invitations', 'invitation_uses', 'waiting_mails'))`,
    );
    for (const { name } of tables) {
      const { rows } = await platform.pool.query(`SELECT to_jsonb(t) AS row FROM ${name} t`);
      const text = JSON.stringify(rows);
      // The row of a certificate stays with the account; its content opens by the link only.
      if (name !== 'certificates')
        for (const { userId } of [ana, ben]) expect(text, name).not.toContain(userId);
      expect(text, name).not.toContain('Ana');
    }
    const [row] = await platform.db.selectFrom('programmes').selectAll().execute();
    expect(row).toMatchObject({ state: 'erased', counts: { students: 2, pairs: 1, minutes: { de: 240 } } });
    expect(row?.erased_at).not.toBeNull();
    expect(await cora.calls.getProgrammeOverview({ programmeId })).toMatchObject({
      students: 2,
      pairs: 1,
      paired: 0,
      minutes: [{ languageCode: 'de', minutes: 240 }],
    });
    expect((await ana.calls.listProgrammes({})).count).toBe(0);
    expect((await stage.visitor().calls.getCertificate({ code })).status).toBe('valid');
    await cora.calls.withdrawCertificate({ programmeId, code, reason: 'Mistake' });
    expect((await stage.visitor().calls.getCertificate({ code })).status).toBe('withdrawn');
    await stage.runJobs();
  });
});
