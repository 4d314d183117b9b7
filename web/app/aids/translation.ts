import type { Calls } from '@parlance/client/http';
import type { ChatMessage } from '@parlance/contract/chat';
import {
  type LanguageCode,
  languageCode as languageCodeSchema,
  type UserLanguage,
} from '@parlance/contract/languages';
import { t } from '@parlance/words/current';
import { failureMessage } from '#lib/failure-message';
import { translateHere } from './device-translator';
import { showAid } from './shown-aids';

/** Into what a reader has something translated: the language of the page, unless it is in that, else one they know. */
export function targetLanguage(
  from: string | null,
  pageLocale: string,
  own: readonly UserLanguage[],
): LanguageCode | null {
  const known = own.toSorted((a, b) => Number(a.learning) - Number(b.learning));
  const wanted = [pageLocale.split('-', 1)[0], ...known.map(({ languageCode }) => languageCode)];
  const target = wanted.find((code) => code !== from && languageCodeSchema.safeParse(code).success);
  return (target as LanguageCode | undefined) ?? null;
}

export interface Wanted {
  message: ChatMessage;
  /** Known where the device translates. */
  from: string | null;
  to: LanguageCode;
  by: 'device' | 'server';
}

/** Has a message translated and shows below it how far that is. Begins within the press that asked for it. */
export async function translate(calls: Calls, wanted: Wanted): Promise<void> {
  const { message, from, to, by } = wanted;
  const { chatMessageId, content } = message;
  showAid(chatMessageId, { translation: { state: 'working' } });
  try {
    const text =
      by === 'device'
        ? await translateHere(content ?? '', from ?? '', to)
        : (await calls.translateMessage({ chatMessageId, languageCode: to })).text;
    showAid(chatMessageId, { translation: { state: 'done', text, languageCode: to, by } });
  } catch (error) {
    const why = failureMessage(error, t('The translation did not work. Please try again later.'));
    const onRetry = () => void translate(calls, wanted);
    showAid(chatMessageId, { translation: { state: 'failed', why, onRetry } });
  }
}
