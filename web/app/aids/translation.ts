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
  /** Null where it is unsure. */
  from: string | null;
  to: LanguageCode;
  /** This device has a translator for the two. */
  isHere: boolean;
  /** The server has one. */
  isThere: boolean;
}

/** A browser may have to fetch the language first, and does not say when it cannot. */
const patienceMs = { withServer: 8000, alone: 60_000 };

/** Has a message translated and shows below it how far that is. Begins within the press that asked for it. */
export async function translate(calls: Calls, wanted: Wanted): Promise<void> {
  const { chatMessageId } = wanted.message;
  showAid(chatMessageId, { translation: { state: 'working' } });
  try {
    const { text, by } = await firstTranslation(calls, wanted);
    showAid(chatMessageId, { translation: { state: 'done', text, languageCode: wanted.to, by } });
  } catch (error) {
    const why = failureMessage(error, t('The translation did not work. Please try again later.'));
    const onRetry = () => void translate(calls, wanted);
    showAid(chatMessageId, { translation: { state: 'failed', why, onRetry } });
  }
}

/** The device first, which keeps the words; the server where that has none or does not come to it. */
async function firstTranslation(
  calls: Calls,
  { message: { chatMessageId, content }, from, to, isHere, isThere }: Wanted,
): Promise<{ text: string; by: 'device' | 'server' }> {
  if (isHere && from !== null) {
    const ms = isThere ? patienceMs.withServer : patienceMs.alone;
    try {
      return { text: await within(ms, translateHere(content ?? '', from, to)), by: 'device' };
    } catch (error) {
      if (!isThere) throw error;
    }
  }
  const { text } = await calls.translateMessage({ chatMessageId, languageCode: to });
  return { text, by: 'server' };
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The device takes too long.')), ms);
  });
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
