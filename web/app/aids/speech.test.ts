import { describe, expect, test, vi } from 'vitest';
import { type SpeechPorts, speak, voiceFor, watchVoices } from './speech';

const voice = (lang: string, localService = true) =>
  ({ lang, localService, name: lang }) as SpeechSynthesisVoice;

function fakeSpeech(voices: SpeechSynthesisVoice[] = []) {
  const spoken: SpeechSynthesisUtterance[] = [];
  const listeners = new Set<() => void>();
  const ports: SpeechPorts = {
    synthesis: {
      getVoices: () => voices,
      speak: (utterance) => void spoken.push(utterance),
      cancel: () => void spoken.splice(0),
      addEventListener: (_type: string, listener: unknown) => void listeners.add(listener as () => void),
      removeEventListener: (_type: string, listener: unknown) =>
        void listeners.delete(listener as () => void),
    },
    utterance: (text) => ({ text }) as SpeechSynthesisUtterance,
  };
  return {
    ports,
    spoken,
    voices,
    arrive: () => {
      for (const listener of listeners) listener();
    },
  };
}

describe('a voice', () => {
  test('of the device is preferred to one of the network', () => {
    const voices = [voice('es-ES', false), voice('es-MX'), voice('en-US')];
    expect(voiceFor('es', voices)?.lang).toBe('es-MX');
    expect(voiceFor('es', voices.slice(0, 1))?.lang).toBe('es-ES');
    expect(voiceFor('ja', voices)).toBeNull();
  });

  test('is found by any system tag of the language', () => {
    expect(voiceFor('en', [voice('en_US')])?.lang).toBe('en_US');
    for (const [code, tag] of [
      ['no', 'nb-NO'],
      ['no', 'nn-NO'],
      ['id', 'in_ID'],
      ['he', 'iw-IL'],
      ['zh', 'cmn-Hans-CN'],
      ['zh', 'yue_HK'],
    ] as const)
      expect(voiceFor(code, [voice(tag)])?.lang).toBe(tag);
    expect(voiceFor('es', [voice('est-EE')])).toBeNull();
  });

  test('can load late', () => {
    const { ports, voices, arrive } = fakeSpeech();
    const seen: number[] = [];
    const stop = watchVoices((list) => seen.push(list.length), ports);
    voices.push(voice('es-ES'));
    arrive();
    stop();
    arrive();
    expect(seen).toEqual([0, 1]);
  });
});

describe('reading aloud', () => {
  test('speaks sentence by sentence in the language of the voice, and ends after the last', () => {
    const { ports, spoken } = fakeSpeech();
    const onEnd = vi.fn();
    speak({ text: 'Hola. ¿Qué tal?  Bien.', language: 'es', voice: voice('es-MX'), onEnd }, ports);
    expect(spoken.map(({ text, lang }) => [text, lang])).toEqual([
      ['Hola.', 'es-MX'],
      ['¿Qué tal?', 'es-MX'],
      ['Bien.', 'es-MX'],
    ]);
    spoken[0]?.onend?.({} as SpeechSynthesisEvent);
    expect(onEnd).not.toHaveBeenCalled();
    spoken[2]?.onend?.({} as SpeechSynthesisEvent);
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  test('ends once when stopped or failed, and stops an earlier reading', () => {
    const { ports, spoken } = fakeSpeech();
    const onEnd = vi.fn();
    speak({ text: 'Una frase.', language: 'es', voice: voice('es'), onEnd: () => {} }, ports);
    const stop = speak({ text: 'Otra frase.', language: 'es', voice: voice('es'), onEnd }, ports);
    expect(spoken.map(({ text }) => text)).toEqual(['Otra frase.']);
    spoken[0]?.onerror?.({} as SpeechSynthesisErrorEvent);
    stop();
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(spoken).toEqual([]);
  });
});
