import type { interests } from '@parlance/contract/interest-catalogue';
import type { LanguageCode } from '@parlance/contract/languages';
import { asianCast } from './cast-asia.ts';
import { europeanCast } from './cast-europe.ts';
import { romanceCast } from './cast-romance.ts';

/** Somebody of the demo community, as they are described once; everything else about them follows from this. */
export interface CastMember {
  /** Never changes: rows, pictures and free hours are derived from it. */
  key: string;
  name: string;
  /** The first is the one they answer in. */
  speaks: [LanguageCode, ...LanguageCode[]];
  learns: Partial<Record<LanguageCode, number>>;
  timeZone: string;
  /** Free after work, where that is another part of the demo user's day. */
  hasEvenings?: true;
  about: string;
  /** The same person in their own language. */
  own?: string;
  /** What they like to ask, in their language and in English. */
  asks: [own: string, english: string];
  /** Sends a hummed voice message now and then. */
  hums?: true;
  interests: (typeof interests)[number]['name'][];
  look: Look;
}

/** What a portrait has to match; the rest of the face is drawn from the key. */
export interface Look {
  hair: 'long' | 'short';
  hairColour: 'black' | 'brown' | 'chestnut' | 'ginger' | 'blond' | 'grey';
  skin: 'light' | 'fair' | 'tan' | 'brown' | 'dark';
}

export const cast: readonly CastMember[] = [...romanceCast, ...europeanCast, ...asianCast];

/** The account behind "Continue as demo user": speaks English, so that every Spanish and Japanese partner is a match. */
export const demoUser: Omit<CastMember, 'asks'> = {
  key: 'demo-user',
  name: 'Robin Hale',
  speaks: ['en'],
  learns: { es: 0.4, ja: 0 },
  timeZone: 'Europe/London',
  about:
    'Map maker from Bristol. Two years of evening classes in Spanish, two weeks of Japanese. I am shy for the first five minutes and then hard to stop.',
  interests: ['Travel', 'Food', 'Books', 'Hiking', 'Photography', 'Music', 'Cooking', 'Coffee'],
  look: { hair: 'short', hairColour: 'chestnut', skin: 'fair' },
};
