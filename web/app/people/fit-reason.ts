import type { LanguageCode } from '@parlance/contract/languages';
import type { SearchUser } from '@parlance/contract/people';
import { spoken } from '@parlance/words/current';
import { languageName } from './language-label';

type Fit = NonNullable<SearchUser['fit']>;

const namedMax = 2;

function names(codes: LanguageCode[]): string {
  const named = codes.slice(0, namedMax).map(languageName);
  const left = codes.length - named.length;
  return spoken().list(left > 0 ? [...named, `${left} more`] : named);
}

/** Why two people fit, in a few words; null when their languages do not meet. */
export function fitReason({ tier, speaks, learns }: Fit): string | null {
  if (tier === 'mutual') return `Speaks ${names(speaks)}, learns ${names(learns)}: a match both ways`;
  if (tier === 'speaks') return `Speaks ${names(speaks)}, which you are learning`;
  if (tier === 'learns') return `Learns ${names(learns)}, which you speak`;
  return null;
}

/** Whether two people share interests; which ones stays with them. */
export function sharedInterestsText({ sharedInterests }: Fit): string | null {
  if (sharedInterests === 'none') return null;
  return sharedInterests === 'some' ? 'Some shared interests' : 'Many shared interests';
}
