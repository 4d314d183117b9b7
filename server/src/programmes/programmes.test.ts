import { describe, expect, test } from 'vitest';
import { answerOf } from '#test/pair';
import { placeOf } from '#test/programme-place';
import { giveHours, programmeSettings, startPairedProgramme, startProgramme } from '#test/programmes';

// Rules: docs/specification/programmes.md
describe('roles', () => {
  test('an admin creates and appoints, and sees nothing inside; a stranger gets not found', async () => {
    const { programmeId, admin, cora, stranger } = await startProgramme();
    const { programmes } = await admin.calls.listAllProgrammes({});
    expect(programmes).toMatchObject([{ programmeId, coordinators: [{ name: 'Cora' }] }]);
    expect((await cora.calls.listProgrammes({})).programmes).toMatchObject([
      { programmeId, role: 'coordinator' },
    ]);
    expect((await stranger.calls.listProgrammes({})).count).toBe(0);
    for (const { calls } of [admin, stranger]) {
      expect(await answerOf(calls.getProgramme({ programmeId }))).toBe('404/4001');
      expect(await answerOf(calls.listStudents({ programmeId }))).toBe('404/4001');
    }
    // The latest comes first, and each has its own coordinators.
    const other = await admin.calls.createProgramme(programmeSettings);
    expect((await admin.calls.listAllProgrammes({})).programmes).toMatchObject([
      { programmeId: other.programmeId, coordinators: [] },
      { programmeId, coordinators: [{ name: 'Cora' }] },
    ]);
    expect(await admin.calls.listAllProgrammes({ limit: 1, offset: 1 })).toMatchObject({
      count: 2,
      programmes: [{ programmeId }],
    });
    expect(await answerOf(cora.calls.createProgramme(programmeSettings))).toBe('403/3000');
    expect((await cora.calls.getUser()).programme).toEqual({ programmeId, isCoordinator: true });
    expect(await stranger.calls.getUser()).not.toHaveProperty('programme');
  });

  test('a new coordinator gets one mail with the address of the programme, unless they appointed themselves', async () => {
    const { programmeId, admin, cora, stranger, sent, runJobs, platform } = await startProgramme();
    const appoint = ({ address }: { address: string }) =>
      admin.calls.addCoordinator({ programmeId, email: address });
    await appoint(cora);
    await appoint(admin);
    await appoint(stranger);
    await admin.calls.removeCoordinator({ programmeId, userId: stranger.userId });
    await runJobs();
    const mails = sent().filter(({ subject }) => subject === 'You coordinate Tandem 2030 now');
    expect(mails.map(({ to }) => to)).toEqual([cora.address]);
    expect(mails[0]?.text).toContain(`${platform.config.publicUrl}/programmes/${programmeId}/coordinate`);
    expect(mails[0]?.text).toContain('You get this because you coordinate Tandem 2030.');
  });

  test('a coordinator is no student of the same programme, and a student no coordinator', async () => {
    const stage = await startProgramme();
    const { programmeId, invitation, admin, cora } = stage;
    expect(
      await answerOf(cora.calls.joinProgramme({ programmeId, invitation, ...placeOf('de', 'en') })),
    ).toBe('403/3000');
    const ana = await stage.enrol('Ana', placeOf('de', 'en'));
    expect(await answerOf(admin.calls.addCoordinator({ programmeId, email: ana.address }))).toBe('403/3000');
    expect(await answerOf(ana.calls.listStudents({ programmeId }))).toBe('403/3000');
    expect(await answerOf(admin.calls.addCoordinator({ programmeId, email: 'none@example.org' }))).toBe(
      '404/4002',
    );
    await admin.calls.removeCoordinator({ programmeId, userId: cora.userId });
    expect(await answerOf(cora.calls.listStudents({ programmeId }))).toBe('404/4001');
  });
});

describe('joining', () => {
  test('needs an invitation, or an open programme in registration', async () => {
    const { programmeId, invitation, stranger, cora, clock } = await startProgramme();
    const place = placeOf('de', 'en');
    expect(await answerOf(stranger.calls.joinProgramme({ programmeId, ...place }))).toBe('404/4001');
    expect(
      await answerOf(stranger.calls.joinProgramme({ programmeId, invitation: 'x'.repeat(22), ...place })),
    ).toBe('404/4001');
    expect((await stranger.calls.getProgramme({ programmeId, invitation })).role).toBe('guest');
    await cora.calls.updateProgramme({ programmeId, isOpen: true });
    expect((await stranger.calls.getProgramme({ programmeId })).role).toBe('guest');
    const joined = await stranger.calls.joinProgramme({ programmeId, ...place });
    expect(joined).toMatchObject({ status: 'waiting', joinedAt: clock.now() });
    clock.advance({ minutes: 1 });
    expect(await stranger.calls.joinProgramme({ programmeId, ...place })).toEqual(joined);
    expect((await stranger.calls.getProgramme({ programmeId })).place).toMatchObject({
      freeHours: place.freeHours,
      offers: place.offers,
    });
  });

  test('an invitation counts a student once, and its last use is the last', async () => {
    const stage = await startProgramme();
    const { programmeId, cora, stranger, admin, clock } = stage;
    const until = new Date(clock.now().getTime() + 5 * 24 * 3_600_000);
    const { url, invitation: made } = await cora.calls.inviteStudents({ programmeId, uses: 1, until });
    const invitation = url.split('/').at(-1) ?? '';
    await stranger.calls.joinProgramme({ programmeId, invitation, ...placeOf('de', 'en') });
    await stranger.calls.joinProgramme({ programmeId, invitation, ...placeOf('de', 'es') });
    expect(
      await answerOf(admin.calls.joinProgramme({ programmeId, invitation, ...placeOf('de', 'en') })),
    ).toBe('403/3003');
    const { invitations } = await cora.calls.listProgrammeInvitations({ programmeId });
    expect(invitations.find(({ invitationId }) => invitationId === made.invitationId)).toMatchObject({
      uses: 1,
      used: 1,
    });
    await stage.runJobs();
    const welcomes = stage.sent().filter(({ subject }) => subject === 'You have joined Tandem 2030');
    expect(welcomes.map(({ to }) => to)).toEqual([stranger.address]);
    expect(welcomes[0]?.text).toContain('Registration ends on March 8, 2030.');
    // Only within its own programme.
    const other = await admin.calls.createProgramme(programmeSettings);
    await admin.calls.addCoordinator({ programmeId: other.programmeId, email: cora.address });
    const { invitationId } = made;
    const foreign = { programmeId: other.programmeId, invitationId };
    expect(await answerOf(cora.calls.revokeProgrammeInvitation(foreign))).toBe('404/4001');
    expect((await cora.calls.listProgrammeInvitations({ programmeId })).count).toBe(2);
    await cora.calls.revokeProgrammeInvitation({ programmeId, invitationId });
    expect((await cora.calls.listProgrammeInvitations({ programmeId })).count).toBe(1);
  });

  test('of 100 members who join at once with an invitation for 10, 10 get a place and one use each', {
    timeout: 240_000,
  }, async () => {
    const stage = await startProgramme();
    const { programmeId, cora, clock, platform } = stage;
    const until = new Date(clock.now().getTime() + 5 * 24 * 3_600_000);
    const { url, invitation: made } = await cora.calls.inviteStudents({ programmeId, uses: 10, until });
    const invitation = url.split('/').at(-1) ?? '';
    const members = [];
    for (let number = 0; number < 100; number++)
      members.push(await stage.signUp(`member${number}@example.org`, { name: `Member ${number}` }));
    const answers = await Promise.all(
      members.map(({ calls }) =>
        answerOf(calls.joinProgramme({ programmeId, invitation, ...placeOf('de', 'en') })),
      ),
    );
    expect(answers.filter((answer) => answer === '200')).toHaveLength(10);
    expect(answers.filter((answer) => answer === '403/3003')).toHaveLength(90);
    const places = await platform.db.selectFrom('programme_places').select('user_id').execute();
    const uses = await platform.db.selectFrom('invitation_uses').select('user_id').execute();
    expect(places).toHaveLength(10);
    expect(uses).toHaveLength(10);
    const { invitations } = await cora.calls.listProgrammeInvitations({ programmeId });
    expect(invitations.find(({ invitationId }) => invitationId === made.invitationId)?.used).toBe(10);
  });

  test('whom the coordinator removed does not come back by the link of before, nor to an open programme', async () => {
    const stage = await startProgramme();
    const { programmeId, invitation, cora, clock } = stage;
    const ana = await stage.enrol('Ana', placeOf('de', 'en'));
    const join = (secret?: string) =>
      answerOf(ana.calls.joinProgramme({ programmeId, invitation: secret, ...placeOf('de', 'en') }));
    await ana.calls.leaveProgramme({ programmeId });
    expect(await join(invitation)).toBe('200');
    await cora.calls.removeStudent({ programmeId, userId: ana.userId });
    const { entries } = await stage.admin.calls.listAudit({});
    expect(entries[0]).toMatchObject({ action: 'remove-student', reason: 'Tandem 2030', userId: null });
    expect(await answerOf(cora.calls.removeStudent({ programmeId, userId: ana.userId }))).toBe('404/4001');
    expect(await join(invitation)).toBe('403/3000');
    await cora.calls.updateProgramme({ programmeId, isOpen: true });
    expect(await join()).toBe('403/3000');
    clock.advance({ minutes: 1 });
    const until = new Date(clock.now().getTime() + 5 * 24 * 3_600_000);
    const { url } = await cora.calls.inviteStudents({ programmeId, uses: 1, until });
    expect(await join(url.split('/').at(-1))).toBe('200');
    expect(await join()).toBe('200');
    // Only the student who was removed is kept out.
    const ben = await stage.signUp('ben@example.org', { name: 'Ben' });
    expect(await answerOf(ben.calls.joinProgramme({ programmeId, ...placeOf('en', 'de') }))).toBe('200');
  });

  test('an open programme takes nobody without an invitation once registration is over, and changes of students until its end', async () => {
    const stage = await startProgramme({ isOpen: true });
    const { programmeId, invitation, cora, stranger, admin, platform } = stage;
    const join = ({ calls }: typeof cora, secret?: string) =>
      answerOf(calls.joinProgramme({ programmeId, invitation: secret, ...placeOf('de', 'en') }));
    const goTo = (state: string) => platform.db.updateTable('programmes').set({ state }).execute();
    await goTo('draft');
    expect([await join(stranger), await join(stranger, invitation)]).toEqual(['404/4001', '404/4001']);
    await goTo('matching');
    expect([await join(stranger), await join(stranger, invitation)]).toEqual(['403/3000', '200']);
    expect(await answerOf(admin.calls.getProgramme({ programmeId }))).toBe('404/4001');
    expect(await join(stranger)).toBe('200');
    await goTo('closed');
    expect([await join(stranger), await join(admin, invitation)]).toEqual(['403/3000', '403/3000']);
  });

  test('refuses foreign languages, too few hours and an outdated consent, each at its field', async () => {
    const { programmeId, invitation, stranger, cora, admin } = await startProgramme();
    const join = (changes: Parameters<typeof placeOf>[2], offers: 'de' | 'ja' = 'de') =>
      stranger.calls.joinProgramme({ programmeId, invitation, ...placeOf(offers, 'en', changes) });
    await expect(join({}, 'ja')).rejects.toMatchObject({
      code: 1000,
      fields: { offers: expect.any(String) },
    });
    await expect(join({ freeHours: [{ weekday: 1, from: '10:00', to: '11:30' }] })).rejects.toMatchObject({
      fields: { freeHours: expect.any(String) },
    });
    // The only two half hours in a row are those around the midnight before Monday.
    const freeHours = [
      { weekday: 1, from: '00:00', to: '00:30' },
      { weekday: 3, from: '10:00', to: '10:30' },
      { weekday: 5, from: '10:00', to: '10:30' },
      { weekday: 7, from: '23:30', to: '24:00' },
    ];
    expect(await join({ freeHours })).toMatchObject({ freeHours });
    await cora.calls.updateProgramme({ programmeId, consentText: 'Another text.' });
    await expect(join({})).rejects.toMatchObject({ fields: { consentVersion: expect.any(String) } });
    expect(await join({ consentVersion: 2 })).toMatchObject({ consentVersion: 2 });
    // Nobody has agreed to the text of a draft.
    const draft = await admin.calls.createProgramme(programmeSettings);
    await admin.calls.addCoordinator({ programmeId: draft.programmeId, email: cora.address });
    const reworded = { programmeId: draft.programmeId, consentText: 'Another text.' };
    expect(await cora.calls.updateProgramme(reworded)).toMatchObject({ consentVersion: 1 });
  });

  test('after registration only those with an invitation, and leaving deletes what names the student', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, stranger, ana, ben, invitation } = stage;
    await stranger.calls.joinProgramme({ programmeId, invitation, ...placeOf('de', 'en') });
    await ana.calls.leaveProgramme({ programmeId });
    expect(await answerOf(ana.calls.getProgramme({ programmeId }))).toBe('404/4001');
    const { place, partners } = await ben.calls.getProgramme({ programmeId });
    expect(partners).toEqual([]);
    expect(place?.status).toBe('waiting');
    await stage.runJobs();
    expect(stage.sent().find(({ to }) => to === ben.address)?.text).toContain(
      'You come first in the next round.',
    );
  });

  test.each(['leaves', 'is removed'])(
    'a student who %s takes along the own data, and no other',
    async (how) => {
      const stage = await startPairedProgramme();
      const { programmeId, cora, ana, ben, platform } = stage;
      for (const student of [ana, ben]) {
        await giveHours(stage, student, 60);
        await student.calls.askForHelp({ programmeId, kind: 'other', text: 'Hello' });
      }
      if (how === 'leaves') await ana.calls.leaveProgramme({ programmeId });
      else await cora.calls.removeStudent({ programmeId, userId: ana.userId });
      const ofBen = [{ user_id: ben.userId }];
      for (const table of ['programme_hours', 'programme_help', 'programme_places'] as const)
        expect(await platform.db.selectFrom(table).select('user_id').execute(), table).toEqual(ofBen);
      expect((await ben.calls.getProgramme({ programmeId })).hours?.countedMinutes).toBe(60);
      const { students } = await cora.calls.listStudents({ programmeId });
      expect(students).toMatchObject([{ name: 'Ben', help: [{ text: 'Hello' }] }]);
    },
  );

  test('fifty invitations are open at most; one that is revoked makes room', async () => {
    const { programmeId, cora, clock } = await startProgramme();
    const until = new Date(clock.now().getTime() + 5 * 24 * 3_600_000);
    const invite = () => cora.calls.inviteStudents({ programmeId, uses: 1, until });
    for (let nth = 2; nth < 50; nth += 1) await invite();
    const { invitation } = await invite();
    expect(await answerOf(invite())).toBe('403/3000');
    expect((await cora.calls.listProgrammeInvitations({ programmeId })).count).toBe(50);
    await cora.calls.revokeProgrammeInvitation({ programmeId, invitationId: invitation.invitationId });
    expect([await answerOf(invite()), await answerOf(invite())]).toEqual(['200', '403/3000']);
  });
});

test('while a programme registers, its invitation says until when; afterwards how long the link works', async () => {
  const stage = await startProgramme();
  const { programmeId, cora, invitation } = stage;
  const until = async () =>
    (await stage.visitor().calls.getInvitation({ secret: invitation })).until.toISOString();
  // The last moment of 8 March in Berlin.
  expect(await until()).toBe('2030-03-08T22:59:59.999Z');
  const { url } = await cora.calls.inviteStudents({
    programmeId,
    uses: 1,
    until: new Date('2030-03-06T09:00:00Z'),
  });
  const { until: sooner } = await stage
    .visitor()
    .calls.getInvitation({ secret: url.split('/').at(-1) ?? '' });
  expect(sooner.toISOString()).toBe('2030-03-06T09:00:00.000Z');
  await cora.calls.setProgrammeState({ programmeId, state: 'matching' });
  expect(await until()).toBe('2030-04-03T09:00:00.000Z');
});

describe('states', () => {
  test('go forward by hand to matching and back to registration; publication and dates do the rest', async () => {
    const stage = await startProgramme();
    const { programmeId, cora } = stage;
    const go = (
      state: 'draft' | 'registration' | 'matching' | 'published' | 'running' | 'closed' | 'erased',
    ) => answerOf(cora.calls.setProgrammeState({ programmeId, state }));
    for (const state of ['draft', 'published', 'running', 'closed', 'erased'] as const)
      expect(await go(state), state).toBe('403/3000');
    expect([await go('matching'), await go('registration'), await go('matching')]).toEqual([
      '200',
      '200',
      '200',
    ]);
    expect(await answerOf(cora.calls.updateProgramme({ programmeId, languages: ['de', 'en'] }))).toBe(
      '403/3000',
    );
    const { timeZone, languages, registrationEndsOn, termStartsOn, isOpen } = (
      await cora.calls.getProgramme({ programmeId })
    ).programme;
    const unchanged = { timeZone, languages, registrationEndsOn, termStartsOn, isOpen };
    expect(
      await cora.calls.updateProgramme({ programmeId, ...unchanged, name: 'Tandem, new name' }),
    ).toMatchObject({ name: 'Tandem, new name' });
    for (const change of [
      { isOpen: !isOpen },
      { timeZone: 'Europe/London' },
      { registrationEndsOn: '2030-03-07' },
      { termStartsOn: '2030-03-12' },
      { consentText: 'Another text.' },
    ]) {
      const changed = cora.calls.updateProgramme({ programmeId, ...unchanged, ...change });
      expect(await answerOf(changed), Object.keys(change).join()).toBe('403/3000');
    }
    expect(await answerOf(cora.calls.updateProgramme({ programmeId, eraseOn: '2030-10-01' }))).toBe(
      '400/1000',
    );
    expect(await answerOf(cora.calls.updateProgramme({ programmeId, eraseOn: '2030-09-01' }))).toBe('200');
  });

  test('by date: registration ends after its last day, the term begins and ends on its days in the office zone', async () => {
    const stage = await startProgramme();
    const { programmeId, cora } = stage;
    const stateAt = async (moment: string) => {
      await stage.goTo(moment);
      await stage.runJobs();
      return (await cora.calls.getProgramme({ programmeId })).programme.state;
    };
    await stage.enrol('Ana', placeOf('de', 'en'));
    await stage.enrol('Ben', placeOf('en', 'de'));
    expect(await stateAt('2030-03-08T22:59:00Z')).toBe('registration');
    expect(await stateAt('2030-03-08T23:00:00Z')).toBe('matching');
    await stage.match();
    expect(await stateAt('2030-03-10T22:59:00Z')).toBe('published');
    expect(await stateAt('2030-03-10T23:00:00Z')).toBe('running');
    expect(await stateAt('2030-06-28T21:59:00Z')).toBe('running');
    expect(await stateAt('2030-06-28T22:00:00Z')).toBe('closed');
  });

  test('back to registration after its last day: it stays open until the term begins', async () => {
    const stage = await startProgramme();
    const { programmeId, cora } = stage;
    // After midnight in Berlin.
    await stage.goTo('2030-03-08T23:30:00Z');
    await stage.runJobs();
    expect(await cora.calls.setProgrammeState({ programmeId, state: 'registration' })).toMatchObject({
      state: 'registration',
      registrationEndsOn: '2030-03-11',
    });
    await stage.runJobs();
    expect((await cora.calls.getProgramme({ programmeId })).programme.state).toBe('registration');
  });

  test('and limits are exact: coordinators, programmes and students', async () => {
    const stage = await startProgramme();
    const { programmeId, admin, stranger, platform, invitation } = stage;
    const fill = (text: string) => platform.pool.query(text);
    const ids = 'SELECT user_id FROM users WHERE email IS NULL ORDER BY user_id';
    await fill(`INSERT INTO users (user_id, created_at, updated_at)
      SELECT gen_random_uuid(), now(), now() FROM generate_series(1, 1999)`);
    await fill(`INSERT INTO programme_coordinators (programme_id, user_id, since)
      SELECT '${programmeId}', user_id, now() FROM (${ids} LIMIT 18) AS few`);
    const appoint = ({ address }: { address: string }) =>
      answerOf(admin.calls.addCoordinator({ programmeId, email: address }));
    expect(await appoint(stranger)).toBe('200');
    expect(await appoint(admin)).toBe('403/3000');
    // Nothing is added for those who coordinate already.
    expect(await appoint(stranger)).toBe('200');
    await admin.calls.removeCoordinator({ programmeId, userId: stranger.userId });
    await fill(`INSERT INTO programme_places (programme_id, user_id, offers, seeks, free, time_zone, wishes, needs_credits,
        partners_max, consent_version, consented_at, joined_at)
      SELECT '${programmeId}', user_id, '[]', '[]', repeat('0', 336)::bit(336), 'UTC', '{}', false, 1, 1, now(), now()
      FROM (${ids}) AS many`);
    const join = ({ calls }: typeof admin) =>
      answerOf(calls.joinProgramme({ programmeId, invitation, ...placeOf('de', 'en') }));
    expect([await join(stranger), await join(admin), await join(stranger)]).toEqual([
      '200',
      '403/3000',
      '200',
    ]);
    const copies = (count: number, erasedAt: string) =>
      fill(`
      INSERT INTO programmes SELECT (p).* FROM (SELECT jsonb_populate_record(t, jsonb_build_object(
        'programme_id', gen_random_uuid(), 'state', 'draft', 'erased_at', ${erasedAt})) AS p
        FROM programmes AS t, generate_series(1, ${count}) WHERE programme_id = '${programmeId}') AS made`);
    await copies(48, 'NULL');
    await copies(3, 'now()');
    const create = () => answerOf(admin.calls.createProgramme(programmeSettings));
    expect([await create(), await create()]).toEqual(['200', '403/3000']);
  });

  test.each([
    { registrationEndsOn: '2030-03-11' },
    { eraseOn: '2030-06-29' },
    { eraseOn: '2031-08-02' },
    { termEndsOn: '2030-03-11', eraseOn: '2030-03-12' },
    { termEndsOn: '2031-04-15', eraseOn: '2031-04-16' },
  ])('the last days that are allowed: %j', async (days) => {
    const { admin } = await startProgramme();
    expect(await admin.calls.createProgramme({ ...programmeSettings, ...days })).toMatchObject(days);
  });

  test.each([
    ['eraseOn', '2030-06-28'],
    ['eraseOn', '2031-08-03'],
    ['eraseOn', '2031-09-30'],
    ['termEndsOn', '2031-04-16'],
    ['termEndsOn', '2030-03-10'],
    ['termStartsOn', '2030-03-07'],
  ])('%s %s is refused at its field', async (field, day) => {
    const { admin } = await startProgramme();
    const settings = { ...programmeSettings, [field]: day };
    await expect(admin.calls.createProgramme(settings)).rejects.toMatchObject({
      fields: { [field]: expect.any(String) },
    });
  });
});
