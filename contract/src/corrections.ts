import * as z from 'zod/mini';
import { text, uuid } from './text.ts';

export const correctionKinds = ['mistake', 'natural'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];
/** In code points, more than a message: corrections lengthen the text. */
export const correctionMaxLength = 5000;
/** In code points. */
export const correctionNoteMaxLength = 500;

/** The corrected message and the kind of correction. The content holds the corrected text; an unchanged text confirms the original. */
export const corrects = z.object({
  chatMessageId: uuid,
  kind: z.enum(correctionKinds),
  note: z.optional(text({ max: correctionNoteMaxLength })),
});
export type Corrects = z.output<typeof corrects>;

/** When a member wants corrections: without this setting partners rarely correct. */
export const correctMe = z.enum(['always', 'asked', 'never']);
export type CorrectMe = z.output<typeof correctMe>;
