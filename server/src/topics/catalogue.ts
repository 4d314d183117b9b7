import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TopicBand, topicBands } from '@parlance/contract/topics';

/** A topic, independent of language. */
export interface TopicEntry {
  /** The key in the files, such as `travel.a1`; never sent, since it reveals an interest. */
  key: string;
  topicId: string;
  band: TopicBand;
  /** The interest it belongs to; null for general ones. */
  interest: string | null;
}

const folder = join(import.meta.dirname, '../../topics');
/** The languages with topic files. */
const written = ['ar', 'de', 'en', 'es', 'fr', 'ja', 'ko', 'pt', 'ru', 'zh'] as const;
export type WrittenLanguage = (typeof written)[number];
export const fallbackLanguage: WrittenLanguage = 'en';

type Sentences = Record<string, [text: string, starter?: string]>;

const read = <Content>(name: string): Content =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));

const sentencesByLanguage = new Map<WrittenLanguage, Sentences>();
let known: TopicEntry[] | null = null;

/** Every topic; loaded on first use. */
export function allTopics(): TopicEntry[] {
  if (known) return known;
  const interests = read<Record<string, string>>('interests');
  known = Object.keys(sentencesIn(fallbackLanguage)).map((key) => {
    const [slug = '', place = ''] = key.split('.');
    const band = topicBands['abc'.indexOf(place.charAt(0))];
    if (!band) throw new Error(`The topic ${key} has no band.`);
    return { key, topicId: idOf(key), band, interest: interests[slug] ?? null };
  });
  return known;
}

/** The language of the topics for a practised language. */
export const writtenLanguage = (code: string): WrittenLanguage =>
  written.find((language) => language === code) ?? fallbackLanguage;

export function sentenceOf(key: string, language: WrittenLanguage): { text: string; starter: string | null } {
  const [text, starter] = sentencesIn(language)[key] ?? [];
  if (text === undefined) throw new Error(`The topic ${key} is not written in ${language}.`);
  return { text, starter: starter ?? null };
}

function sentencesIn(language: WrittenLanguage): Sentences {
  const sentences = sentencesByLanguage.get(language) ?? read<Sentences>(language);
  sentencesByLanguage.set(language, sentences);
  return sentences;
}

const idLength = 12;
const idOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, idLength);
