import type { LanguageCode } from '@parlance/contract/languages';
import type { SearchUser } from '@parlance/contract/people';
import { counted, spoken, t } from '@parlance/words/current';
import { languageName } from '#languages/language-name';

type Fit = NonNullable<SearchUser['fit']>;

const namedMax = 2;

function names(codes: LanguageCode[]): string {
  const named = codes.slice(0, namedMax).map(languageName);
  const left = codes.length - named.length;
  // words: of languages, at the end of a list: Japanese, Korean, and 2 more
  return spoken().list(left > 0 ? [...named, counted(left, '1 more', '{count} more')] : named);
}

/** A short reason why two members match; null when their languages do not. */
export function fitReason({ tier, speaks, learns }: Fit): string | null {
  const values = { spoken: names(speaks), learned: names(learns) };
  if (tier === 'mutual') return t('Speaks {spoken}, learns {learned}: a match both ways', values);
  if (tier === 'speaks') return t('Speaks {spoken}, which you are learning', values);
  if (tier === 'learns') return t('Learns {learned}, which you speak', values);
  return null;
}

/** Whether two members share interests, without revealing which. */
export function sharedInterestsText({ sharedInterests }: Fit): string | null {
  if (sharedInterests === 'none') return null;
  return sharedInterests === 'some' ? t('Some shared interests') : t('Many shared interests');
}
