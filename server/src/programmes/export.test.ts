import { expect, test } from 'vitest';
import { placeOf } from '#test/programme-place';
import { giveHours, startPairedProgramme } from '#test/programmes';

// Rules: docs/specification/account.md#export, docs/specification/programmes.md#roles
test('a student gets places, partners, hours, requests and certificates, and nothing of others', async () => {
  const stage = await startPairedProgramme();
  const { programmeId, cora, ana, ben } = stage;
  for (const [student, code] of [[ana, 'zyxw-ana'] as const, [ben, 'zyxw-ben'] as const]) {
    await student.calls.joinProgramme({
      programmeId,
      ...placeOf(student === ana ? 'de' : 'en', student === ana ? 'en' : 'de', {
        studentNumber: code,
        gender: 'woman',
      }),
    });
    await student.calls.askForHelp({ programmeId, kind: 'other', text: `help ${code}` });
  }
  await giveHours(stage, ana, 120);
  await giveHours(stage, ben, 45);
  const { code } = await ana.calls.issueCertificate({
    programmeId,
    name: 'Ana Zyxw',
    keepUntil: '2031-01-31',
  });
  await cora.calls.mailStudents({ programmeId, to: 'all', subject: 'Hello', text: 'zyxw-announcement' });
  const own = await ana.calls.exportUser();
  expect(own.programmes).toMatchObject([
    {
      programmeId,
      name: 'Tandem 2030',
      office: 'Language Centre',
      eraseOn: '2030-09-30',
      offers: [{ languageCode: 'de', isNative: true }],
      seeks: [{ languageCode: 'en', level: 'beginner' }],
      timeZone: 'Europe/Berlin',
      gender: 'woman',
      studentNumber: 'zyxw-ana',
      consentVersion: 1,
    },
  ]);
  expect(own.programmePartners).toMatchObject([{ programmeId, endedAt: null }]);
  expect(own.programmeHours).toMatchObject([{ programmeId, firstLanguage: 'de', firstMs: 120 * 60_000 }]);
  expect(own.programmeHelp).toMatchObject([{ kind: 'other', text: 'help zyxw-ana' }]);
  expect(own.certificates).toMatchObject([{ programmeId, keepUntil: '2031-01-31', withdrawnAt: null }]);
  expect(own.programmeMessages).toEqual([]);
  const text = JSON.stringify(own);
  // The partner stands by id only, as in messages; the secret of the certificate nowhere.
  for (const foreign of ['zyxw-ben', 'zyxw-announcement', ben.address, cora.address, cora.userId, code])
    expect(text).not.toContain(foreign);
});

test('a coordinator gets the programme and own mails, and nothing of the students', async () => {
  const stage = await startPairedProgramme();
  const { programmeId, cora, ana, ben } = stage;
  await ana.calls.joinProgramme({ programmeId, ...placeOf('de', 'en', { studentNumber: 'zyxw-ana' }) });
  await ana.calls.askForHelp({ programmeId, kind: 'other', text: 'zyxw-help' });
  await giveHours(stage, ana, 120);
  await ana.calls.issueCertificate({ programmeId, name: 'Ana Zyxw' });
  await cora.calls.mailStudents({ programmeId, to: 'all', subject: 'Half-time', text: 'Please meet.' });
  await stage.tryRound({ locked: [], apart: [] });
  await cora.calls.removeStudent({ programmeId, userId: ben.userId });
  const own = await cora.calls.exportUser();
  expect(own.programmes).toMatchObject([{ programmeId, name: 'Tandem 2030' }]);
  expect(own.programmeMessages).toMatchObject([
    { programmeId, recipients: 'all', subject: 'Half-time', text: 'Please meet.' },
  ]);
  for (const key of [
    'programmePartners',
    'programmeHours',
    'programmeHelp',
    'certificates',
    'programmeRemovals',
  ])
    expect(own[key], key).toEqual([]);
  const text = JSON.stringify(own);
  for (const foreign of [ana, ben].flatMap(({ userId, address }) => [userId, address]).concat('zyxw', 'Ana'))
    expect(text).not.toContain(foreign);
  // The removal is about the student, who finds it in the own data.
  expect((await ben.calls.exportUser()).programmeRemovals).toMatchObject([{ programmeId }]);
});
