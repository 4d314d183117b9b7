import * as z from 'zod/mini';
import { text, uuid } from './text.ts';

/** What a correction says of the message: something is wrong in it, or there is a more natural way. */
export const correctionKinds = ['mistake', 'natural'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];
/** The longest correction in code points: what was as long as a message may be grows by being corrected. */
export const correctionMaxLength = 5000;
/** The longest note of a correction in code points. */
export const correctionNoteMaxLength = 500;

/** Which message a correction is about, and how it is meant. The text of the correction is its content; the same text again means that it looks right. */
export const corrects = z.object({
  chatMessageId: uuid,
  kind: z.enum(correctionKinds),
  note: z.optional(text({ max: correctionNoteMaxLength })),
});
export type Corrects = z.output<typeof corrects>;

/** When somebody wants to be corrected: by themselves partners hardly ever do. */
export const correctMe = z.enum(['always', 'asked', 'never']);
export type CorrectMe = z.output<typeof correctMe>;
