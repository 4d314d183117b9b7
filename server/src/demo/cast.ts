import { asianCast } from './cast-asia.ts';
import { europeanCast } from './cast-europe.ts';
import type { CastMember } from './cast-member.ts';
import { romanceCast } from './cast-romance.ts';

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
