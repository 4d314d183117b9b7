import { type LanguageCode, levelOfProficiency, type UserLanguage } from '@parlance/contract/languages';
import { cellsOfRanges, commonCellsMin } from '@parlance/contract/programme-hours';
import { programmeMax } from '@parlance/contract/programme-limits';
import type { ProgrammeView } from '@parlance/contract/programme-place';
import { type Place, placeFields } from '@parlance/contract/programmes';
import type { WeeklyHours } from '@parlance/contract/weekly-hours';
import { t } from '@parlance/words/current';
import { refusalOf } from '#lib/refusal';
import { viewerZone } from '#schedule/viewer-zone';
import { freeTimesOf } from './free-times';

/** The form of a place. */
export type Draft = Pick<Place, keyof typeof placeFields>;

/** The own place; without one, values from the profile, and from the weekly hours where they are in the zone of the form. */
export function firstDraft(
  { programme, place }: ProgrammeView,
  languages: readonly UserLanguage[],
  hours: Pick<WeeklyHours, 'rules' | 'timeZone'> | undefined,
): Draft {
  if (place) return place;
  const timeZone = viewerZone();
  const known = languages.filter(({ languageCode }) =>
    programme.languages.includes(languageCode as LanguageCode),
  );
  return {
    offers: known
      .filter(({ learning }) => !learning)
      .slice(0, programmeMax.offers)
      .map(({ languageCode, isNative }) => ({ languageCode, isNative: isNative ?? false })),
    seeks: known
      .filter(({ learning }) => learning)
      .slice(0, programmeMax.seeks)
      .map(({ languageCode, proficiency }) => ({ languageCode, level: levelOfProficiency(proficiency) })),
    timeZone,
    freeHours: hours?.timeZone === timeZone ? freeTimesOf(hours.rules) : [],
    wishes: { sameGender: false, similarLevel: false, similarAge: false, sharedInterests: false },
    gender: null,
    ageBand: null,
    needsCredits: false,
    partnersMax: 1,
    studentNumber: null,
  };
}

export type DraftProblems = Partial<Record<'offers' | 'seeks' | 'freeHours' | 'gender' | 'consent', string>>;

/** The problem of each part, in the order of the form. */
export function problemsOf(draft: Draft, hasConsented: boolean): DraftProblems {
  const { offers, seeks, freeHours, wishes, gender } = draft;
  const isBoth = seeks.some((sought) => offers.some((offer) => offer.languageCode === sought.languageCode));
  const found = {
    offers: refusalOf(placeFields.offers, offers),
    seeks: refusalOf(placeFields.seeks, seeks) ?? (isBoth ? t('You speak this language already') : null),
    freeHours:
      cellsOfRanges(freeHours).length < commonCellsMin
        ? t('Add at least two hours in which you are free.')
        : refusalOf(placeFields.freeHours, freeHours),
    gender: wishes.sameGender && gender === null ? t('This wish needs your own gender') : null,
    consent: hasConsented ? null : t('To take part, you need to agree.'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null));
}
