import type { BaseProfile } from '@parlance/contract/people';
import type { GivenThanks, Thanks, ThanksWord } from '@parlance/contract/thanks';
import type { Selectable } from 'kysely';
import type { Tables } from '#domain/tables.generated';

export type ThanksRow = Selectable<Tables['session_thanks']>;

/** Thanks from the viewpoint of a reader; the recipient also sees whether they are hidden. */
export function toThanks(rows: ThanksRow[], authors: Map<string, BaseProfile>, readerId: string): Thanks[] {
  return rows.flatMap((row) => {
    const from = authors.get(row.user_id);
    // An account that was just deleted took its thanks with it.
    if (!from) return [];
    return [
      {
        thanksId: row.thanks_id,
        from,
        words: row.words as ThanksWord[],
        text: row.text,
        shownAt: row.shown_at,
        ...(row.partner_user_id === readerId && { isHidden: row.hidden_at !== null }),
      },
    ];
  });
}

export const toGiven = (
  row: Pick<ThanksRow, 'words' | 'text' | 'given_at' | 'shown_at'>,
  now: Date,
): GivenThanks => ({
  words: row.words as ThanksWord[],
  text: row.text,
  givenAt: row.given_at,
  isShown: row.shown_at <= now,
});
