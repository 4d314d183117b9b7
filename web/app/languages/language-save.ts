import type { Calls } from '@parlance/client/http';
import type { LanguageCode, UserLanguage } from '@parlance/contract/languages';

export interface LanguageSavePlan {
  /** New and changed ones, in the wanted order; create is an upsert. */
  upserts: UserLanguage[];
  deletions: LanguageCode[];
}

/** Computes the calls that store exactly the wanted languages. */
export function planLanguageSave(
  stored: readonly UserLanguage[],
  wanted: readonly UserLanguage[],
): LanguageSavePlan {
  const storedByCode = new Map(stored.map((language) => [language.languageCode, language]));
  const wantedCodes = new Set(wanted.map(({ languageCode }) => languageCode));
  return {
    upserts: wanted.filter((language) => !isSame(storedByCode.get(language.languageCode), language)),
    deletions: stored.flatMap(({ languageCode }) => (wantedCodes.has(languageCode) ? [] : [languageCode])),
  };
}

export function areLanguagesChanged(
  stored: readonly UserLanguage[],
  wanted: readonly UserLanguage[],
): boolean {
  const { upserts, deletions } = planLanguageSave(stored, wanted);
  return upserts.length + deletions.length > 0;
}

function isSame(a: UserLanguage | undefined, b: UserLanguage): boolean {
  return (
    a !== undefined &&
    a.learning === b.learning &&
    a.proficiency === b.proficiency &&
    (a.isNative ?? null) === (b.isNative ?? null)
  );
}

export interface LanguageSaveOptions {
  /** Called for each stored language. */
  onWritten?: ((code: LanguageCode) => void) | undefined;
  /** Called for each failed deletion, which does not fail the save. */
  onDeletionFailed: (error: unknown) => void;
}

/** Sends the difference, deletions last: a partial failure never leaves a member without languages. */
export async function saveLanguages(
  calls: Pick<Calls, 'createLanguage' | 'deleteLanguage'>,
  { upserts, deletions }: LanguageSavePlan,
  { onWritten, onDeletionFailed }: LanguageSaveOptions,
): Promise<void> {
  // Sequentially: lists show languages in order of creation.
  for (const { languageCode, learning, proficiency, isNative = null } of upserts) {
    await calls.createLanguage({ languageCode, target: learning, proficiency, isNative });
    onWritten?.(languageCode);
  }
  for (const languageCode of deletions) {
    await calls.deleteLanguage({ languageCode }).catch(onDeletionFailed);
  }
}
