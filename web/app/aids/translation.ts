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

/** Target language of a translation: the page's, or a known one if the text is already in that. */
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
  /** Null if unsure. */
  from: string | null;
  to: LanguageCode;
  /** The device has a translator for the pair. */
  isHere: boolean;
  /** The server has a translator. */
  isThere: boolean;
}

/** Timeouts: a browser can have to download the language first and does not report failures. */
const patienceMs = { withServer: 8000, alone: 60_000 };

/** Translates a message and shows the progress below it. Must start within the press (user activation). */
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

/** Tries the device first, which keeps the text private, then the server. */
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
