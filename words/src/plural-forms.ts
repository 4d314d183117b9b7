import type { Locale } from './locales.ts';

interface PluralForms {
  /** gettext's plural header of the language. */
  header: string;
  /** Intl's names of the forms, in the header's order. */
  rules: readonly Intl.LDMLPluralRule[];
  /** Forms for a single number, which then may be left out of the text. */
  single: readonly Intl.LDMLPluralRule[];
}

const oneAndOther = { rules: ['one', 'other'], single: ['one'] } as const;
const zeroIsOne = { rules: ['one', 'other'], single: [] } as const;
const onlyOther = { header: 'nplurals=1; plural=0;', rules: ['other'], single: [] } as const;

/**
 * Intl also has `many` in Spanish, Portuguese and French for whole millions, which do not occur here; they use `other`. In Russian
 * `other` is for fractions, which use the form of `few`.
 */
export const pluralForms: Record<Locale, PluralForms> = {
  en: { header: 'nplurals=2; plural=(n != 1);', ...oneAndOther },
  es: { header: 'nplurals=2; plural=(n != 1);', ...oneAndOther },
  'pt-BR': { header: 'nplurals=2; plural=(n > 1);', ...zeroIsOne },
  fr: { header: 'nplurals=2; plural=(n > 1);', ...zeroIsOne },
  de: { header: 'nplurals=2; plural=(n != 1);', ...oneAndOther },
  ja: onlyOther,
  ko: onlyOther,
  'zh-Hans': onlyOther,
  ar: {
    header:
      'nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);',
    rules: ['zero', 'one', 'two', 'few', 'many', 'other'],
    single: ['zero', 'one', 'two'],
  },
  ru: {
    header:
      'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);',
    rules: ['one', 'few', 'many'],
    single: [],
  },
};
