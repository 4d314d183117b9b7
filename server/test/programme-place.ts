import type { PayloadOf } from '@parlance/contract/endpoint';
import type { LanguageCode } from '@parlance/contract/languages';
import type { joinProgramme } from '@parlance/contract/programme-place';

// Without the test runner, because the journeys import it too.

export type Joining = Omit<PayloadOf<typeof joinProgramme>, 'programmeId'>;

/** A place of a student who speaks `offers` and learns `seeks`, free on Tuesday evening. */
export const placeOf = (
  offers: LanguageCode,
  seeks: LanguageCode,
  changes: Partial<Joining> = {},
): Joining => ({
  offers: [{ languageCode: offers, isNative: true }],
  seeks: [{ languageCode: seeks, level: 'beginner' }],
  timeZone: 'Europe/Berlin',
  freeHours: [{ weekday: 2, from: '18:00', to: '21:00' }],
  wishes: { sameGender: false, similarLevel: false, similarAge: false, sharedInterests: false },
  gender: null,
  ageBand: null,
  needsCredits: false,
  partnersMax: 1,
  studentNumber: null,
  consentVersion: 1,
  ...changes,
});
