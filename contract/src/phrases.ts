import * as z from 'zod/mini';
import { endpoint, fileType } from './endpoint.ts';
import { languageCode } from './languages.ts';
import { messageValues, says } from './message.ts';
import { searchText } from './people.ts';
import { empty, instant, page, queryBoolean, text, uuid } from './text.ts';

/** The most phrases that one person keeps. */
export const phrasesMax = 5000;
/** The longest texts of a phrase in code points. */
export const phraseMaxLength = { text: 400, meaning: 400, context: 1000 } as const;
/** The most reviews that are sent at once. */
export const reviewsAtOnceMax = 100;
/** The largest file of phrases that is taken. */
export const phraseImportMaxBytes = 2 * 1024 * 1024;
/** How well a phrase was remembered, worst first. */
export const phraseRatings = ['again', 'hard', 'good', 'easy'] as const;
export type PhraseRating = (typeof phraseRatings)[number];
/** What a book of phrases is written out as: a table that many programs read, or a package for Anki. */
export const phraseExportFormats = ['tsv', 'apkg'] as const;
export type PhraseExportFormat = (typeof phraseExportFormats)[number];

/** Something worth keeping, with what it means and where it stood, and when it is to be reviewed. */
export const phrase = z.object({
  phraseId: uuid,
  languageCode,
  text: z.string(),
  meaning: z.string(),
  context: z.string(),
  sourceMessageId: z.nullable(uuid),
  /** Who wrote the message it was saved from; null for one's own words, and while either has blocked the other. */
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
    tooLong: says('The words around it have at most {max} characters', { max: phraseMaxLength.context }),
  }),
};

/** A phrase to keep. */
export const newPhrase = z.object({
  languageCode,
  text: fields.text,
  meaning: z.optional(fields.meaning),
  context: z.optional(fields.context),
  /** The text message it comes from, of a conversation of one's own. */
  sourceMessageId: z.optional(uuid),
});
export type NewPhrase = z.output<typeof newPhrase>;

const params = z.object({ phraseId: uuid });

/** The newest first, with `due` those that are to be reviewed, longest due first. `dueCount` is about the whole book. */
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

/** Keeps a phrase; the very same one a second time is the one that is there. */
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

/** One answer of somebody to one phrase. */
export const phraseReview = z.object({
  /** Made where the answer was given: the same one never counts twice. */
  reviewId: uuid,
  phraseId: uuid,
  rating: z.enum(phraseRatings, 'Must be again, hard, good or easy'),
  /** By the clock of the device; taken as not before the phrase was kept and not after now. */
  reviewedAt: instant,
});
export type PhraseReview = z.output<typeof phraseReview>;

/** Counts reviews, in whichever order they arrive; answers the phrases they are about. All count, or none. */
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

/** The whole book as a file, one deck a language; imported again into Anki it keeps the schedule there. */
export const exportPhrases = endpoint({
  method: 'GET',
  path: '/phrase/export',
  access: 'signed-in',
  summary: 'All phrases as a file for Anki and others',
  payload: z.object({ format: z.enum(phraseExportFormats, 'Must be tsv or apkg') }),
  produces: fileType,
  result: file,
});

/** What a line of a file says. */
export const readPhrase = z.object({
  languageCode,
  text: z.string(),
  meaning: z.string(),
  context: z.string(),
});
export type ReadPhrase = z.output<typeof readPhrase>;

/**
 * Takes the lines of a table with tabs: phrase, meaning, context, or as its own first lines say. `languageCode` is for lines
 * that name no deck; with `dryRun` it only says what would come in.
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
    /** Lines whose phrase is in the book, or stands further up in the file. */
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
    /** The first of those that come in. */
    first: z.array(readPhrase),
  }),
});
