/** A piece of text and its transcription; null where none is needed. */
export interface Ruby {
  text: string;
  reading: string | null;
}

const han = /\p{Script=Han}/u;
const hangul = /\p{Script=Hangul}/u;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const onlyKana = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

/** Language that can be transcribed, by script. Han beside kana is Japanese, whose readings would need a dictionary of 18 MB. */
export function readableLanguage(text: string): 'zh' | 'ko' | 'ja' | null {
  if (kana.test(text)) return 'ja';
  if (hangul.test(text)) return 'ko';
  return han.test(text) ? 'zh' : null;
}

/** Transcribes a text into Latin letters; dictionaries load on first use. */
export async function readingsOf(text: string, language: 'zh' | 'ko' | 'ja'): Promise<Ruby[]> {
  if (language === 'zh') return await chinese(text);
  const words = wordsOf(text, language);
  if (language === 'ko') {
    const { romanize } = await import('es-hangul');
    return words.map((word) => ({ text: word, reading: hangul.test(word) ? romanize(word) : null }));
  }
  const { toRomaji } = await import('wanakana');
  return words.map((word) => ({ text: word, reading: onlyKana.test(word) ? toRomaji(word) : null }));
}

async function chinese(text: string): Promise<Ruby[]> {
  const { pinyin } = await import('pinyin-pro');
  return pinyin(text, { type: 'all' }).map(({ origin, pinyin: reading, isZh }) => ({
    text: origin,
    reading: isZh ? reading : null,
  }));
}

/** Splits Korean at spaces and Japanese with Intl.Segmenter. */
function wordsOf(text: string, language: 'ko' | 'ja'): string[] {
  if (language === 'ko') return text.split(/(\s+)/u).filter((word) => word !== '');
  const words = new Intl.Segmenter('ja', { granularity: 'word' });
  return [...words.segment(text)].map(({ segment }) => segment);
}
