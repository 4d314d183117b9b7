import type { LanguageCode } from '@parlance/contract/languages';
import { describe, expect, test } from 'vitest';
import { answerOf } from '#test/pair';
import { placeOf, startPairedProgramme, startProgramme } from '#test/programmes';
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
    expect(mailTo(ana.address)).toContain('Tuesday 18:00–21:00');
    expect(mailTo(eva.address)).toContain('No one offers a language that you seek.');
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
  test('is refused in the same words for a block, for former partners of another term, and without room', async () => {
    const stage = await startProgramme();
    const { programmeId, cora, platform } = stage;
    const enrol = (name: string) => stage.enrol(name, placeOf('de', 'en'));
    const [ana, ben, eva, gus] = [
      await enrol('Ana'),
      await enrol('Ben'),
      await enrol('Eva'),
      await enrol('Gus'),
    ];
    await ana.calls.blockUser({ userId: ben.userId });
    const hash = Buffer.from(pastPartnersHash(pastKey(platform), ana.userId, eva.userId), 'base64');
    await platform.db
      .insertInto('programme_past_partners')
      .values({ hash, created_at: stage.clock.now() })
      .execute();
    await cora.calls.setProgrammeState({ programmeId, state: 'matching' });
    const pair = (one: typeof ana, two: typeof ana) => ({ userId: one.userId, partnerUserId: two.userId });
    const refusalOf = (...locked: ReturnType<typeof pair>[]) =>
      cora.calls.startRound({ programmeId, locked, apart: [] }).then(
        () => 'started',
        ({ statusCode, code, message }) => `${statusCode}/${code} ${message}`,
      );
    const refusals = [
      await refusalOf(pair(ana, ben)),
      await refusalOf(pair(ben, ana)),
      await refusalOf(pair(eva, ana)),
      await refusalOf(pair(ana, gus), pair(gus, eva)),
      await refusalOf(pair(ana, ana)),
      await refusalOf(pair(ana, stage.stranger)),
    ];
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).toMatch(/^403\/3000 These two cannot be partners/);
    expect(refusals[0]).not.toMatch(/block/i);
    expect(await refusalOf(pair(ana, gus), pair(ben, eva))).toBe('started');
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
    await stage.goTo('2030-03-11T09:00:01Z');
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
