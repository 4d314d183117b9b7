import type { ProgrammeStudent, StudentRisk } from '@parlance/contract/programme-students';
import type { PlaceStatus } from '@parlance/contract/programmes';
import { spoken } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import type { ReactNode } from 'react';
import { languageTitle } from '#languages/language-name';
import { sentence } from '#lib/sentence';

export const statusWords: Record<PlaceStatus, string> = {
  waiting: word('No partner yet'),
  paired: word('With a partner'),
  'needs-partner': word('Needs a new partner'),
};

export const riskWords: Record<StudentRisk, string> = {
  'no-session': word('No session yet'),
  quiet: word('No session in 14 days'),
  behind: word('Under half of the expected hours'),
  missed: word('Two sessions missed'),
  help: word('Asked for help'),
};

export const languagesText = (languages: readonly { languageCode: string }[]): string =>
  spoken().list(languages.map(({ languageCode }) => languageTitle(languageCode)));

/** The names of at most two partners. */
export function partnersText({ partners: [one, other] }: ProgrammeStudent): ReactNode {
  if (!one || !other) return one && <bdi>{one.name}</bdi>;
  return sentence('{first} and {second}', { first: <bdi>{one.name}</bdi>, second: <bdi>{other.name}</bdi> });
}
