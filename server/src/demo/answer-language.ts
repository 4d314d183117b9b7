import type { LanguageCode } from '@parlance/contract/languages';
import { loadLanguages } from '#languages/languages';
import type { Platform } from '#platform/platform';
import type { CastMember } from './cast.ts';
import { hasPhrases } from './phrases.ts';

/** The language in which a partner writes to a member: the first that the member learns and the partner speaks, else the partner's own. */
export async function answerLanguage(
  { db }: Platform,
  { speaks }: CastMember,
  userId: string,
): Promise<LanguageCode> {
  const languages = (await loadLanguages(db, [userId])).get(userId) ?? [];
  const learnt = languages.find(
    ({ languageCode, learning }) => learning && speaks.includes(languageCode) && hasPhrases(languageCode),
  );
  return learnt?.languageCode ?? speaks[0];
}
