import type { interests } from '@parlance/contract/interest-catalogue';
import type { LanguageCode } from '@parlance/contract/languages';

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
