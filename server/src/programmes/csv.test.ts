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

test('an ordinary name stays as it is', () => {
  const row = csvOf([studentNamed('Zoë García-Fernández')]).split('\r\n')[1];
  expect(row).toMatch(/^Zoë García-Fernández,,paired,Zoë García-Fernández,/);
});
