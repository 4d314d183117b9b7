import type { ProgrammeStudent } from '@parlance/contract/programme-students';
import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

const studentNamed = (name: string): ProgrammeStudent => ({
  userId: '00000000-0000-7000-8000-000000000001',
  name,
  studentNumber: null,
  offers: [],
  seeks: [],
  timeZone: 'Europe/Berlin',
  freeHours: [],
  wishes: { sameGender: false, similarLevel: false, similarAge: false, sharedInterests: false },
  needsCredits: false,
  partnersMax: 1,
  status: 'paired',
  joinedAt: new Date(0),
  partners: [{ pairId: '00000000-0000-7000-8000-000000000002', userId: '', name }],
  sessions: { kept: 0, missed: 0, moved: 0 },
  lastSessionAt: null,
  hours: { neededMinutes: 0, countedMinutes: 0, declaredMinutes: 0, languages: [] },
  risks: [],
  help: [],
  certificate: null,
});

test.each([
  ['=1+1', `"'=1+1"`],
  ['Ana;=1+1;', `"Ana;'=1+1;"`],
  ['Ana, -2', `"Ana,' -2"`],
  ['Ana\t=1+1', 'Ana =1+1'],
  ['＝1+1', `"'＝1+1"`],
  ['\u200b@x', `"'\u200b@x"`],
  ['x;"=1+1;y', `"x;'""=1+1;y"`],
])('no name becomes a formula, whatever separates the cells: %j', (name, cell) => {
  const row = csvOf([studentNamed(name)]).split('\r\n')[1];
  expect(row).toBe(`${cell},,paired,${cell},,,no,0,0,,0,0,0,,`);
});

test('each number stands below its heading', () => {
  const partner = { pairId: '00000000-0000-7000-8000-000000000002', userId: '' };
  const student: ProgrammeStudent = {
    ...studentNamed('Ana'),
    studentNumber: '77',
    offers: [{ languageCode: 'de', isNative: true }],
    seeks: [
      { languageCode: 'en', level: 'beginner' },
      { languageCode: 'fr', level: 'beginner' },
    ],
    needsCredits: true,
    partners: ['Ben', 'Cem'].map((name) => ({ ...partner, name })),
    sessions: { kept: 4, missed: 2, moved: 1 },
    lastSessionAt: new Date('2030-03-12T23:30:00Z'),
    hours: {
      neededMinutes: 120,
      countedMinutes: 90,
      declaredMinutes: 30,
      languages: [
        { languageCode: 'de', minutes: 50 },
        { languageCode: 'en', minutes: 40 },
      ],
    },
  };
  const issued = { issuedAt: new Date(0), keepUntil: null, withdrawnAt: null };
  const table = csvOf([
    { ...student, certificate: issued },
    { ...student, needsCredits: false, certificate: { ...issued, withdrawnAt: new Date(0) } },
  ]);
  const begin = 'Ana,77,paired,"Ben; Cem",de,en fr';
  const middle = '90,120,"de 50; en 40",4,2,1,2030-03-12';
  expect(table).toBe(
    [
      '\ufeffname,student number,status,partners,offers,seeks,needs credits,minutes,minutes needed,minutes by language,' +
        'sessions kept,sessions missed,sessions moved,last session,certificate',
      `${begin},yes,${middle},issued`,
      `${begin},no,${middle},withdrawn`,
      '',
    ].join('\r\n'),
  );
});

test('an ordinary name stays as it is', () => {
  const row = csvOf([studentNamed('Zoë García-Fernández')]).split('\r\n')[1];
  expect(row).toMatch(/^Zoë García-Fernández,,paired,Zoë García-Fernández,/);
});
