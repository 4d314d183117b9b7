import type { StudentRisk } from '@parlance/contract/programme-students';
import type { PlaceStatus } from '@parlance/contract/programmes';
import { spoken } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { languageTitle } from '#languages/language-name';

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
