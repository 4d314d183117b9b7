import { createAvatar } from '@dicebear/core';
import * as lorelei from '@dicebear/lorelei';
import { profileImageQuality, profileImageSize } from '@parlance/contract/account-care';
import sharp from 'sharp';
import type { Look } from './cast.ts';
import { pick } from './seeded.ts';

/** Whose portrait is wanted, and what comes back. */
export interface Sitter {
  key: string;
  look: Look;
}
export interface Portrait {
  key: string;
  image: Uint8Array;
}

// A process of its own: whatever decodes uploads (people/image-process.ts) never decodes SVG, not even ours.

type Options = Required<lorelei.Options>;

const hair: Record<Look['hair'], Options['hair']> = {
  long: variants('10 13 14 15 16 17 19 21 23 24 29 31 32 33 35 38 42 46 48'),
  short: variants('01 02 03 04 05 06 08 09 11 12 18 20 22 37 39 43 47'),
};
const hairColours: Record<Look['hairColour'], string> = {
  black: '26211f',
  brown: '4f3526',
  chestnut: '7a4427',
  ginger: 'b4602f',
  blond: 'd6a54d',
  grey: '8b8680',
};
const skins: Record<Look['skin'], string> = {
  light: 'f9dcc4',
  fair: 'f0c8a0',
  tan: 'd9a273',
  brown: 'b0764a',
  dark: '855336',
};
/** The soft tones of the two voices and of the slots, a little stronger so that they stand out on paper. */
const grounds = ['cde8e2', 'ffdcbc', 'd5e3f8', 'eedaf0', 'd5ebd7', 'efe5cc'] as const;
/** Of the many faces the friendly ones. */
const eyes: Options['eyes'] = variants('02 04 06 10 11 12 13 14 20 21 23 24');
const eyebrows: Options['eyebrows'] = variants('01 02 05 07 09 10 11');
const glasses: Options['glasses'] = variants('01 03 04 05');
const mouths: Options['mouth'] = ['happy01', 'happy02', 'happy04', 'happy05', 'happy06'];

function variants<Name extends string>(numbers: string): Name[] {
  return numbers.split(' ').map((number) => `variant${number}` as Name);
}

async function draw({ key, look }: Sitter): Promise<Portrait> {
  const ink = hairColours[look.hairColour];
  const avatar = createAvatar(lorelei, {
    seed: key,
    size: profileImageSize,
    // The picture is shown round: the neck leaves it at the bottom instead of ending in the air.
    scale: 118,
    translateY: 9,
    backgroundColor: [pick(grounds, key, 'ground')],
    hair: hair[look.hair],
    hairColor: [ink],
    skinColor: [skins[look.skin]],
    eyes,
    eyebrows,
    glasses,
    mouth: mouths,
    beardProbability: look.hair === 'short' ? 12 : 0,
    glassesProbability: 20,
    earringsProbability: look.hair === 'long' ? 25 : 0,
    hairAccessoriesProbability: 0,
    frecklesProbability: look.hairColour === 'ginger' ? 60 : 5,
  });
  const image = await sharp(Buffer.from(avatar.toString()))
    .resize(profileImageSize, profileImageSize)
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: profileImageQuality * 100 })
    .toBuffer();
  return { key, image };
}

// Nobody waits for the pictures of a server that was killed.
process.once('disconnect', () => process.exit(0));
process.once('message', async (sitters: Sitter[]) => {
  for (const sitter of sitters) process.send?.(await draw(sitter));
  process.disconnect();
});
