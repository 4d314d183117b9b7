import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { type Language, languages } from './language-catalogue.ts';
import { says } from './message.ts';
import { between, empty, uuid } from './text.ts';

const codes = languages.map((language) => language.code);

export const languageCode = z.enum(codes as [LanguageCode, ...LanguageCode[]], 'Unknown language');
export type LanguageCode = (typeof languages)[number]['code'];

const byCode = new Map<string, Language>(languages.map((language) => [language.code, language]));

export const languageOf = (code: string): Language | undefined => byCode.get(code);

/** Level names, lowest first. */
export const proficiencyLevels = ['beginner', 'intermediate', 'advanced', 'fluent'] as const;
export type ProficiencyLevel = (typeof proficiencyLevels)[number];

export const knownProficiency = 1;

export const levelOfProficiency = (proficiency: number): ProficiencyLevel => {
  if (proficiency < 0.2) return 'beginner';
  if (proficiency < 0.4) return 'intermediate';
  if (proficiency < 0.6) return 'advanced';
  return 'fluent';
};

/** The stored proficiency of each level. */
export const proficiencyOfLevel: Record<ProficiencyLevel, number> = {
  beginner: 0,
  intermediate: 0.2,
  advanced: 0.4,
  fluent: 0.6,
};

export const userLanguage = z.object({
  languageCode,
  proficiency: z.number(),
  learning: z.boolean(),
  /** Of a known language: whether it is native. Null if the member did not state it; absent in responses of version 1.0.0. */
  isNative: z.optional(z.nullable(z.boolean())),
});
export type UserLanguage = z.output<typeof userLanguage>;

const proficiency = z.number('A proficiency is needed').check(...between(0, 1));

/** A language to add; on create the `learning` flag is called `target`. Without `isNative` the stored value stays. */
export const newLanguage = z
  .object({ languageCode, target: z.boolean(), proficiency, isNative: z.optional(z.nullable(z.boolean())) })
  .check(
    z.refine((language) => language.target || language.proficiency === knownProficiency, {
      path: ['proficiency'],
      error: says('A language you speak has proficiency {proficiency}', { proficiency: knownProficiency }),
    }),
    z.refine((language) => !language.target || language.isNative == null, {
      path: ['isNative'],
      error: 'Only a language you speak can be native',
    }),
  );

const languageList = z.object({ languages: z.array(userLanguage) });

/** Adds or replaces one of the member's languages; idempotent. */
export const createLanguage = endpoint({
  method: 'POST',
  path: '/user/language',
  access: 'signed-in',
  summary: 'Add a language, or change it when it is there already',
  payload: newLanguage,
  result: empty,
});

/** Removes one of the member's languages; idempotent. */
export const deleteLanguage = endpoint({
  method: 'DELETE',
  path: '/user/language/{languageCode}',
  access: 'signed-in',
  summary: 'Remove a language',
  params: z.object({ languageCode }),
  result: empty,
});

export const listOwnLanguages = endpoint({
  method: 'GET',
  path: '/user/language',
  access: 'signed-in',
  summary: 'Own languages in order of creation',
  result: languageList,
});

export const listLanguages = endpoint({
  method: 'GET',
  path: '/user/{userId}/language',
  access: 'public',
  summary: "A person's languages in order of creation",
  params: z.object({ userId: uuid }),
  result: languageList,
});
