import * as z from 'zod/mini';
import { endpoint, fileType } from './endpoint.ts';
import { languageCode } from './languages.ts';
import { messageValues, says } from './message.ts';
import { searchText } from './people.ts';
import { empty, instant, page, queryBoolean, text, uuid } from './text.ts';

export const phrasesMax = 5000;
/** In code points. */
export const phraseMaxLength = { text: 400, meaning: 400, context: 1000 } as const;
export const reviewsAtOnceMax = 100;
export const phraseImportMaxBytes = 2 * 1024 * 1024;
/** Recall quality, worst first. */
export const phraseRatings = ['again', 'hard', 'good', 'easy'] as const;
export type PhraseRating = (typeof phraseRatings)[number];
/** A tab-separated table that many programs read, or an Anki package. */
export const phraseExportFormats = ['tsv', 'apkg'] as const;
export type PhraseExportFormat = (typeof phraseExportFormats)[number];

/** A saved phrase with its meaning, context and review schedule. */
export const phrase = z.object({
  phraseId: uuid,
  languageCode,
  text: z.string(),
  meaning: z.string(),
  context: z.string(),
  sourceMessageId: z.nullable(uuid),
  /** The author of the source message; null for the owner's own text, and while either has blocked the other. */
  partnerUserId: z.nullable(uuid),
  dueAt: instant,
  reps: z.number(),
  lapses: z.number(),
  createdAt: instant,
});
export type Phrase = z.output<typeof phrase>;

const fields = {
  text: text({
    min: 1,
    max: phraseMaxLength.text,
    required: 'Write the phrase first',
    tooLong: says('A phrase has at most {max} characters', { max: phraseMaxLength.text }),
  }),
  meaning: text({
    max: phraseMaxLength.meaning,
    tooLong: says('A meaning has at most {max} characters', { max: phraseMaxLength.meaning }),
  }),
  context: text({
    max: phraseMaxLength.context,
    tooLong: says('The context has at most {max} characters', { max: phraseMaxLength.context }),
  }),
};

export const newPhrase = z.object({
  languageCode,
  text: fields.text,
  meaning: z.optional(fields.meaning),
  context: z.optional(fields.context),
  /** The source text message, from one of the owner's conversations. */
  sourceMessageId: z.optional(uuid),
});
export type NewPhrase = z.output<typeof newPhrase>;

const params = z.object({ phraseId: uuid });

/** Newest first; with `due`, only due phrases, longest due first. `dueCount` covers the whole book. */
export const listPhrases = endpoint({
  method: 'GET',
  path: '/phrase',
  access: 'signed-in',
  summary: 'Own phrases: all, those that hold a text, those of a language, those that are due',
  payload: z.object({
    ...page(),
    query: z.optional(searchText),
    languageCode: z.optional(languageCode),
    due: z.optional(queryBoolean),
  }),
  result: z.object({ phrases: z.array(phrase), count: z.number(), dueCount: z.number() }),
});

/** Saves a phrase; a duplicate returns the existing one. */
export const createPhrase = endpoint({
  method: 'POST',
  path: '/phrase',
  access: 'signed-in',
  summary: 'Keep a phrase',
  payload: newPhrase,
  result: phrase,
});

export const updatePhrase = endpoint({
  method: 'POST',
  path: '/phrase/{phraseId}/update',
  access: 'signed-in',
  summary: 'Change a phrase; what is not given stays, its reviews too',
  params,
  payload: z.object({
    languageCode: z.optional(languageCode),
    text: z.optional(fields.text),
    meaning: z.optional(fields.meaning),
    context: z.optional(fields.context),
  }),
  result: phrase,
});

export const deletePhrase = endpoint({
  method: 'DELETE',
  path: '/phrase/{phraseId}',
  access: 'signed-in',
  summary: 'Delete a phrase with its reviews',
  params,
  result: empty,
});

export const phraseReview = z.object({
  /** Idempotency key, created on the device. */
  reviewId: uuid,
  phraseId: uuid,
  rating: z.enum(phraseRatings, 'Must be again, hard, good or easy'),
  /** By the clock of the device, clamped between the creation of the phrase and now. */
  reviewedAt: instant,
});
export type PhraseReview = z.output<typeof phraseReview>;

/** Records reviews in any order, all or none, and returns the affected phrases. */
export const reviewPhrases = endpoint({
  method: 'POST',
  path: '/phrase/review',
  access: 'signed-in',
  summary: 'Count reviews, each one once',
  payload: z.object({
    reviews: z
      .array(phraseReview)
      .check(
        z.minLength(1, 'At least one review'),
        z.maxLength(reviewsAtOnceMax, says('At most {max} reviews', { max: reviewsAtOnceMax })),
      ),
  }),
  result: z.object({ phrases: z.array(phrase) }),
});

const file = z
  .unknown()
  .check(z.refine((value) => value instanceof Blob, 'Must be a file')) as unknown as z.ZodMiniType<
  Blob,
  Blob
>;

/** The whole book as a file, one deck per language; a repeated import into Anki keeps the schedule there. */
export const exportPhrases = endpoint({
  method: 'GET',
  path: '/phrase/export',
  access: 'signed-in',
  summary: 'All phrases as a file for Anki and others',
  payload: z.object({ format: z.enum(phraseExportFormats, 'Must be tsv or apkg') }),
  produces: fileType,
  result: file,
});

export const readPhrase = z.object({
  languageCode,
  text: z.string(),
  meaning: z.string(),
  context: z.string(),
});
export type ReadPhrase = z.output<typeof readPhrase>;

/**
 * Imports a tab-separated table: phrase, meaning, context, or the columns of its header. `languageCode` applies to lines without a
 * deck; `dryRun` only reports the result.
 */
export const importPhrases = endpoint({
  method: 'POST',
  path: '/phrase/import',
  access: 'signed-in',
  summary: 'Take in phrases from a table with tabs, or see what would come in',
  payload: z.object({ languageCode: z.optional(languageCode), dryRun: z.optional(queryBoolean) }),
  file: { field: 'file', required: true, maxBytes: phraseImportMaxBytes },
  result: z.object({
    added: z.number(),
    /** Lines whose phrase is in the book already or appears earlier in the file. */
    known: z.number(),
    /** `reason` is `key` filled with `values`. */
    refused: z.array(
      z.object({
        line: z.number(),
        reason: z.string(),
        key: z.optional(z.string()),
        values: z.optional(messageValues),
      }),
    ),
    /** The first imported phrases. */
    first: z.array(readPhrase),
  }),
});
