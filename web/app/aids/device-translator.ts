/** The browser's built-in Translator API, not yet in the DOM types. */
interface DeviceTranslator {
  translate(text: string): Promise<string>;
}

interface DeviceTranslators {
  availability(pair: Pair): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create(pair: Pair): Promise<DeviceTranslator>;
}

interface Pair {
  sourceLanguage: string;
  targetLanguage: string;
}

const translators = (): DeviceTranslators | null =>
  (globalThis as { Translator?: DeviceTranslators }).Translator ?? null;

export async function canTranslateHere(from: string, to: string): Promise<boolean> {
  try {
    const pair = { sourceLanguage: from, targetLanguage: to };
    return ((await translators()?.availability(pair)) ?? 'unavailable') !== 'unavailable';
  } catch {
    return false;
  }
}

/** Translates on the device. Needs user activation: the browser can have to download the language first. */
export async function translateHere(text: string, from: string, to: string): Promise<string> {
  const translator = await translators()?.create({ sourceLanguage: from, targetLanguage: to });
  if (!translator) throw new Error('This device has no translator.');
  return await translator.translate(text);
}
