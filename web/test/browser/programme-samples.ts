import type { ProgrammeView } from '@parlance/contract/programme-place';
import type { RoundPair } from '@parlance/contract/programme-rounds';
import type { ProgrammeStudent } from '@parlance/contract/programme-students';
import type { Programme } from '@parlance/contract/programmes';

export const idOf = (serial: number) => `00000000-0000-7000-8000-${String(serial).padStart(12, '0')}`;
export const programmeId = idOf(1);
export const roundId = idOf(2);
export const at = new Date('2026-03-21T12:00:00.000Z');

export const programmeSample: Programme = {
  programmeId,
  name: 'Tandem spring',
  office: 'Language Centre',
  officeEmail: null,
  timeZone: 'Europe/Berlin',
  languages: ['de', 'es'],
  registrationEndsOn: '2026-03-20',
  termStartsOn: '2026-04-01',
  termEndsOn: '2026-07-15',
  eraseOn: '2026-12-31',
  neededHours: 20,
  declaredPercent: 50,
  consentText: 'The centre sees when you met.',
  isOpen: false,
  state: 'matching',
  consentVersion: 1,
};

export const coordinatorView = (programme: Programme): ProgrammeView => ({
  programme,
  role: 'coordinator',
  place: null,
  partners: [],
  hours: null,
  entries: [],
  toConfirm: [],
  unmatched: null,
  certificate: null,
  canHaveCertificate: false,
});

export const pairOf = (serial: number, student: string, partner: string): RoundPair => ({
  student: { userId: idOf(serial), name: student },
  partner: { userId: idOf(serial + 1), name: partner },
  teaches: 'de',
  learns: 'es',
  commonMinutes: 150,
  score: 82,
  points: { hours: 12, levels: 20, choice: 20, natives: 0, wishes: 15 },
  isLocked: false,
  isSecond: false,
});

export const studentOf = (serial: number, name: string): ProgrammeStudent => ({
  userId: idOf(serial),
  name,
  studentNumber: null,
  offers: [{ languageCode: 'de', isNative: true }],
  seeks: [{ languageCode: 'es', level: 'beginner' }],
  timeZone: 'Europe/Berlin',
  freeHours: [],
  wishes: { sameGender: false, similarLevel: false, similarAge: false, sharedInterests: false },
  needsCredits: false,
  partnersMax: 1,
  status: 'waiting',
  joinedAt: at,
  partners: [],
  sessions: { kept: 0, missed: 0, moved: 0 },
  lastSessionAt: null,
  hours: { neededMinutes: 1200, countedMinutes: 0, declaredMinutes: 0, languages: [] },
  risks: [],
  help: [],
  certificate: null,
});
