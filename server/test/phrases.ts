import type { PhraseRating } from '@parlance/contract/phrases';
import { type Community, type Persona, startCommunity } from '#test/personas';

/** Two partners, and a third member who does not know them. */
export interface Learners extends Community {
  ana: Persona;
  ben: Persona;
  otto: Persona;
}

export async function startLearners(env: Record<string, string> = {}): Promise<Learners> {
  const app = await startCommunity({ env: { RATE_LIMITS: 'off', ...env } });
  const enter = (name: string) =>
    app.signUp(`${name.toLowerCase()}@example.org`, { name, description: `I am ${name}.`, speaks: ['en'] });
  return { ...app, ana: await enter('Ana'), ben: await enter('Ben'), otto: await enter('Otto') };
}

/** Sends a message; returns its id. */
export async function say(from: Persona, to: Persona, content: string): Promise<string> {
  return (await from.calls.sendTextMessage({ userId: to.userId, content })).chatMessageId;
}

export const numberedId = (nth: number): string => `0197f0c0-0000-7000-8000-${String(nth).padStart(12, '0')}`;

/** Returns a phrase review as sent by a device. */
export const answer = (nth: number, phraseId: string, rating: PhraseRating, reviewedAt: Date) => ({
  reviewId: numberedId(nth),
  phraseId,
  rating,
  reviewedAt,
});

export const table = (text: string): Blob => new Blob([text]);
