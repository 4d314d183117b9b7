import type { LanguageCode } from '@parlance/contract/languages';
import { roundMaxMs } from '@parlance/contract/programme-rounds';
import { describe, expect, test } from 'vitest';
import { banUser } from '#moderation/moderation';
import { answerOf } from '#test/pair';
import type { Persona } from '#test/personas';
import { placeOf } from '#test/programme-place';
import {
  type ProgrammeStage,
  programmeSettings,
  startPairedProgramme,
  startProgramme,
} from '#test/programmes';
import { pastPartnersHash } from './fit.ts';
import { pastKey } from './round-input.ts';
import { seededRandom } from './synthetic.ts';

// Rules: docs/specification/programmes.md#matching
describe('a round', () => {
  test('is a preview with reasons: no student learns of it before publication', async () => {
    const stage = await startProgramme();
    const { programmeId, cora } = stage;
    const ana = await stage.enrol('Ana', placeOf('de', 'en'));
    const ben = await stage.enrol('Ben', placeOf('en', 'de'));
    const eva = await stage.enrol('Eva', placeOf('es', 'fr'));
    expect(await answerOf(cora.calls.startRound({ programmeId, locked: [], apart: [] }))).toBe('403/3000');
    await cora.calls.setProgrammeState({ programmeId, state: 'matching' });
    await stage.runJobs();
    const mails = stage.sent().length;
    const roundId = await stage.tryRound();
    const { round, pairs, left } = await cora.calls.getRound({ programmeId, roundId });
    expect(round).toMatchObject({ state: 'done', isOptimal: true, isOutdated: false, publishedAt: null });
    expect(round.numbers).toMatchObject({ students: 3, pairs: 1, left: 1 });
    expect(pairs).toMatchObject([
      { student: { name: 'Ana' }, partner: { name: 'Ben' }, teaches: 'de', learns: 'en' },
    ]);
    expect(pairs[0]?.commonMinutes).toBe(180);
    expect(left).toMatchObject([{ student: { name: 'Eva' }, reason: { kind: 'supply' } }]);
    await stage.runJobs();
    expect(stage.sent().length).toBe(mails);
    expect((await ana.calls.getProgramme({ programmeId })).partners).toEqual([]);

    await cora.calls.publishRound({ programmeId, roundId });
    expect((await cora.calls.getProgramme({ programmeId })).programme.state).toBe('published');
    const { partners } = await ben.calls.getProgramme({ programmeId });
    expect(partners).toMatchObject([{ profile: { name: 'Ana' }, learns: 'de', teaches: 'en' }]);
    expect(partners[0]?.commonHours).toEqual([{ weekday: 2, from: '18:00', to: '21:00' }]);
    expect((await eva.calls.getProgramme({ programmeId })).unmatched?.kind).toBe('supply');
    await stage.runJobs();
    const mailTo = (address: string) => stage.sent().find(({ to }) => to === address)?.text ?? '';
    expect(mailTo(ana.address)).toContain('Ben teaches you English and learns German from you.');
    expect(mailTo(ben.address)).toContain('Ana teaches you German and learns English from you.');
    expect(mailTo(ana.address)).toContain('Tuesday 18:00–21:00');
    expect(mailTo(eva.address)).toContain(
      'No one who could be your partner offers a language that you seek.',
    );
  });

  test('is published once: of two coordinators at once one is refused, and so is a round of changed data', async () => {
    const stage = await startProgramme();
    const { programmeId, cora } = stage;
    await stage.enrol('Ana', placeOf('de', 'en'));
    const ben = await stage.enrol('Ben', placeOf('en', 'de'));
    await cora.calls.setProgrammeState({ programmeId, state: 'matching' });
    const stale = await stage.tryRound();
    await ben.calls.joinProgramme({ programmeId, ...placeOf('en', 'de', { needsCredits: true }) });
    expect((await cora.calls.getRound({ programmeId, roundId: stale })).round.isOutdated).toBe(true);
    expect(await answerOf(cora.calls.publishRound({ programmeId, roundId: stale }))).toBe('403/3000');
    const [one, other] = [await stage.tryRound(), await stage.tryRound()];
    const answers = await Promise.all(
      [one, other, one].map((roundId) => answerOf(cora.calls.publishRound({ programmeId, roundId }))),
    );
    expect(answers.toSorted()).toEqual(['200', '403/3000', '403/3000']);
    const rows = await stage.platform.db.selectFrom('programme_pairs').select('pair_id').execute();
    expect(rows).toHaveLength(1);
  });

  test('keeps locked pairs and leaves out those kept apart; a locked student without room is refused', async () => {
    const stage = await startProgramme();
    const { programmeId, cora } = stage;
    const ana = await stage.enrol('Ana', placeOf('de', 'en'));
    const ben = await stage.enrol('Ben', placeOf('en', 'de'));
    const eva = await stage.enrol('Eva', placeOf('es', 'fr'));
    await cora.calls.setProgrammeState({ programmeId, state: 'matching' });
    const pair = (one: typeof ana, two: typeof ana) => ({ userId: one.userId, partnerUserId: two.userId });
    const locked = await stage.tryRound({ locked: [pair(eva, ana)], apart: [] });
    const { pairs } = await cora.calls.getRound({ programmeId, roundId: locked });
    expect(pairs).toMatchObject([{ isLocked: true, points: null }]);
    expect([pairs[0]?.student.name, pairs[0]?.partner.name].toSorted()).toEqual(['Ana', 'Eva']);
    const apart = await stage.tryRound({ locked: [], apart: [pair(ben, ana)] });
    expect((await cora.calls.getRound({ programmeId, roundId: apart })).pairs).toEqual([]);
    const twice = { programmeId, locked: [pair(eva, ana), pair(ana, ben)], apart: [] };
    expect(await answerOf(cora.calls.startRound(twice))).toBe('403/3000');
    const gus = await stage.enrol('Gus', { ...placeOf('de', 'en'), partnersMax: 2 });
    const kim = await stage.enrol('Kim', { ...placeOf('en', 'de'), partnersMax: 2 });
    const same = { programmeId, locked: [pair(gus, kim), pair(kim, gus)], apart: [] };
    expect(await answerOf(cora.calls.startRound(same))).toBe('403/3000');
  });

  test('is one at a time; that of a node that died is taken over after its lease', async () => {
    const stage = await startProgramme();
    const { programmeId, cora, platform, clock } = stage;
    await stage.enrol('Ana', placeOf('de', 'en'));
    await stage.enrol('Ben', placeOf('en', 'de'));
    await cora.calls.setProgrammeState({ programmeId, state: 'matching' });
    const roundId = '0197f0c0-0000-7000-8000-000000000001';
    const now = clock.now();
    const round = {
      round_id: roundId,
      programme_id: programmeId,
      state: 'working',
      made_at: now,
      claimed_at: now,
    };
    await platform.db
      .insertInto('programme_rounds')
      .values({ ...round, locked: '[]', apart: '[]' })
      .execute();
    expect(await answerOf(cora.calls.startRound({ programmeId, locked: [], apart: [] }))).toBe('403/3000');
    const stateAfter = async (ms: number) => {
      clock.advance({ ms });
      await stage.runJobs();
      return (await cora.calls.getRound({ programmeId, roundId })).round;
    };
    expect((await stateAfter(roundMaxMs + 60_000 - 1)).state).toBe('working');
    expect(await stateAfter(1)).toMatchObject({ state: 'done', numbers: { pairs: 1 } });
    const later = await stage.tryRound();
    const { rounds } = await cora.calls.listRounds({ programmeId });
    expect(rounds.map((one) => one.roundId)).toEqual([later, roundId]);
    expect(await cora.calls.listRounds({ programmeId, limit: 1, offset: 1 })).toMatchObject({
      count: 2,
      rounds: [{ roundId }],
    });
    const { pairs, round: numbers } = await cora.calls.getRound({ programmeId, roundId, offset: 1 });
    expect([pairs, numbers.numbers.pairs]).toEqual([[], 1]);
  });

  test('of a running programme leaves its state as it is', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, cora } = stage;
    const eva = await stage.enrol('Eva', placeOf('de', 'en'));
    await stage.enrol('Leo', placeOf('en', 'de'));
    await stage.match();
    expect((await cora.calls.getProgramme({ programmeId })).programme.state).toBe('running');
    expect((await eva.calls.getProgramme({ programmeId })).partners).toHaveLength(1);
    const other = await stage.admin.calls.createProgramme(programmeSettings);
    await stage.admin.calls.addCoordinator({ programmeId: other.programmeId, email: cora.address });
    const [round] = (await cora.calls.listRounds({ programmeId })).rounds;
    const { roundId } = round!;
    const elsewhere = { programmeId: other.programmeId };
    expect(await answerOf(cora.calls.getRound({ ...elsewhere, roundId }))).toBe('404/4001');
    const [pair] = (await eva.calls.getProgramme({ programmeId })).partners;
    expect(await answerOf(cora.calls.endPair({ ...elsewhere, pairId: pair!.pairId }))).toBe('404/4001');
    expect((await eva.calls.getProgramme({ programmeId })).partners).toHaveLength(1);
  });

  test('shows each of a pair the common hours on the own clock', async () => {
    const stage = await startProgramme();
    const { programmeId, cora } = stage;
    const ana = await stage.enrol('Ana', placeOf('de', 'en'));
    const freeHours = [{ weekday: 2, from: '16:00', to: '19:30' }];
    const ben = await stage.enrol('Ben', placeOf('en', 'de', { timeZone: 'Europe/London', freeHours }));
    await cora.calls.setProgrammeState({ programmeId, state: 'matching' });
    await stage.match();
    const hoursOf = async ({ calls }: Persona) =>
      (await calls.getProgramme({ programmeId })).partners[0]?.commonHours;
    expect(await hoursOf(ana)).toEqual([{ weekday: 2, from: '18:00', to: '20:30' }]);
    expect(await hoursOf(ben)).toEqual([{ weekday: 2, from: '17:00', to: '19:30' }]);
  });

  test('gives priority to students left without a partner, until they have one', async () => {
    const stage = await startProgramme();
    const { programmeId, cora } = stage;
    const ana = await stage.enrol('Ana', placeOf('de', 'en'));
    await cora.calls.setProgrammeState({ programmeId, state: 'matching' });
    const waitsSince = async () => {
      const { programmes } = (await ana.calls.exportUser()) as { programmes: { waitsSince: Date | null }[] };
      return programmes.map((place) => place.waitsSince);
    };
    expect(await waitsSince()).toEqual([null]);
    await stage.match();
    const [since] = await waitsSince();
    expect(since).toEqual(stage.clock.now().toISOString());
    stage.clock.advance({ minutes: 1 });
    await stage.match();
    expect(await waitsSince()).toEqual([since]);
    await stage.enrol('Ben', placeOf('en', 'de'));
    await stage.match();
    const [pair] = (await ana.calls.getProgramme({ programmeId })).partners;
    expect(await waitsSince()).toEqual([null]);
    // The reason of before the pair does not come back with its end.
    await cora.calls.endPair({ programmeId, pairId: pair!.pairId });
    expect(await ana.calls.getProgramme({ programmeId })).toMatchObject({ partners: [], unmatched: null });
  });

  test('is kept for a month, and that two were partners for two years', async () => {
    const stage = await startPairedProgramme();
    const { platform, clock } = stage;
    const ago = (days: number, ms: number) => new Date(clock.now().getTime() - days * 86_400_000 - ms);
    const insert = (tail: number, age: Date) =>
      platform.db
        .insertInto('programme_past_partners')
        .values({ hash: Buffer.from([tail]), created_at: age })
        .execute();
    await platform.db.deleteFrom('programme_past_partners').execute();
    await insert(1, ago(730, 0));
    await insert(2, ago(730, 1));
    const rounds = () => platform.db.selectFrom('programme_rounds').select('round_id').execute();
    await platform.db
      .updateTable('programme_rounds')
      .set({ made_at: ago(30, 0) })
      .execute();
    await stage.runJobs();
    const past = await platform.db.selectFrom('programme_past_partners').select('hash').execute();
    expect(past).toEqual([{ hash: Buffer.from([1]) }]);
    expect(await rounds()).toHaveLength(1);
    await platform.db
      .updateTable('programme_rounds')
      .set({ made_at: ago(30, 1) })
      .execute();
    await stage.runJobs();
    expect(await rounds()).toEqual([]);
  });

  test('a later round never changes published pairs: random students come and go', async () => {
    const stage = await startProgramme();
    const { programmeId, cora, platform } = stage;
    const random = seededRandom(11);
    const codes: LanguageCode[] = ['de', 'en', 'es', 'fr'];
    const students = [];
    const pairsNow = async () => {
      const rows = await platform.db
        .selectFrom('programme_pairs')
        .selectAll()
        .where('ended_at', 'is', null)
        .execute();
      return new Map(
        rows.map((row) => [row.pair_id, `${row.user_id} ${row.partner_user_id} ${row.teaches}`]),
      );
    };
    for (let round = 0; round < 6; round++) {
      for (let count = 0; count < 5; count++) {
        const offers = codes[Math.floor(random() * 4)] ?? 'de';
        const seeks = codes.filter((code) => code !== offers)[Math.floor(random() * 3)] ?? 'en';
        const partnersMax = random() < 0.2 ? 2 : 1;
        students.push(await stage.enrol(`S${round}x${count}`, placeOf(offers, seeks, { partnersMax })));
      }
      if (round === 0) await cora.calls.setProgrammeState({ programmeId, state: 'matching' });
      const [leaver] = students.splice(Math.floor(random() * students.length), 1);
      await leaver?.calls.leaveProgramme({ programmeId });
      const before = await pairsNow();
      await stage.match();
      const after = await pairsNow();
      for (const [pairId, pair] of before) expect(after.get(pairId)).toBe(pair);
      const uses = Map.groupBy(
        [...after.values()].flatMap((pair) => pair.split(' ').slice(0, 2)),
        (id) => id,
      );
      const places = await platform.db
        .selectFrom('programme_places')
        .select(['user_id', 'partners_max'])
        .execute();
      for (const { user_id, partners_max } of places)
        expect(uses.get(user_id)?.length ?? 0).toBeLessThanOrEqual(partners_max);
    }
    expect((await pairsNow()).size).toBeGreaterThan(5);
  });
});

describe('a locked pair', () => {
  const pair = (one: Persona, two: Persona) => ({ userId: one.userId, partnerUserId: two.userId });
  const refusalOf = ({ cora, programmeId }: ProgrammeStage, ...locked: ReturnType<typeof pair>[]) =>
    cora.calls.startRound({ programmeId, locked, apart: [] }).then(
      () => 'started',
      ({ statusCode, code, message }) => `${statusCode}/${code} ${message}`,
    );

  test('is refused in the same words for a block, from either side, and for partners of another programme', async () => {
    const stage = await startProgramme();
    const { programmeId, cora, platform } = stage;
    const enrol = (name: string) => stage.enrol(name, placeOf('de', 'en'));
    const [ana, ben, eva] = [await enrol('Ana'), await enrol('Ben'), await enrol('Eva')];
    await ana.calls.blockUser({ userId: ben.userId });
    const hash = Buffer.from(pastPartnersHash(pastKey(platform), ana.userId, eva.userId), 'base64');
    await platform.db
      .insertInto('programme_past_partners')
      .values({ hash, created_at: stage.clock.now() })
      .execute();
    await cora.calls.setProgrammeState({ programmeId, state: 'matching' });
    const told = (names: string) =>
      `403/3000 ${names} cannot be partners: they were partners in another programme, or one of them has ruled it out.`;
    expect(await refusalOf(stage, pair(ana, ben))).toBe(told('Ana and Ben'));
    expect(await refusalOf(stage, pair(ben, ana))).toBe(told('Ben and Ana'));
    expect(await refusalOf(stage, pair(eva, ana))).toBe(told('Eva and Ana'));
    expect(await refusalOf(stage, pair(ben, eva))).toBe('started');
  });

  test('is refused with the reason where the coordinator can see it, and names only students', async () => {
    const stage = await startProgramme();
    const { programmeId, cora, stranger, admin } = stage;
    const enrol = (name: string, partnersMax = 1) =>
      stage.enrol(name, placeOf(name === 'Ben' ? 'en' : 'de', name === 'Ben' ? 'de' : 'en', { partnersMax }));
    const [ana, ben] = [await enrol('Ana', 2), await enrol('Ben', 2)];
    await cora.calls.setProgrammeState({ programmeId, state: 'matching' });
    await stage.match();
    const [eva, gus] = [await enrol('Eva'), await enrol('Gus')];
    const kim = await stage.enrol('Kim', placeOf('fr', 'es'));
    const told = (...locked: ReturnType<typeof pair>[]) => refusalOf(stage, ...locked);

    expect(await told(pair(ana, ana))).toMatch(/^403\/3000 A locked pair needs two students/);
    expect(await told(pair(gus, kim), pair(kim, gus))).toMatch(/each pair can be locked once\.$/);
    expect(await told(pair(stranger, eva))).toBe(
      '403/3000 Eva is locked with a person who is not in the programme.',
    );
    expect(await told(pair(admin, stranger))).toBe(
      '403/3000 A locked pair has two people who are not in the programme.',
    );
    expect(await told(pair(eva, gus), pair(kim, gus))).toBe(
      '403/3000 Gus is locked in another pair already.',
    );
    expect(await told(pair(ben, ana))).toBe('403/3000 Ben and Ana are or were partners in this programme.');
    // A block between former partners is not told either.
    await ana.calls.blockUser({ userId: ben.userId });
    expect(await told(pair(ana, ben))).toBe('403/3000 Ana and Ben are or were partners in this programme.');

    const roundId = await stage.tryRound({ locked: [pair(eva, ben), pair(gus, ana)], apart: [] });
    await cora.calls.publishRound({ programmeId, roundId });
    expect(await told(pair(kim, eva))).toBe(
      '403/3000 Eva has a partner already and did not ask for another one.',
    );
    await banUser(stage.platform, null, kim.userId, 'spam');
    expect(await told(pair(ana, kim))).toBe('403/3000 Kim cannot get a partner at present.');
  });
});

describe('a pair ends', () => {
  test('by a block, without saying so: both need a new partner and are never paired again', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, cora, ana, ben } = stage;
    await ana.calls.blockUser({ userId: ben.userId });
    const { students } = await cora.calls.listStudents({ programmeId });
    expect(students.map(({ status }) => status)).toEqual(['needs-partner', 'needs-partner']);
    expect(JSON.stringify(students)).not.toMatch(/block/i);
    await ana.calls.unblockUser({ userId: ben.userId });
    const roundId = await stage.tryRound();
    expect((await cora.calls.getRound({ programmeId, roundId })).pairs).toEqual([]);
  });

  test('by a student twice, and only the partner left is told and comes first in the next round', async () => {
    const stage = await startProgramme();
    const { programmeId, cora, platform } = stage;
    const ana = await stage.enrol('Ana', placeOf('de', 'en'));
    const ben = await stage.enrol('Ben', placeOf('en', 'de'));
    await cora.calls.setProgrammeState({ programmeId, state: 'matching' });
    const refuse = () => ana.calls.askForHelp({ programmeId, kind: 'partner', text: 'No.' });
    await stage.match();
    await refuse();
    await stage.runJobs();
    const told = stage.sent().filter(({ subject }) => subject === 'A change of partners in Tandem 2030');
    expect(told.map(({ to }) => to)).toEqual([ben.address]);
    const places = await platform.db
      .selectFrom('programme_places')
      .select('user_id')
      .where('waits_since', 'is not', null)
      .execute();
    expect(places).toEqual([{ user_id: ben.userId }]);
    for (const name of ['Cem', 'Dov']) {
      await stage.enrol(name, placeOf('en', 'de'));
      await stage.match();
      if (name === 'Cem') expect(await refuse()).toEqual({ hasEndedPair: true });
    }
    expect(await answerOf(refuse())).toBe('403/3000');
    expect((await ana.calls.getProgramme({ programmeId })).partners).toMatchObject([
      { profile: { name: 'Dov' } },
    ]);
    // What was refused is not stored either.
    const [student] = (await cora.calls.listStudents({ programmeId, userId: ana.userId })).students;
    expect(student?.help).toHaveLength(2);
  });

  test('by a ban, of which the partner learns only that the pair has ended', async () => {
    const stage = await startPairedProgramme();
    const { programmeId, ana, ben } = stage;
    await banUser(stage.platform, null, ana.userId, 'spam');
    const { place, partners } = await ben.calls.getProgramme({ programmeId });
    expect([place?.status, partners]).toEqual(['needs-partner', []]);
    await stage.runJobs();
    const told = stage.sent().filter(({ subject }) => subject === 'A change of partners in Tandem 2030');
    expect(told.map(({ to }) => to)).toEqual([ben.address]);
  });

  test('by a student with two partners: the named one', async () => {
    const stage = await startProgramme();
    const { programmeId, cora } = stage;
    const ana = await stage.enrol('Ana', placeOf('de', 'en', { partnersMax: 2 }));
    const ben = await stage.enrol('Ben', placeOf('en', 'de'));
    await stage.enrol('Cem', placeOf('en', 'de'));
    await cora.calls.setProgrammeState({ programmeId, state: 'matching' });
    await stage.match();
    const partnersNow = async () => (await ana.calls.getProgramme({ programmeId })).partners;
    const [, second] = await partnersNow();
    const { pairId } = second!;
    // Nobody ends the pair of others.
    const foreign = (await partnersNow()).find(({ profile }) => profile.name === 'Cem')?.pairId;
    const asked = await ben.calls.askForHelp({ programmeId, kind: 'partner', pairId: foreign, text: '' });
    expect([asked, (await partnersNow()).length]).toEqual([{ hasEndedPair: false }, 2]);
    await ana.calls.askForHelp({ programmeId, kind: 'partner', pairId, text: '' });
    expect((await partnersNow()).map((pair) => pair.pairId)).not.toContain(pairId);
    expect(await partnersNow()).toHaveLength(1);
  });

  test('at once within seven days when it does not work, twice a term; later only the coordinator ends it', async () => {
    const stage = await startProgramme();
    const { programmeId, cora } = stage;
    const ana = await stage.enrol('Ana', placeOf('de', 'en'));
    const ben = await stage.enrol('Ben', placeOf('en', 'de'));
    await cora.calls.setProgrammeState({ programmeId, state: 'matching' });
    await stage.match();
    const refused = await ana.calls.askForHelp({ programmeId, kind: 'partner', text: 'No common time.' });
    expect(refused).toEqual({ hasEndedPair: true });
    expect((await ben.calls.getProgramme({ programmeId })).place?.status).toBe('needs-partner');
    await stage.enrol('Cem', placeOf('en', 'de'));
    await stage.match();
    await stage.goTo('2030-03-11T09:00:00Z');
    await stage.runJobs();
    const late = await ana.calls.askForHelp({ programmeId, kind: 'partner', text: 'Still not.' });
    expect(late).toEqual({ hasEndedPair: false });
    const [student] = (await cora.calls.listStudents({ programmeId, userId: ana.userId })).students;
    expect(student?.help.map(({ text }) => text)).toEqual(['Still not.', 'No common time.']);
    expect(student?.risks).toContain('help');
    await cora.calls.endPair({ programmeId, pairId: student?.partners[0]?.pairId ?? '' });
    expect((await ana.calls.getProgramme({ programmeId })).partners).toEqual([]);
  });
});
