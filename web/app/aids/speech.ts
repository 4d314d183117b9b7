export interface SpeechPorts {
  synthesis: Pick<
    SpeechSynthesis,
    'getVoices' | 'speak' | 'cancel' | 'addEventListener' | 'removeEventListener'
  >;
  utterance(text: string): SpeechSynthesisUtterance;
}

const browserSpeech = (): SpeechPorts | null =>
  'speechSynthesis' in globalThis
    ? { synthesis: speechSynthesis, utterance: (text) => new SpeechSynthesisUtterance(text) }
    : null;

/** Voice for a language; device voices first, because network voices send the text to a server. */
export function voiceFor(
  language: string,
  voices: readonly SpeechSynthesisVoice[],
): SpeechSynthesisVoice | null {
  const speakers = voices.filter(({ lang }) => baseOf(lang) === baseOf(language));
  return speakers.find(({ localService }) => localService) ?? speakers[0] ?? null;
}

// Android uses `en_US`; some voices have alternative codes for Norwegian, Indonesian, Hebrew or Chinese.
const baseOf = (tag: string): string => {
  const base = tag.toLowerCase().split(/[-_]/, 1)[0] ?? '';
  return { nb: 'no', nn: 'no', in: 'id', iw: 'he', cmn: 'zh', yue: 'zh' }[base] ?? base;
};

/** Reports the voices, which often load late, and every change. Returns the stop function. */
export function watchVoices(
  onVoices: (voices: SpeechSynthesisVoice[]) => void,
  ports = browserSpeech(),
): () => void {
  if (!ports) return () => {};
  const { synthesis } = ports;
  const tell = () => onVoices(synthesis.getVoices());
  tell();
  synthesis.addEventListener('voiceschanged', tell);
  return () => synthesis.removeEventListener('voiceschanged', tell);
}

interface Spoken {
  text: string;
  language: string;
  voice: SpeechSynthesisVoice;
  onEnd: () => void;
}

/**
 * Reads a text aloud sentence by sentence, because browsers stop in the middle of long texts. Stops earlier speech; returns the stop
 * function.
 */
export function speak({ text, language, voice, onEnd }: Spoken, ports = browserSpeech()): () => void {
  if (!ports) return () => {};
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' });
  const utterances = [...sentences.segment(text)]
    .filter(({ segment }) => segment.trim() !== '')
    .map(({ segment }) => Object.assign(ports.utterance(segment.trim()), { lang: voice.lang, voice }));
  let hasEnded = false;
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd();
  };
  utterances.forEach((utterance, index) => {
    if (index === utterances.length - 1) utterance.onend = end;
    utterance.onerror = end;
  });
  ports.synthesis.cancel();
  for (const utterance of utterances) ports.synthesis.speak(utterance);
  return () => {
    ports.synthesis.cancel();
    end();
  };
}
