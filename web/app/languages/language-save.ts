import type { Calls } from '@parlance/client/http';
import type { LanguageCode, UserLanguage } from '@parlance/contract/languages';

/** The difference between the stored languages and the wanted ones. */
export interface LanguageSavePlan {
  /** New and changed ones, in the wanted order; creating one that exists changes it. */
  upserts: UserLanguage[];
  deletions: LanguageCode[];
}

/** What has to be sent so that exactly the wanted languages are stored. */
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

/** Whether saving would send anything. */
export function areLanguagesChanged(
  stored: readonly UserLanguage[],
  wanted: readonly UserLanguage[],
): boolean {
  const { upserts, deletions } = planLanguageSave(stored, wanted);
  return upserts.length + deletions.length > 0;
}

function isSame(a: UserLanguage | undefined, b: UserLanguage): boolean {
  return a !== undefined && a.learning === b.learning && a.proficiency === b.proficiency;
}

export interface LanguageSaveOptions {
  /** Hears of each language that was written. */
  onWritten?: ((code: LanguageCode) => void) | undefined;
  /** Hears of each deletion that failed; it fails nothing else. */
  onDeletionFailed: (error: unknown) => void;
}

/** Sends the difference, deletions last: a failure half-way never leaves somebody without languages. */
export async function saveLanguages(
  calls: Pick<Calls, 'createLanguage' | 'deleteLanguage'>,
  { upserts, deletions }: LanguageSavePlan,
  { onWritten, onDeletionFailed }: LanguageSaveOptions,
): Promise<void> {
  // One after the other: lists show languages in order of creation.
  for (const { languageCode, learning, proficiency } of upserts) {
    await calls.createLanguage({ languageCode, target: learning, proficiency });
    onWritten?.(languageCode);
  }
  for (const languageCode of deletions) {
    await calls.deleteLanguage({ languageCode }).catch(onDeletionFailed);
  }
}
