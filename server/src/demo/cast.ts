import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { interests } from '@parlance/contract/interest-catalogue';
import type { LanguageCode } from '@parlance/contract/languages';

/** A member of the demo community; sessions and slots are derived from these fields. */
export interface CastMember {
  /** Never changes: rows and free hours are derived from it, and pictures named by it. */
  key: string;
  name: string;
  /** The first is the language of their answers. */
  speaks: [LanguageCode, ...LanguageCode[]];
  learns: Partial<Record<LanguageCode, number>>;
  timeZone: string;
  /** Free after work, where that is another part of the demo user's day. */
  hasEvenings?: true;
  about: string;
  /** The description in their own language. */
  own?: string;
  /** A question they like to ask, in their language and in English. */
  asks: [own: string, english: string];
  /** Sends a hummed voice message now and then. */
  hums?: true;
  interests: (typeof interests)[number]['name'][];
}

/** Reads one of the data files of the demo. */
export const readDemoFile = <Content>(name: string): Content =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../demo', `${name}.json`), 'utf8'));

/**
 * `cast` is the community. `demoUser` is the account behind "Continue as demo user": it speaks English, so that every Spanish and
 * Japanese partner is a match.
 */
export const { cast, demoUser } = readDemoFile<{
  cast: readonly CastMember[];
  demoUser: Omit<CastMember, 'asks'>;
}>('people');
