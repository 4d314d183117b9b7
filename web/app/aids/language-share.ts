import { type ChatMessage, chatPageSizes } from '@parlance/contract/chat';
import { countWords, type Profiles } from './detect/detector.ts';
import type { LanguagePair } from './message-language';

/** Share of the two languages of a pair in recent messages. */
export interface LanguageShare {
  /** The language with the larger share; `moreShare` is a percentage. */
  more: string;
  less: string;
  moreShare: number;
  lessShare: number;
}

export type ShareMessage = Pick<ChatMessage, 'chatMessageId' | 'content' | 'createdAt'>;

const weeksMs = 4 * 7 * 24 * 3_600_000;
/** Minimum of recognized messages for a result. */
const fewestMessages = 10;
/** Limit that keeps detection fast. */
const detectedMax = 300;
/** The first page, which is loaded at every scroll position: older pages must not change the share. */
const sampledMax = chatPageSizes.messages;
const roundedTo = 5;
const tipsAt = 60;

/** The newest texts of the last weeks. */
export const recentMessages = <Message extends ShareMessage>(
  messages: readonly Message[],
  now: Date,
): Message[] =>
  messages
    .filter(({ content, createdAt }) => content !== null && now.getTime() - createdAt.getTime() <= weeksMs)
    .slice(-detectedMax);

/** Words of a message by language; a chosen language applies to the whole message. */
export function wordsByLanguage(
  { chatMessageId, content }: Pick<ShareMessage, 'chatMessageId' | 'content'>,
  languages: readonly string[],
  { profiles, kept }: { profiles: Profiles; kept: Readonly<Record<string, string | null>> },
): Map<string, number> {
  const counts = countWords(content ?? '', languages, profiles);
  const chosen = kept[chatMessageId];
  if (chosen === undefined) return counts;
  const all = [...counts.values()].reduce((sum, words) => sum + words, 0);
  return chosen === null ? new Map() : new Map([[chosen, Math.max(1, all)]]);
}

/** Approximate share of the two languages; null while there are too few messages. */
export function shareOf(
  counted: readonly ReadonlyMap<string, number>[],
  { practised, given }: LanguagePair,
): LanguageShare | null {
  if (practised === null || given === null) return null;
  const told = counted.filter((words) => words.has(practised) || words.has(given));
  if (told.length < fewestMessages) return null;
  const wordsIn = (language: string) => told.reduce((sum, words) => sum + (words.get(language) ?? 0), 0);
  const [inPractised, inGiven] = [wordsIn(practised), wordsIn(given)];
  const [more, less] = inPractised > inGiven ? [practised, given] : [given, practised];
  const exact = (100 * Math.max(inPractised, inGiven)) / (inPractised + inGiven);
  const moreShare = Math.round(exact / roundedTo) * roundedTo;
  return { more, less, moreShare, lessShare: 100 - moreShare };
}

/** Words by language of the loaded recent messages, and the share in the newest ones. */
export function readShare(
  messages: readonly ShareMessage[],
  now: Date,
  pair: LanguagePair,
  countIn: (message: ShareMessage) => ReadonlyMap<string, number>,
): { words: Map<string, ReadonlyMap<string, number>>; share: LanguageShare | null } {
  const recent = recentMessages(messages, now);
  const counted = recent.map(countIn);
  const sampled = recentMessages(messages.slice(-sampledMax), now).length;
  return {
    words: new Map(recent.map(({ chatMessageId }, at) => [chatMessageId, counted[at] ?? new Map()])),
    share: shareOf(counted.slice(counted.length - sampled), pair),
  };
}

export const isTipped = ({ moreShare }: LanguageShare): boolean => moreShare >= tipsAt;
