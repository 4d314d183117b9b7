import type { LanguageCode, ProficiencyLevel } from '@parlance/contract/languages';
import { ageBands, genders } from '@parlance/contract/programmes';
import type { RoundStudent } from './fit.ts';

/** Reproducible numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A cohort of a language centre: one language outnumbers the others, and demand is uneven. Shares offered and sought, and a zone. */
const shares = {
  en: [40, 28, 'Europe/London'],
  es: [12, 18, 'Europe/Madrid'],
  fr: [9, 13, 'Europe/Paris'],
  de: [10, 12, 'Europe/Berlin'],
  ja: [6, 8, 'Asia/Tokyo'],
  zh: [8, 5, 'Asia/Shanghai'],
  it: [5, 6, 'Europe/Rome'],
  ko: [3, 5, 'Asia/Seoul'],
  pt: [3, 3, 'America/Sao_Paulo'],
  ru: [1, 2, 'Asia/Tbilisi'],
  ar: [1, 2, 'Africa/Cairo'],
  tr: [1, 1, 'Europe/Istanbul'],
  pl: [1, 1, 'Europe/Warsaw'],
} as const satisfies Partial<Record<LanguageCode, readonly [number, number, string]>>;

type Code = keyof typeof shares;
export const syntheticLanguages = Object.keys(shares) as Code[];
const levels: ProficiencyLevel[] = ['beginner', 'intermediate', 'advanced', 'fluent'];
const tandemHomeZone = 'Europe/London';

/** Synthetic students, the same for the same seed. */
export function syntheticStudents(
  count: number,
  seed: number,
  idOf: (index: number) => string,
): RoundStudent[] {
  const random = seededRandom(seed);
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const pickCode = (which: 0 | 1): Code => {
    let left = random() * syntheticLanguages.reduce((sum, code) => sum + shares[code][which], 0);
    for (const code of syntheticLanguages) {
      left -= shares[code][which];
      if (left < 0) return code;
    }
    return 'en';
  };
  return Array.from({ length: count }, (_, index): RoundStudent => {
    const native = pickCode(0);
    const offers = [{ languageCode: native, isNative: true }];
    const second = pickCode(1);
    if (random() < 0.2 && second !== native) offers.push({ languageCode: second, isNative: false });
    const wanted = new Set<Code>();
    const number = random() < 0.35 ? 2 : 1;
    for (let tries = 0; wanted.size < number && tries < 50; tries++) {
      const code = native !== 'en' && random() < 0.6 ? 'en' : pickCode(1);
      if (!offers.some(({ languageCode }) => languageCode === code)) wanted.add(code);
    }
    if (wanted.size === 0) wanted.add(native === 'pl' ? 'tr' : 'pl');
    return {
      userId: idOf(index),
      offers,
      seeks: [...wanted].map((languageCode) => ({ languageCode, level: pick(levels) })),
      cells: someCells(random),
      timeZone: random() < 0.5 ? tandemHomeZone : shares[native][2],
      wishes: {
        sameGender: random() < 0.06,
        similarLevel: random() < 0.1,
        similarAge: random() < 0.1,
        sharedInterests: random() < 0.1,
      },
      gender: pick(genders),
      ageBand: pick(ageBands),
      interests: [],
      needsCredits: random() < 0.3,
      waits: random() < 0.05,
      room: random() < 0.1 ? 2 : 1,
      hasPartner: false,
      lot: Math.floor(random() * 4),
    };
  });
}

/** Six to sixteen hours, mostly in the evening. */
function someCells(random: () => number): number[] {
  const cells = new Set<number>();
  const target = 12 + Math.floor(random() * 20);
  while (cells.size < target) {
    const day = Math.floor(random() * 7);
    const hour = random() < 0.6 ? 16 + Math.floor(random() * 5) : 8 + Math.floor(random() * 12);
    const end = Math.min(hour + 1 + Math.floor(random() * 3), 22);
    for (let cell = hour * 2; cell < end * 2; cell++) cells.add(day * 48 + cell);
  }
  return [...cells].sort((a, b) => a - b);
}
