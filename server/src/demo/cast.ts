import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { interests } from '@parlance/contract/interest-catalogue';
import type { LanguageCode } from '@parlance/contract/languages';

/** A member of the demo community; sessions and slots derive from these fields. */
export interface CastMember {
  /** Stable: rows, free hours and picture names derive from it. */
  key: string;
  name: string;
  /** They answer in the one that the reader learns, else in the first. */
  speaks: [LanguageCode, ...LanguageCode[]];
  learns: Partial<Record<LanguageCode, number>>;
  timeZone: string;
  /** Free after work, which is another part of the demo user's day. */
  hasEvenings?: true;
  about: string;
  /** The description in their own language. */
  own?: string;
  /** A typical question, in their language and in English. */
  asks: [own: string, english: string];
  /** Joined two days ago; the others have been members for weeks. */
  isNew?: true;
  /** Sends a hummed voice message occasionally. */
  hums?: true;
  interests: (typeof interests)[number]['name'][];
}

export const readDemoFile = <Content>(name: string): Content =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../demo', `${name}.json`), 'utf8'));

/** The community, and the account of "Continue as demo user": it speaks English, so every Spanish or Japanese partner matches. */
export const { cast, demoUser } = readDemoFile<{
  cast: readonly CastMember[];
  demoUser: Omit<CastMember, 'asks'>;
}>('people');
